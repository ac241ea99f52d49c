import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: a route provides each token once")
struct RepeatedProvisionRuleTests: RouteVocabulary {
  @Test func `a repeated token is an error`() {
    let text = problems {
      Route(Editor.self) {
        View<any EditorInput>()
        View<any EditorInput>.as { $0 }
      }
    }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 1: error: Route(Editor) provides View<any EditorInput> twice [repeated-provision]
            To fix: remove one of the two
        """)
  }

  @Test func `two tokens of one type are accepted`() {
    let text = problems {
      Route(Editor.self) {
        View<any EditorInput>()
        View<Editor>(declaredProtocol: Editor.self)
      }
    }
    #expect(text.isEmpty)
  }
}
