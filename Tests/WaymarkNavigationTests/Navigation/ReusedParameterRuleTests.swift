import SharedFixtures
import Testing
import Waymark

private struct NoteConfiguration: Sendable {
  var id = 0
  var page: Int?
}
extension RoutableViewModule<NoteConfiguration> { fileprivate static var note: Self { declared() } }

@MainActor
@Suite("Rule: a pattern has the parameters that decide about keeping a screen")
struct ReusedParameterRuleTests: RouteVocabulary {
  private func problems(
    _ policy: ReusePolicy, _ patterns: [URLPattern], accepting: [Accepts] = []
  ) -> String {
    SharedFixtures.problems(line: #line) {
      Route(Editor.self, configuration: NoteConfiguration.init) {
        View<any EditorInput>()
        ViewModule(.note)
        for pattern in patterns { pattern }
        for entry in accepting { entry }
        Reuses(policy)
      } make: { _, _ in
        Editor()
      }
    }
  }

  @Test func `a misspelled name is a warning`() {
    #expect(
      problems(.sameParameters(named: "idd", "id"), [URLPattern("notes://a/:id")]) == """
        line + 1: warning: Reuses of Route(Editor) compares the parameter 'idd', which no pattern of the route has [missing-url-parameter]
            "notes://a/:id"
            To fix: did you mean 'id'?
                or: add Accepts(.missingURLParameter, because: …) to the route, if its URLs have it in the query
        """)
  }

  @Test func `the name of a pattern's parameter, or of an item in the query, is no problem`() {
    let template = URLPattern(for: NoteConfiguration.self, "notes://a/\(\.id)?page=\(\.page)")
    #expect(problems(.sameParameters(named: "id", "page"), [template]).isEmpty)
    #expect(
      problems(.sameParameters(named: "b", "**"), [URLPattern("/a/:b"), URLPattern("/c/**")]).isEmpty)
    #expect(problems(.sameParameters(named: "q"), []).isEmpty)
    #expect(problems(.sameParameters(named: "query"), [URLPattern("/a/:id")]).isEmpty)
    #expect(problems(.sameParameters, [template]).isEmpty)
    let accepted = Accepts(.missingURLParameter, because: "the links have it in their query")
    let patterns = [URLPattern("/a/:note")]
    #expect(!problems(.sameParameters(named: "notes"), patterns).isEmpty)
    #expect(problems(.sameParameters(named: "notes"), patterns, accepting: [accepted]).isEmpty)
  }
}
