import Testing
import Waymark

@Suite("An override replaces something")
struct UnknownOverrideRuleTests: RouteVocabulary {
  @Test func whatTheBaseDoesNotHave() throws {
    let line = #line
    let base = try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("editor")
      }
    }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try base.overriding {
        Route(MemoryStore.self) { Service<any NoteStore>() }
        Route(Editor.self) {
          View<any EditorInput>()
          Identifier("Editr")
          Identifier("something else")
        }
        Route(Editor.self) {
          Service<any EditorInput>.as { $0 }
        } make: { _ in
          throw Failure(description: "")
        }
      }
    }
    #expect(
      text == """
        error: 4 problems in 4 routes
        line + 9: error: Service<any NoteStore> is overridden, and nothing provides it [unknown-override]
            To fix: override what the registry has, or add this route with extending { … }
        line + 10: error: Identifier("Editr") is overridden, and no route has it [unknown-override]
            To fix: did you mean "editor"?
        line + 10: error: Identifier("something else") is overridden, and no route has it [unknown-override]
            To fix: override what the registry has, or add this route with extending { … }
        line + 15: error: Service<any EditorInput> is overridden, and nothing provides it [unknown-override]
            line + 2: View<any EditorInput> is provided here
            To fix: override what the registry has, or add this route with extending { … }
        """)
  }
}
