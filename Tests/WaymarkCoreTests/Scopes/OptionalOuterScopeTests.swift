import SharedFixtures
import Testing
import WaymarkInspection

@testable import WaymarkCore

private struct Tenant: RouteScope { let name: String }
private struct Member: RouteScope { typealias Outer = Tenant }
private struct Call: RouteScope { typealias Outer = Member? }

@Suite("Scopes with an optional outer scope")
struct OptionalOuterScopeTests: RouteVocabulary {
  @Test func `the outer scope's value is nil without the outer scope`() throws {
    let registry = try Registry { VisitModule() }
    let visit = try registry.opening(Visit(path: "/"))
    let greeting = try visit(.visitorGreeting)
    #expect(greeting.login == nil && greeting.basket == nil && greeting.visit.path == "/")
    #expect(visit.scope(Login.self) == nil)
    #expect(error { _ = try visit(.visitorBasket) }?.code == .scopeNotOpen)
    #expect(error { _ = try visit.opening(Visit(path: "/")) }?.code == .scopeAlreadyOpen)
    // An outer scope opened inside doesn't include the inner scope.
    #expect(try visit.opening(Login(user: "ann")).scope(Visit.self) == nil)
  }

  @Test func `an open outer scope encloses the inner scope, and closes it`() async throws {
    let login = try Registry { VisitModule() }.opening(Login(user: "ann"))
    let visit = try login.opening(Visit(path: "/"))
    #expect(try visit(.visitorGreeting).login?.user == "ann")
    #expect(try visit(.visitorGreeting).basket === login(.visitorBasket))
    // An extension opens the same scopes.
    let added = try visit.extending {
      Route({ VisitorProfile(number: 1) }) { RoutableService(.visitorProfile) }
      Route(Page.init(profile:)) { RoutableService(.visitorPage) }
    }
    #expect(try added(.visitorGreeting).login?.user == "ann" && added(.visitorPage).profile.number == 1)
    await login.close()
    #expect(error { _ = try visit(.visitorGreeting) }?.code == .scopeClosed)
  }

  @Test func `the scope around a missing optional scope is required`() throws {
    let registry = try Registry {}
    #expect(error { _ = try registry.opening(Call()) }?.code == .scopeNotOpen)
    let tenant = try registry.opening(Tenant(name: "a"))
    #expect(try tenant.opening(Call()).scope(Tenant.self)?.name == "a")
    #expect(try tenant.opening(Member()).opening(Call()).scope(Member.self) != nil)
  }

  @Test func `the graph shows the optional scope`() throws {
    let edges = try Registry { VisitModule() }.graph.edges.filter { $0.kind == .scope }
    #expect(
      edges.contains { $0.from.hasSuffix("Visit") && $0.to.hasSuffix("Login") && $0.label == "optional" })
  }
}
