import SharedFixtures
import Testing
import WaymarkCore

@MainActor private final class SharedConfiguration: EditorModuleConfig { var note: Note? }

private struct ValueModule: RouteModule {
  static let line = #line
  var routes: Routes {
    Route(Editor.self, configuration: EditorConfiguration.init) {
      ViewModule<any EditorModuleConfig>()
      View<any EditorInput>()
    } make: { configuration, _ in
      let editor = Editor()
      editor.title = "note \(configuration.note?.id ?? 0)"
      return editor
    } prepare: { editor, configuration, _ in
      editor.title += ", prepared for \(configuration.note?.id ?? 0)"
    }
  }
}

@MainActor @Suite("Module configurations")
struct ConfigurationTests: RouteVocabulary {
  @Test func `the caller fills a configuration value`() throws {
    let registry = try Registry { ValueModule() }
    let router = try #require(registry.router(to: ViewModule<any EditorModuleConfig>()))
    #expect(
      try router.makeDestination(as: View<any EditorInput>()) { $0.note = Note(id: 7) }.title
        == "note 7, prepared for 7")
    #expect(
      try router.makeDestination(as: View<any EditorInput>()).title == "note 0, prepared for 0",
      "each caller starts with the default values")
    #expect(
      try registry.makeDestination(to: View<any EditorInput>()).title == "note 0, prepared for 0",
      "asked for by its protocol, the view is made with the default configuration")
  }

  @Test func `each caller gets a new configuration object`() throws {
    let registry = try Registry {
      Route(Editor.self, configuration: { SharedConfiguration() }) {
        ViewModule<any EditorModuleConfig>()
        View<any EditorInput>()
      } make: { _, _ in
        Editor()
      } prepare: { editor, configuration, _ in
        editor.title = "note \(configuration.note?.id ?? 0)"
      }
    }
    let router = try #require(registry.router(to: ViewModule<any EditorModuleConfig>()))
    #expect(
      try router.makeDestination(as: View<any EditorInput>()) { $0.note = Note(id: 7) }.title == "note 7")
    #expect(try router.makeDestination(as: View<any EditorInput>()).title == "note 0")
  }

  @Test func `an interface that the route doesn't provide is refused`() throws {
    let registry = try Registry {
      ValueModule()
      Route({ HeadingEditor(Editor()) }) { View<any HeadingInput>() }
    }
    let router = try #require(registry.router(to: ViewModule<any EditorModuleConfig>()))
    let problem = error { _ = try router.makeDestination(as: View<any HeadingInput>()) { $0.note = Note() } }
    #expect(
      problem.map { relative("\($0)", fileID: #fileID, line: ValueModule.line) }
        == """
        Editor (line + 2), whose configuration was requested, does not provide View<any HeadingInput> [destinationMismatch]
            To fix: add View<any HeadingInput>() to that route
                or: request one of its tokens: View<any EditorInput>
        """)
  }

  @Test func `the configured route makes its view even if its token is overridden`() throws {
    let registry = try Registry { ValueModule() }.overriding {
      Route(Editor.self) {
        View<any EditorInput>()
        Accepts(.partialOverride, because: "the configuration's route stays")
      } prepare: { editor, _ in
        editor.title = "replaced"
      }
    }
    let router = try #require(registry.router(to: ViewModule<any EditorModuleConfig>()))
    #expect(
      try router.makeDestination(as: View<any EditorInput>()) { $0.note = Note(id: 3) }.title
        == "note 3, prepared for 3")
    #expect(try registry.makeDestination(to: View<any EditorInput>()).title == "replaced")
  }
}
