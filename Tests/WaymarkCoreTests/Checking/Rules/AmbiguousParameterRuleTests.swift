import SharedFixtures
import Testing
import WaymarkCore

/// A route that provides an editor as a service, and makes none.
private func editorService(fileID: StaticString = #fileID, line: Int = #line) -> Route {
  Route(Editor.self, fileID: fileID, line: line) {
    RoutableService<any EditorInput>.as { $0 }
  } make: { _ in
    throw Failure(description: "never made")
  }
}

@Suite("Rule: the type of a parameter is provided as one kind")
struct AmbiguousParameterRuleTests: RouteVocabulary {
  @Test func `a decorator's parameter provided as a view and a service is an error`() {
    let framed: @MainActor @Sendable (any HeadingInput, any EditorInput) -> any HeadingInput = { inner, _ in
      inner
    }
    let text = problems {
      Route(Editor.self) { View<any EditorInput>() }
      editorService()
      Route({ Editor() }) { View<any HeadingInput>.as { HeadingEditor($0) } }
      Decorates(View<any HeadingInput>(), with: framed)
    }
    #expect(text.findings == ["line + 4 ambiguous-parameter"])
    #expect(text.contains("parameter 2 of Decorates(View<any HeadingInput>()) has the type any EditorInput"))
    let closure = "with: { (inner: any HeadingInput, routes: Resolver) in … }"
    #expect(
      text.contains(
        "To fix: write Decorates(View<any HeadingInput>(), \(closure)), and request the one that is meant"))
  }

  @Test(arguments: [false, true])
  func `an extension makes parameters of its base's views ambiguous unless the base keeps the views`(
    isKept: Bool
  ) throws {
    let text = try problems {
      Route(Editor.self) { View<any EditorInput>() }
      Route(HeadingEditor.init) {
        View<any HeadingInput>()
        if isKept { WeaklyShared() }
      }
      Route({ SystemTime() }) { Contributes(to: .times) }
      Route({ @MainActor (_: [any TimeSource]) in Editor() }) {
        View(.firstOfTwoEditors)
        if isKept { WeaklyShared() }
      }
    } extending: {
      editorService()
      Route({ @MainActor in SystemTime() }) { Contributes(to: .timeViews) }
    }
    #expect(text.findings == (isKept ? [] : [2, 7].map { "line + \($0) ambiguous-parameter" }))
    #expect(text.contains("the extension adds Service<any EditorInput>") == !isKept, "\(text)")
    #expect(text.contains("View<any EditorInput> is provided here") == !isKept, "\(text)")
  }

  @Test func `an isolated module's missing dependency isn't a second kind`() throws {
    let heading = Route(HeadingEditor.init) { View<any HeadingInput>() }
    let base = try Registry.isolating(RoutesBuilder.buildExpression(heading))
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding {
        editorService()
        heading
      }
    }
    #expect(text == "")
  }

  @Test(arguments: [false, true])
  func `only their own rule reports several names of one kind`(isNamed: Bool) {
    let text = problems {
      Route(Editor.self) { View(.firstOfTwoEditors) }
      Route(Editor.self) { View(.secondOfTwoEditors) }
      Route(HeadingEditor.init) {
        View<any HeadingInput>()
        if isNamed { Takes(.secondOfTwoEditors) }
      }
    }
    #expect(text.codes == (isNamed ? [] : ["ambiguous-name"]))
  }
}

extension RoutableServices<any TimeSource> { fileprivate static var times: Self { declared() } }
extension RoutableViews<any TimeSource> { fileprivate static var timeViews: Self { declared() } }
extension RoutableView<any EditorInput> {
  fileprivate static var firstOfTwoEditors: Self { declared() }
  fileprivate static var secondOfTwoEditors: Self { declared() }
}
