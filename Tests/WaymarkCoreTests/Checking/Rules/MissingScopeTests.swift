import SharedFixtures
import Testing
import WaymarkCore

private struct LoginCheck: HealthCheck {
  let name: String
  init(login: Login) { name = login.user }
}
private struct Ordering: RouteScope {}
private struct OrderWindow: RouteScope { typealias Outer = Ordering? }

@Suite("Rule: a scoped route doesn't rely on an optional outer scope")
struct MissingScopeTests: RouteVocabulary {
  @Test func `a kept route that needs the outer scope's value is an error`() {
    let text = problems {
      scoped({ (_: Login, _: Visit) in SystemTime() }, Service(.time), to: Visit.self)
    }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 1: error: SystemTime needs Visit and Login, but a Visit can be open without a Login [captive-scope]
            SystemTime → Login
            line + 1: Route(SystemTime) needs Login (parameter 1), the value of a scope
            To fix: take Login? as a parameter
                or: write typealias Outer = Login in Visit
        """)
  }

  private static let cases = [
    RuleCase(
      "each name has its own article", "captive-scope",
      says: "needs OrderWindow and Ordering, but an OrderWindow can be open without an"
    ) {
      Route({ (_: Ordering, _: OrderWindow) in SystemTime() }) { Service(.time) }
    },
    RuleCase(
      "an instance of the outer scope", "captive-scope", says: "To fix: take Basket? as a parameter",
      paths: "SystemTime → PlainDraft → Basket"
    ) {
      VisitModule()
      Route({ (_: Basket) in PlainDraft() }) { Service<any Draft>() }
      scoped({ (_: any Draft, _: Visit) in SystemTime() }, Service(.time), to: Visit.self)
    },
    // An optional array isn't nil, because routes contribute to it.
    RuleCase(
      "a collection of the outer scope", "captive-scope",
      says: "To fix: request Registry.current.makeDestinations(of: ",
      "or: write typealias Outer = Login in Visit"
    ) {
      Route(LoginCheck.init(login:)) {
        Contributes(to: .healthChecks)
        Scoped(to: Login.self)
      }
      scoped({ (_: [any HealthCheck], _: Visit) in SystemTime() }, Service(.time), to: Visit.self)
    },
  ]

  @Test(arguments: cases) func `a need of an optional outer scope is an error`(row: RuleCase) throws {
    try row.check()
  }
}
