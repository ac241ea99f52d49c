import SharedFixtures
import Testing
import WaymarkCore

private final class Reader: NoteStore {
  let name = "reader"
  init(time: any TimeSource) {}
}

private struct Reading: TimeSource {
  let now = 0
  init(inner: any TimeSource, store: any NoteStore) {}
}

@Suite("Rules about decorators")
struct DecoratorRuleTests: RouteVocabulary {
  private static let stamped: @Sendable (any TimeSource, UserSession) -> any TimeSource = { time, _ in time }
  private static let reading: @Sendable (any TimeSource, any NoteStore) -> any TimeSource = {
    Reading(inner: $0, store: $1)
  }

  private static let cases = [
    RuleCase(
      "a contribution", "line + 6 dangling-decorator",
      says: "line + 5: Services(.healthChecks) is provided here", "To fix: add Service<any HealthCheck>()",
      lacks: "decorate Services"
    ) {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      Decorates(Service<any HealthCheck>(declaredProtocol: (any HealthCheck).self)) { $0 }
    },
    RuleCase(
      "a cycle with a service", "line + 8 dependency-cycle",
      says: "in a cycle: Reader → the decorator of any TimeSource → Reader [",
      "line + 9: Decorates(.time) needs any NoteStore (parameter 2), which Route(Reader) makes",
      "for example in the decorator of any TimeSource, with a @Routed property\n",
      "        or: take DestinationServiceRouter<any NoteStore> there as parameter 2"
    ) {
      Route(SystemTime.self) { Service(.time) }
      Route(Reader.init(time:)) { Service<any NoteStore>() }
      Decorates(.time, with: reading)
    },
    RuleCase(
      "the decorated type as another parameter", "line + 5 dependency-cycle",
      says: "To fix: use the first parameter, which is the instance to wrap, and remove parameter 2"
    ) {
      Route(SystemTime.self) { Service(.time) }
      Decorates(.time, with: { (inner: any TimeSource, _: any TimeSource) in inner })
    },
    RuleCase(
      "a singleton that retains its decorator's instance", "line + 8 captive-dependency",
      says: "the decorator of any TimeSource is a singleton and retains MemoryStore",
      "or: add Accepts(.captiveDependency, because: …) to Route(SystemTime)",
      paths: "the decorator of any TimeSource → MemoryStore"
    ) {
      kept({ SystemTime() }, Service(.time))
      shared({ MemoryStore() }, Service<any NoteStore>())
      Decorates(.time, with: reading)
    },
    RuleCase(
      "a scope that the decorator of a singleton needs", "line + 7 captive-scope",
      says: "line + 7: Decorates(.time) needs UserSession (parameter 2), the value of a scope",
      "add Scoped(to: UserSession.self) to Route(SystemTime) in place of Singleton()",
      paths: "the decorator of any TimeSource → UserSession"
    ) {
      kept({ SystemTime() }, Service(.time))
      Decorates(.time, with: stamped)
    },
    RuleCase("a warning that the decorated route accepts") {
      Route(SystemTime.self) {
        Service(.time)
        Singleton()
        Accepts(.captiveDependency, because: "the store lives as long")
      }
      shared({ MemoryStore() }, Service<any NoteStore>())
      Decorates(.time, with: reading)
    },
  ]

  @Test(arguments: cases) func `a decorator has the problems of a route`(row: RuleCase) throws {
    try row.check()
  }

  @Test func `a decorator alone makes no route reachable`() throws {
    let text = try notes(.unreachableRoute) {
      Route(SystemTime.self) { Service(.time) }
      Decorates(.time) { $0 }
    }
    #expect(text.findings == ["line + 1 unreachable-route"])
    let reached = try notes(.unreachableRoute) {
      Route(SystemTime.self) { Service(.time) }
      Decorates(.time) { $0 }
      Decorates(.time) { $0 }
      service(Reader.init(time:), Service<any NoteStore>(), EntryPoint())
    }
    #expect(reached == "")
  }

  @Test func `a decorator of a collection's array is an error`() throws {
    let array = Service<[any HealthCheck]>(declaredProtocol: [any HealthCheck].self)
    let base = try Registry { Route(DiskCheck.init) { Contributes(to: .healthChecks) } }
    let text = problemsOfDeriving(try base.extending { Decorates(array) { $0 + $0 } })
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 0: error: Service<[any HealthCheck]> is decorated, but it is the array of Services(.healthChecks) [dangling-decorator]
            Decorates(Service<[any HealthCheck]>())
            To fix: change the contributions in their routes
                or: replace them, with Replaces(.healthChecks)
        """)
    let overridden = problemsOfDeriving(try base.overriding { Overrides(array) { $0 += $0 } })
    #expect(overridden.codes == ["dangling-decorator"])
    let alone = problems {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      Decorates(array) { $0 + $0 }
    }
    #expect(alone.codes == ["dangling-decorator"])
  }
}
