import Testing
import Waymark

@Suite("A configuration that is provided exists")
struct MissingConfigurationRuleTests: RouteVocabulary {
  @Test func aModuleTokenWithoutAConfiguration() {
    let text = problems {
      Route(Editor.self) {
        View<any EditorInput>()
        ViewModule<any EditorModuleConfig>()
      }
    }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 1: error: Route(Editor) provides ViewModule<any EditorModuleConfig> and has no configuration [missing-configuration]
            To fix: declare it as Route(Editor.self, configuration: …), or leave ViewModule<any EditorModuleConfig>() out
        """)
  }

  @Test func aConfigurationWithoutAModuleTokenIsFine() {
    let text = problems {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        View<any EditorInput>()
      } make: { _, _ in
        Editor()
      }
    }
    #expect(text.isEmpty)
  }
}
