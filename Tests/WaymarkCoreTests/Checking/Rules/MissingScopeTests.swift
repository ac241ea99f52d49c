import SharedFixtures
import Testing
import WaymarkCore

private struct Header: Sendable { init(login: Login, visit: Visit) {} }
private struct Footer: Sendable {}
private struct Total: Sendable { init(basket: Basket) {} }
private struct Bill: Sendable { init(total: Total, visit: Visit) {} }
private struct LoginCheck: HealthCheck {
  let name: String
  init(login: Login) { name = login.user }
}
private struct Report: Sendable { init(checks: [any HealthCheck], visit: Visit) {} }
private struct Ordering: RouteScope {}
private struct OrderWindow: RouteScope { typealias Outer = Ordering? }
extension RoutableService<Report> { fileprivate static var report: Self { declared() } }
extension RoutableService<Header> { fileprivate static var header: Self { declared() } }
extension RoutableService<Footer> { fileprivate static var footer: Self { declared() } }
extension RoutableService<Total> { fileprivate static var total: Self { declared() } }
extension RoutableService<Bill> { fileprivate static var bill: Self { declared() } }

@Suite("Rule: a scoped route doesn't rely on an optional outer scope")
struct MissingScopeTests: RouteVocabulary {
  @Test func `a kept route that needs the outer scope's value is an error`() {
    let text = problems {
      Route(Header.init(login:visit:)) {
        Service(.header)
        Scoped(to: Visit.self)
      }
    }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 1: error: Header needs Visit and Login, but a Visit can be open without a Login [captive-scope]
            Header → Login
            line + 1: Route(Header) needs Login (parameter 1), the value of a scope
            To fix: take Login? as a parameter
                or: write typealias Outer = Login in Visit
        """)
  }

  @Test func `each name has its own article`() {
    let text = problems { Route({ (_: Ordering, _: OrderWindow) in Footer() }) { Service(.footer) } }
    #expect(text.findings == ["line + 0 captive-scope"])
    #expect(
      text.contains(
        "Footer needs OrderWindow and Ordering, but an OrderWindow can be open without an Ordering"))
  }

  @Test func `a route that needs the outer scope's instance is an error`() {
    let text = problems {
      VisitModule()
      Route(Total.init(basket:)) { Service(.total) }
      Route(Bill.init(total:visit:)) {
        Service(.bill)
        Scoped(to: Visit.self)
      }
    }
    #expect(text.contains("Bill needs Visit and Login, but a Visit can be open without a Login"))
    #expect(text.contains("Bill → Total → Basket"))
    #expect(text.contains("To fix: take Basket? as a parameter"))
  }

  /// An optional array isn't nil, because routes contribute to it.
  @Test func `a collection of the outer scope isn't suggested as an optional parameter`() {
    let text = problems {
      Route(LoginCheck.init(login:)) {
        Contributes(to: .healthChecks)
        Scoped(to: Login.self)
      }
      Route(Report.init(checks:visit:)) {
        Service(.report)
        Scoped(to: Visit.self)
      }
    }
    #expect(text.contains("Report needs Visit and Login, but a Visit can be open without a Login"))
    #expect(text.contains("To fix: request Registry.current.makeDestinations(of: "), "\(text)")
    #expect(text.contains("or: write typealias Outer = Login in Visit"), "\(text)")
  }
}
