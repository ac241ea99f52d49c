import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

private enum Account {
  final class Login: Sendable {}
  struct Module: RouteModule {
    var routes: Routes { Route({ Account.Login() }) { Service(.accountLogin) } }
  }
}
private enum Notes {
  struct Module: RouteModule {
    var routes: Routes { Route(SystemTime.self) { Service<any TimeSource>() } }
  }
}
private struct Login: RouteScope { let user: String }
private struct Greeting: Sendable { let login: Login }

extension RoutableService<Account.Login> { fileprivate static var accountLogin: Self { declared() } }
extension RoutableService<Greeting> { fileprivate static var greetingOfLogin: Self { declared() } }

@Suite("Identifiers and escapes of the graph")
struct GraphIdentityTests: RouteVocabulary {
  @Test func `a scope and a route of one name have two identifiers`() throws {
    let graph = try Registry {
      Route({ Account.Login() }) { Service(.accountLogin) }
      Route(Greeting.init(login:)) { Service(.greetingOfLogin) }
    }.graph
    #expect(Set(graph.nodes.map(\.id)).count == graph.nodes.count, "\(graph.nodes.map(\.id))")
    let edge = try #require(graph.edges.first { $0.label == "parameter 1" })
    #expect(graph.nodes.first { $0.id == edge.to }?.role == .scope)
  }

  @Test func `two modules with one name have their qualified names`() throws {
    let graph = try Registry {
      Notes.Module()
      Account.Module()
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
    }.graph
    let names = [
      "WaymarkInspectionTests.Account.Module", "WaymarkInspectionTests",
      "WaymarkInspectionTests.Notes.Module",
    ]
    #expect(Set(graph.nodes.filter { $0.role == .route }.map(\.module)) == Set(names))
    #expect(graph.part(of: names[0]).nodes.map(\.id) == ["\(names[0]).Login"])
    let alone = try Registry { Notes.Module() }.graph
    #expect(alone.nodes.map(\.module) == ["Module"])
  }

  @Test func `a quotation mark with a combining character is escaped`() throws {
    let key = "a\"\u{301}]; b [label=x"
    let graph = try Registry {
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: key) }
    }.graph
    func before(_ text: String) -> String {
      String(String.UnicodeScalarView(text.unicodeScalars.prefix { $0 != "\u{301}" }.suffix(6)))
    }
    #expect(before(graph.dot()).hasSuffix("a\\\"") && before(graph.mermaid()) == "#quot;")
  }
}
