import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: a required token has one adapter")
struct DuplicateAdapterRuleTests: RouteVocabulary {
  @Test func `two adapters for one required token are an error`() {
    let text = problems {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
    }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 3: error: Service<any RequiredStore> has two adapters [duplicate-adapter]
            Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
            line + 2: Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) is the first
            To fix: remove one of them
        """)
  }

  @Test func `two adapters for one provided token are accepted`() {
    let text = problems {
      Route(Editor.self) { View<any EditorInput>() }
      Adapter(View<any HeadingInput>(), for: View<any EditorInput>()) { HeadingEditor($0) }
      Adapter(View<HeadingEditor>(declaredProtocol: HeadingEditor.self), for: View<any EditorInput>()) {
        HeadingEditor($0)
      }
    }
    #expect(text.isEmpty)
  }
}
