import Testing
import Waymark

private struct Needy {
  init(
    store: (any NoteStore)?, router: DestinationServiceRouter<any Draft>,
    module: ModuleServiceRouter<any ImportModuleConfig>?, resolver: Resolver, registry: Registry
  ) {}
}

@Suite("Rule: the dependencies of a route are provided")
struct MissingRequirementRuleTests: RouteVocabulary {
  @Test func missingParameterIsReported() {
    let text = problems {
      Route(StoredEditor.init(store:time:)) { View<any EditorInput>() }
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 1: error: parameter 1 of Route(StoredEditor) needs any NoteStore, and nothing provides it [missing-requirement]
            To fix: add Service<any NoteStore> to a route, or add the module that provides it to the registry, or make the parameter optional
        """)
  }

  @Test func viewAsAParameterOfAServiceIsReported() {
    let text = problems {
      Route({ @Sendable (_: any EditorInput) in MemoryStore() }) { Service<any NoteStore>() }
      Route(Editor.self) { View<any EditorInput>() }
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 1: error: parameter 1 of Route(MemoryStore) needs any EditorInput, and nothing provides it [missing-requirement]
            line + 2: View<any EditorInput> is provided here
            To fix: request View<any EditorInput>, or add Service<any EditorInput> to a route, or make the parameter optional
        """)
  }

  @Test func missingRouterIsReportedAndMissingOptionalIsNot() {
    let text = problems {
      Route(Needy.init) { Service<Needy>(declaredProtocol: Needy.self) }
    }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 1: error: parameter 2 of Route(Needy) needs a router to Service<any Draft>, and nothing provides it [missing-requirement]
            To fix: add Service<any Draft> to a route, or add the module that provides it to the registry, or make the parameter optional
        """)
  }

  @Test func missingTokenOfRequiresIsReported() {
    let text = problems {
      Route(Editor.self) {
        View<any EditorInput>()
        Requires(Service<any NoteStore>(), View<any EditorInput>(), Service<any EditorInput>())
      }
    }
    #expect(
      text == """
        error: 2 problems in 1 route
        line + 1: error: Route(Editor) needs Service<any NoteStore>, and nothing provides it [missing-requirement]
            Requires(Service<any NoteStore>())
            To fix: add Service<any NoteStore> to a route, or add the module that provides it to the registry
        line + 1: error: Route(Editor) needs Service<any EditorInput>, and nothing provides it [missing-requirement]
            Requires(Service<any EditorInput>())
            line + 1: View<any EditorInput> is provided here
            To fix: request View<any EditorInput>, or add Service<any EditorInput> to a route
        """)
  }

  @Test func dependencyProvidedByTheBaseOrAnAdapterIsAccepted() throws {
    let base = try Registry { Route(MemoryStore.self) { Service<any NoteStore>() } }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.extending {
        Route(SystemTime.self) { Service<any TimeSource>() }
        Route(StoredEditor.init(store:time:)) {
          View<any EditorInput>()
          Requires(Service<any RequiredStore>())
        }
        Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
      }
    }
    #expect(text.isEmpty)
  }

  @Test func missingTextOrNumberIsReportedWithAnotherRemedy() {
    let text = problems { Route(MemoryStore.init(name:)) { Service<any NoteStore>() } }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 0: error: parameter 1 of Route(MemoryStore) needs String, and nothing provides it [missing-requirement]
            To fix: parameters are resolved by type, and a String rarely identifies one dependency: pass it in make: { … }, or take it from a configuration
        """)
  }
}
