import Testing
import Waymark

@Suite("Rule: a route that provides a configuration has one")
struct MissingConfigurationRuleTests: RouteVocabulary {
  @Test func moduleTokenWithoutAConfigurationIsReported() {
    let text = problems {
      Route(Editor.self) {
        View<any EditorInput>()
        ViewModule<any EditorModuleConfig>()
      }
    }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 1: error: Route(Editor) provides ViewModule<any EditorModuleConfig>, but has no configuration [missing-configuration]
            To fix: declare it as Route(Editor.self, configuration: …), or remove ViewModule<any EditorModuleConfig>()
        """)
  }

  @Test func configurationWithoutAModuleTokenIsAccepted() {
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
