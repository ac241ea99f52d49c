import SharedFixtures
import Testing
import WaymarkCore

private final class OtherStore: NoteStore {
  let name = "other"
}

private struct StoreModule: RouteModule {
  static let line = #line + 3
  let number: Int
  var routes: Routes {
    Route(MemoryStore.self) { Service<any NoteStore>() }
  }
}

@Suite("Rule: a token is provided once")
struct DuplicateProvisionRuleTests: RouteVocabulary {
  @Test func `a token provided by three routes is an error`() {
    let text = problems {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
      } make: {
        MemoryStore()
      }
      Route(MemoryStore.init(name:)) { Service<any NoteStore>() }
      Route(String.self) {
        Service<String>(declaredProtocol: String.self)
      } make: {
        "name"
      }
    }
    #expect(
      text.outline == """
        error: 2 problems in 4 routes
        line + 2: error [duplicate-provision]
            line + 1: Route(MemoryStore) provides it first
        line + 7: error [duplicate-provision]
            line + 1: Route(MemoryStore) provides it first
        """)
  }

  @Test func `two modules of one type can't provide the same token`() {
    let text = problems(line: StoreModule.line) {
      StoreModule(number: 1)
      StoreModule(number: 2)
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 0: error: Service<any NoteStore> is provided twice by the same declaration [duplicate-provision]
            line + 33: StoreModule is listed here
            line + 34: StoreModule is listed here
            To fix: list StoreModule once
                or: make StoreModule Equatable, so that equal values of it count once
        """)
  }

  @Test func `routes of two types on one line are two declarations`() {
    let stores = Service<any NoteStore>()
    let text = problems {
      for route in [Route(MemoryStore.self) { stores }, Route(OtherStore.init) { stores }] { route }
    }
    #expect(
      text.outline == """
        error: 1 problem in 2 routes
        line + 1: error [duplicate-provision]
            line + 1: Route(MemoryStore) provides it first
        """)
  }

  @Test func `a token provided by a route and an adapter is an error`() {
    let text = problems {
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Service<any RequiredStore>()
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 1 route
        line + 2: error [duplicate-provision]
            line + 1: Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) provides it first
        """)
  }

  @Test func `an extension's token that the base provides is an error`() throws {
    let line = #line
    let base = try Registry { Route(MemoryStore.self) { Service<any NoteStore>() } }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try base.extending {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
        } make: {
          MemoryStore()
        }
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 2 routes
        line + 4: error [duplicate-provision]
            line + 1: Route(MemoryStore) provides it first
        """)
  }

  @Test func `each route of an extension for a token of the base is an error`() throws {
    let base = try Registry { Route(MemoryStore.self) { Service<any NoteStore>() } }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.extending {
        Route(MemoryStore.self) { Service<any NoteStore>() }
        Route(OtherStore.init) { Service<any NoteStore>() }
      }
    }
    #expect(
      text.outline == """
        error: 2 problems in 3 routes
        line + 2: error [duplicate-provision]
            line + -1: Route(MemoryStore) provides it first
        line + 3: error [duplicate-provision]
            line + -1: Route(MemoryStore) provides it first
        """)
  }

  @Test func `a view and a service may have one type`() {
    let text = problems {
      Route(Editor.self) { View<any EditorInput>() }
      Route(Editor.self) {
        Service<any EditorInput>.as { $0 }
      } make: { routes in
        throw Failure(description: "never made")
      }
    }
    #expect(text.isEmpty)
  }

  @Test func `two routes of an extension for a new token are an error`() throws {
    let base = try Registry { Route(SystemTime.self) { Service<any TimeSource>() } }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.extending {
        Route(MemoryStore.self) { Service<any NoteStore>() }
        Route(MemoryStore.self) {
          Service<any NoteStore>()
        } make: {
          MemoryStore(name: "second")
        }
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 3: error [duplicate-provision]
            line + 2: Route(MemoryStore) provides it first
        """)
  }

  @Test func `an extension's route for the token of its adapter is an error`() throws {
    let base = try Registry { Route(MemoryStore.self) { Service<any NoteStore>() } }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.extending {
        Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
        Route(StoreProxy.init) { Service<any RequiredStore>() }
      }
    }
    #expect(
      text.outline.hasSuffix(
        """
        line + 3: error [duplicate-provision]
            line + 2: Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) provides it first
        """))
  }
}
