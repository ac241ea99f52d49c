import Testing
import Waymark

@Suite("An identifier can be seen")
struct EmptyIdentifierRuleTests: RouteVocabulary {
  @Test(arguments: ["", " ", "\t\n"])
  func anEmptyOneIsReported(identifier: String) {
    let text = problems {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier(identifier)
      }
    }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 1: error: Route(Editor) has an identifier without a visible character [empty-identifier]
            Identifier("\(identifier)")
            To fix: give it a name, or leave the identifier out
        """)
  }

  @Test(arguments: ["x", " x", "ed itor", "é", "🗺️"])
  func anyOtherIsFine(identifier: String) {
    let text = problems {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier(identifier)
      }
    }
    #expect(text.isEmpty)
  }
}
