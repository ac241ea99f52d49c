import SharedFixtures
import Testing
import WaymarkCore

private protocol NoteStor {}

@Suite("Rule: the target of an adapter is provided")
struct DanglingAdapterRuleTests: RouteVocabulary {
  @Test func `adapting a token that nothing provides is an error`() {
    let text = problems {
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
    }
    #expect(
      text == """
        error: 1 problem in 0 routes
        line + 1: error: nothing provides Service<any NoteStore> [dangling-adapter]
            Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
            To fix: add Service<any NoteStore>(), or its name, to a route
                or: add the module that provides it to the registry
        """)
  }

  @Test func `an error suggests the other kind of the same type`() {
    let text = problems {
      Route(Editor.self) { View<any EditorInput>() }
      Adapter(Service<any RequiredStore>(), for: Service<any EditorInput>()) { _ in MemoryStore() }
    }
    #expect(
      text.outline == """
        error: 1 problem in 1 route
        line + 2: error [dangling-adapter]
            Adapter(Service<any RequiredStore>(), for: Service<any EditorInput>())
            line + 1: View<any EditorInput> is provided here
        """)
  }

  @Test func `an error suggests a similar token`() {
    let misspelled = Service<any NoteStor>(declaredProtocol: (any NoteStor).self)
    let text = problems {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Adapter(Service<any RequiredStore>(), for: misspelled) { _ in MemoryStore() }
    }
    #expect(
      text.hasSuffix(
        """
            To fix: add Service<any NoteStor>(), or its name, to a route
                or: add the module that provides it to the registry \
        (did you mean Service<any NoteStore>?)
        """), "\(text)")
  }
}
