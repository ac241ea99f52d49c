import SharedFixtures
import Testing
import WaymarkCore

@MainActor
@Suite("Rule: an override of a view also replaces its configuration")
struct PartialOverrideRuleTests: RouteVocabulary {
  private let line = #line
  private func base() throws -> Registry {
    try Registry {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        View<any EditorInput>()
        View<Editor>(declaredProtocol: Editor.self)
        ViewModule<any EditorModuleConfig>()
      } make: { configuration, _ in
        Editor()
      }
    }
  }

  private func problem(@RoutesBuilder _ routes: () -> Routes) -> String {
    problemsOfDeriving(line: line) { () throws(RegistryError) in
      do {
        return try base().overriding(routes)
      } catch let error as RegistryError {
        throw error
      } catch {
        Issue.record(error)
        return .current
      }
    }
  }

  @Test func `a configuration that leads to the replaced route is an error`() {
    let line = #line - self.line
    let text = problem { Route(Editor.self) { View<any EditorInput>() } }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + \(line + 1): error: View<any EditorInput> is overridden, but ViewModule<any EditorModuleConfig> still leads to the replaced Route(Editor) [partial-override]
            line + 3: Route(Editor) provides both
            To fix: provide ViewModule<any EditorModuleConfig> too, in a route with configuration:
                or: add Accepts(.partialOverride, because: "…") if the real one is meant there
        """)
  }

  @Test func `a route can accept a partial override`() {
    let text = problem {
      Route(Editor.self) {
        View<any EditorInput>()
        Accepts(.partialOverride, because: "only requests without a configuration are tested")
      }
    }
    #expect(text == "")
  }

  @Test func `overriding the configuration as well is accepted`() {
    let both = problem {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        View<any EditorInput>()
        ViewModule<any EditorModuleConfig>()
      } make: { _, _ in
        Editor()
      }
    }
    #expect(both == "")
    let configuration = problem {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        ViewModule<any EditorModuleConfig>()
      } make: { _, _ in
        Editor()
      }
    }
    #expect(configuration == "", "who overrides a configuration knows of it")
  }

  @Test func `overriding one of two interfaces without a configuration is accepted`() throws {
    let base = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Service<MemoryStore>(declaredProtocol: MemoryStore.self)
      }
    }
    #expect(
      problemsOfDeriving { () throws(RegistryError) in
        try base.overriding { Route(MemoryStore.self) { Service<any NoteStore>() } }
      } == "")
  }

  @Test func `an adapter that replaces a configured view is an error`() {
    let text = problem {
      Adapter(View<any EditorInput>(), for: View<Editor>(declaredProtocol: Editor.self)) { $0 }
    }
    #expect(text.contains("still leads to the replaced Route(Editor) [partial-override]"))
    #expect(
      text.hasSuffix("To fix: provide ViewModule<any EditorModuleConfig> too, in a route with configuration:")
    )
  }

  @Test func `a route that replaces two tokens is reported once`() {
    let text = problem {
      Route(Editor.self) {
        View<any EditorInput>()
        View<Editor>(declaredProtocol: Editor.self)
      }
    }
    #expect(text.hasPrefix("error: 1 problem in"))
  }

  /// An adapter of the base provides the view, so that the configuration never led to it.
  @Test func `overriding a token that an adapter provides is accepted`() throws {
    let base = try Registry {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        View<Editor>(declaredProtocol: Editor.self)
        ViewModule<any EditorModuleConfig>()
      } make: { _, _ in
        Editor()
      }
      Adapter(View<any EditorInput>(), for: View<Editor>(declaredProtocol: Editor.self)) { $0 }
    }
    #expect(
      problemsOfDeriving { () throws(RegistryError) in
        try base.overriding { Route(Editor.self) { View<any EditorInput>() } }
      } == "")
  }

  @Test func `overriding one of two configurations is accepted`() throws {
    let base = try Registry {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        ViewModule<any EditorModuleConfig>()
        ViewModule<any RequiredModuleConfig>()
      } make: { _, _ in
        Editor()
      }
    }
    #expect(
      problemsOfDeriving { () throws(RegistryError) in
        try base.overriding {
          Route(Editor.self, configuration: EditorConfiguration.init) {
            ViewModule<any EditorModuleConfig>()
          } make: { _, _ in
            Editor()
          }
        }
      } == "")
  }

  /// What was already replaced in the base isn't on the old route anymore.
  @Test func `a configuration replaced by an earlier override is accepted`() throws {
    let once = try base().overriding {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        ViewModule<any EditorModuleConfig>()
      } make: { _, _ in
        Editor()
      }
    }
    #expect(
      problemsOfDeriving { () throws(RegistryError) in
        try once.overriding { Route(Editor.self) { View<any EditorInput>() } }
      } == "")
  }

  @MainActor @Test func `Overrides can't accept a partial override`() throws {
    let base = try Registry {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        View(.editor)
        ViewModule(.editorModule)
      } make: { _, _ in
        Editor()
      }
    }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding { Overrides(.editor, with: Editor()) }
    }
    #expect(text.contains("[partial-override]") && !text.contains("add Accepts("), "\(text)")
  }
}
