import Testing
import Waymark

@Suite("Rule: the type of a parameter is provided as one kind")
struct AmbiguousParameterRuleTests: RouteVocabulary {
  @Test func parameterProvidedAsAViewAndAsAServiceIsReported() {
    let text = problems {
      Route(Editor.self) { View<any EditorInput>() }
      Route(Editor.self) {
        Service<any EditorInput>.as { $0 }
      } make: { _ in
        throw Failure(description: "")
      }
      Route(HeadingEditor.init) { View<any HeadingInput>() }
    }
    #expect(
      text == """
        error: 1 problem in 3 routes
        line + 7: error: parameter 1 of Route(HeadingEditor) has the type any EditorInput, which is provided both as a view and as a service [ambiguous-parameter]
            line + 1: View<any EditorInput> is provided here
            line + 2: Service<any EditorInput> is provided here
            To fix: write make: { routes in … }, and request the one that is meant
        """)
  }

  @Test func parameterProvidedAsOneKindIsAccepted() {
    let text = problems {
      Route(Editor.self) { View<any EditorInput>() }
      Route(HeadingEditor.init) { View<any HeadingInput>() }
    }
    #expect(text.isEmpty)
  }
}
