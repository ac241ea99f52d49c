import SharedFixtures
import Testing
import WaymarkCore

private final class UserCheck: HealthCheck {
  let name: String
  init(login: Login) { name = login.user }
}

private final class Holder: Sendable {
  let checks: [any HealthCheck]
  init(checks: [any HealthCheck]) { self.checks = checks }
}

extension RoutableService<Holder> { fileprivate static var holder: Self { declared() } }

@Suite("Collections and scopes")
struct CollectionScopeTests: RouteVocabulary {
  private func registry() throws(RegistryError) -> Registry {
    try Registry {
      Route(UserCheck.init(login:)) {
        Contributes(to: .healthChecks, as: "user")
        Scoped(to: Login.self)
      }
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      Route(Holder.init(checks:)) { Service(.holder) }
    }
  }

  @Test func `a scope keeps its contribution until it closes`() async throws {
    let registry = try registry()
    let (ann, ben) = (try registry.opening(Login(user: "ann")), try registry.opening(Login(user: "ben")))
    #expect(try ann.makeDestinations(of: .healthChecks).map(\.name) == ["ann", "disk"])
    #expect(try ben.makeDestination(to: .holder).checks.map(\.name) == ["ben", "disk"])
    let first = try ann.makeDestinations(of: .healthChecks)[0] as? UserCheck
    #expect(try ann.contributions(to: .healthChecks)["user"]?.makeDestination() as? UserCheck === first)
    #expect(error { _ = try registry.makeDestinations(of: .healthChecks) }?.code == .scopeNotOpen)
    #expect(try registry.contributions(to: .healthChecks).routers[1].makeDestination().name == "disk")
    await ann.close()
    #expect(error { _ = try ann.makeDestinations(of: .healthChecks) }?.code == .scopeClosed)
  }

  @Test func `a kept holder of a scoped contribution is an error`() {
    let text = problems {
      Route(UserCheck.init(login:)) {
        Contributes(to: .healthChecks)
        Scoped(to: Login.self)
      }
      kept(Holder.init(checks:), Service(.holder))
    }
    #expect(
      text.outline == """
        error: 1 problem in 2 routes
        line + 5: error [captive-scope]
            Holder → UserCheck
            line + 5: Route(Holder) needs [any HealthCheck] (parameter 1), which Route(UserCheck) makes
            line + 1: Route(UserCheck) is Scoped(to: Login.self)
        """)
    let optional = problems {
      Route(UserCheck.init(login:)) {
        Contributes(to: .healthChecks)
        Scoped(to: Login.self)
      }
      kept({ (checks: [any HealthCheck]?) in MemoryStore(name: "\(checks?.count ?? 0)") }, Service(.notes))
    }
    #expect(optional.contains("[captive-scope]"), "\(optional)")
  }

  @Test func `a singleton with a weakly shared contribution is a warning`() {
    let text = problems {
      Route({ ClockCheck(time: SystemTime()) }) {
        Contributes(to: .healthChecks)
        WeaklyShared()
      }
      kept(Holder.init(checks:), Service(.holder))
    }
    #expect(
      text.withoutRemedies == """
        line + 5: warning: Holder is a singleton and retains ClockCheck, which is WeaklyShared() and would never be released [captive-dependency]
            Holder → ClockCheck
            line + 5: Route(Holder) needs Services<any HealthCheck> (parameter 1), to which Route(ClockCheck) contributes
            line + 1: Route(ClockCheck) is declared here
        """)
  }

  @Test func `a cycle through a collection is an error`() {
    struct Nested: HealthCheck {
      let name = "nested"
      init(checks: [any HealthCheck]) {}
    }
    let text = problems { Route(Nested.init(checks:)) { Contributes(to: .healthChecks) } }
    #expect(
      text.outline == """
        error: 1 problem in 1 route
        line + 0: error [dependency-cycle]
            line + 0: Route(Nested) needs Services<any HealthCheck> (parameter 1), to which Route(Nested) contributes
        """)
    struct OptionalNested: HealthCheck {
      let name = "optional"
      init(checks: [any HealthCheck]?) {}
    }
    let optional = problems { Route(OptionalNested.init(checks:)) { Contributes(to: .healthChecks) } }
    #expect(optional.contains("[dependency-cycle]"), "\(optional)")
  }

  @Test func `a contribution may request its own collection lazily or by key`() {
    struct Lazy: HealthCheck {
      let name = "lazy"
      init(checks: Contributions<any HealthCheck>) {}
    }
    struct Keyed: HealthCheck {
      let name = "keyed"
      init(checks: [String: any HealthCheck]) {}
    }
    let text = problems {
      Route(Lazy.init(checks:)) { Contributes(to: .healthChecks, as: "lazy") }
      Route(Keyed.init(checks:)) { Contributes(to: .healthChecks) }
    }
    #expect(text == "")
  }
}
