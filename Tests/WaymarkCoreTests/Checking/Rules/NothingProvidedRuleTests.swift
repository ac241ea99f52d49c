import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: a route provides a token")
struct NothingProvidedRuleTests: RouteVocabulary {
  @Test(arguments: [false, true])
  func `a route with all tokens removed by conditions is an error`(isProvided: Bool) {
    let text = problems {
      Route(Editor.self) {
        if isProvided { View<any EditorInput>() }
        Identifier("editor")
      }
    }
    let found = """
      error: 1 problem in 1 route
      line + 1: error: Route(Editor) provides nothing [nothing-provided]
          To fix: add View<…>() to its entries, outside of conditions
      """
    #expect(text == (isProvided ? "" : found))
  }

  @Test func `a route with only names is an error`() {
    let text = problems {
      Route({ 7 }) {
        Identifier("store")
        EntryPoint()
      }
    }
    #expect(text.hasSuffix("add View<…>() or Service<…>() to its entries, outside of conditions"))
  }
}
