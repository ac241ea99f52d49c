import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: the type of a parameter is provided as one kind")
struct AmbiguousParameterRuleTests: RouteVocabulary {
  @Test func `a parameter provided as a view and a service is an error`() {
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

  @Test func `a parameter provided as one kind is accepted`() {
    let text = problems {
      Route(Editor.self) { View<any EditorInput>() }
      Route(HeadingEditor.init) { View<any HeadingInput>() }
    }
    #expect(text.isEmpty)
  }

  @Test func `a parameter with a name from Takes is accepted`() {
    let text = problems {
      Route(Editor.self) { View(.firstOfTwoEditors) }
      Route(Editor.self) { View(.secondOfTwoEditors) }
      Route(HeadingEditor.init) {
        View<any HeadingInput>()
        Takes(.secondOfTwoEditors)
      }
    }
    #expect(text.isEmpty)
  }

  @Test func `only their own rule reports several names of one kind`() {
    let text = problems {
      Route(Editor.self) { View(.firstOfTwoEditors) }
      Route(Editor.self) { View(.secondOfTwoEditors) }
      Route(HeadingEditor.init) { View<any HeadingInput>() }
    }
    #expect(text.contains("[ambiguous-name]") && !text.contains("[ambiguous-parameter]"))
  }
}

extension RoutableView<any EditorInput> {
  fileprivate static var firstOfTwoEditors: Self { declared() }
  fileprivate static var secondOfTwoEditors: Self { declared() }
}
