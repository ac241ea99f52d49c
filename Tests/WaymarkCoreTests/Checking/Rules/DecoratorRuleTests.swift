import SharedFixtures
import Testing
import WaymarkCore

private struct Login: RouteScope { let user: String }

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
  private static let stamped: @Sendable (any TimeSource, Login) -> any TimeSource = { time, _ in time }
  private static let reading: @Sendable (any TimeSource, any NoteStore) -> any TimeSource = {
    Reading(inner: $0, store: $1)
  }

  @Test func `decorating a token that nothing provides is an error`() {
    let text6 = problems { Decorates(.time) { $0 } }
    #expect(
      text6 == """
        error: 1 problem in 0 routes
        line + 0: error: Service(.time) is decorated, and nothing provides it [dangling-decorator]
            Decorates(.time)
            To fix: add Service(.time) to a route
                or: add the module that provides it to the registry
        """)
  }

  @Test func `decorating a token of another role is an error`() {
    let text1 = problems {
      Route({ MemoryStore() }) { View<any NoteStore>(declaredProtocol: (any NoteStore).self) }
      Decorates(.notes, with: { (store: any NoteStore) in store })
    }
    #expect(
      text1.outline == """
        error: 1 problem in 1 route
        line + 2: error [dangling-decorator]
            Decorates(.notes)
            line + 1: View<any NoteStore> is provided here
        """)
  }

  @Test func `decorating a contribution isn't suggested`() {
    let text = problems {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      Decorates(Service<any HealthCheck>(declaredProtocol: (any HealthCheck).self)) { $0 }
    }
    #expect(
      text.outline == """
        error: 1 problem in 1 route
        line + 2: error [dangling-decorator]
            Decorates(Service<any HealthCheck>())
            line + 1: Services(.healthChecks) is provided here
        """, "\(text)")
    #expect(text.contains("To fix: add Service<any HealthCheck>()") && !text.contains("decorate Services"))
  }

  @Test func `a decorator's missing dependency is an error`() {
    let text2 = problems {
      Route(SystemTime.self) { Service(.time) }
      Decorates(.time, with: Self.reading)
    }
    #expect(
      text2.outline == """
        error: 1 problem in 1 route
        line + 2: error [missing-requirement]
        """)
  }

  @Test func `a cycle through a decorator is an error`() {
    let text3 = problems {
      Route(SystemTime.self) { Service(.time) }
      Route(Reader.init(time:)) { Service<any NoteStore>() }
      Decorates(.time, with: Self.reading)
    }
    #expect(
      text3 == """
        error: 1 problem in 2 routes
        line + 2: error: routes depend on each other in a cycle: Reader → the decorator of any TimeSource → Reader [dependency-cycle]
            line + 2: Route(Reader) needs any TimeSource (parameter 1), which Decorates(.time) makes
            line + 3: Decorates(.time) needs any NoteStore (parameter 2), which Route(Reader) makes
            To fix: resolve one of them later, for example in the decorator of any TimeSource, with a @Routed property
                or: take a router to any NoteStore there as parameter 2
        """)
  }

  @Test func `an override's cycle with a decorator of the base is an error`() throws {
    let base = try Registry {
      Route(SystemTime.self) { Service(.time) }
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Decorates(.time, with: Self.reading)
    }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding { Route(Reader.init(time:)) { Service<any NoteStore>() } }
    }
    #expect(
      text.contains(
        "line + 1: error: routes depend on each other in a cycle: Reader → the decorator of any TimeSource → Reader [dependency-cycle]"
      ))
  }

  @Test func `a singleton with a decorator that needs a scope is an error`() {
    let text4 = problems {
      Route(SystemTime.self) {
        Service(.time)
        Singleton()
      }
      Decorates(.time, with: Self.stamped)
    }
    #expect(
      text4 == """
        error: 1 problem in 1 route
        line + 5: error: the decorator of any TimeSource is Singleton() and needs the value of Login: it is kept longer than the scope [captive-scope]
            the decorator of any TimeSource → Login
            line + 5: Decorates(.time) needs Login (parameter 2), the value of a scope
            To fix: add Scoped(to: Login.self) to Route(SystemTime) in place of Singleton()
                or: let its callers pass the values of the scope
                or: request Registry.current.scope(Login.self) where it is used, while a Login is open
        """)
  }

  @Test func `an overriding singleton with a decorator that needs a scope is an error`() throws {
    let base = try Registry {
      Route(SystemTime.self) { Service(.time) }
      Decorates(.time, with: Self.stamped)
    }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding {
        Route(SystemTime.self) {
          Service(.time)
          Singleton()
        }
      }
    }
    #expect(text.contains("the decorator of any TimeSource is Singleton() and needs the value of Login"))
  }

  @Test func `a singleton that retains its decorator's instance is a warning`() {
    let text5 = problems {
      Route(SystemTime.self) {
        Service(.time)
        Singleton()
      }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        WeaklyShared()
      }
      Decorates(.time, with: Self.reading)
    }
    #expect(
      text5 == """
        line + 9: warning: the decorator of any TimeSource is a singleton and retains MemoryStore, which is WeaklyShared() and would never be released [captive-dependency]
            the decorator of any TimeSource → MemoryStore
            line + 9: Decorates(.time) needs any NoteStore (parameter 2), which Route(MemoryStore) makes
            line + 5: Route(MemoryStore) is declared here
            To fix: store a router to it instead
                or: make MemoryStore a Singleton()
                or: add Accepts(.captiveDependency, because: …) to Route(SystemTime)
        """)
  }

  @Test func `a decorator alone makes no route reachable`() throws {
    let text = try notes(.unreachableRoute) {
      Route(SystemTime.self) { Service(.time) }
      Decorates(.time) { $0 }
    }
    #expect(
      text.outline == """
        line + 1: note [unreachable-route]
        """)
    let reached = try notes(.unreachableRoute) {
      Route(SystemTime.self) { Service(.time) }
      Decorates(.time) { $0 }
      Decorates(.time) { $0 }
      Route(Reader.init(time:)) {
        Service<any NoteStore>()
        EntryPoint()
      }
    }
    #expect(reached == "")
  }

  @Test func `a remedy adds no entry to a decorator`() {
    let reading: @Sendable (any TimeSource, any NoteStore) -> any TimeSource = { time, _ in time }
    let stamped: @Sendable (any TimeSource, UserSession) -> any TimeSource = { time, _ in time }
    let warning = problems {
      Route(SystemTime.self) {
        Service(.time)
        Singleton()
      }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        WeaklyShared()
      }
      Decorates(.time, with: reading)
    }
    let error = problems {
      Route(SystemTime.self) {
        Service(.time)
        Singleton()
      }
      Decorates(.time, with: stamped)
    }
    #expect(warning.contains("[captive-dependency]") && !warning.contains("to Decorates("), "\(warning)")
    #expect(error.contains("[captive-scope]") && !error.contains("to Decorates("), "\(error)")
  }

  @Test func `the decorated route can accept the warning`() {
    let reading: @Sendable (any TimeSource, any NoteStore) -> any TimeSource = { time, _ in time }
    let text = problems {
      Route(SystemTime.self) {
        Service(.time)
        Singleton()
        Accepts(.captiveDependency, because: "the store lives as long")
      }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        WeaklyShared()
      }
      Decorates(.time, with: reading)
    }
    #expect(text == "", "\(text)")
  }
}
