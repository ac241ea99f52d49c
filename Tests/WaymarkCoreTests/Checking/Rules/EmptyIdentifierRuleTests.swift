import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: an identifier has a visible character")
struct EmptyIdentifierRuleTests: RouteVocabulary {
  @Test(arguments: ["", " ", "\t\n"])
  func `an identifier without visible characters is an error`(identifier: String) {
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
            To fix: write a name
                or: remove the identifier
        """)
  }

  @Test(arguments: ["x", " x", "ed itor", "é", "🗺️"])
  func `any other identifier is accepted`(identifier: String) {
    let text = problems {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier(identifier)
      }
    }
    #expect(text.isEmpty)
  }
}
