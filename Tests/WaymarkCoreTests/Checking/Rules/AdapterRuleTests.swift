import SharedFixtures
import Testing
import WaymarkCore

private protocol NoteStor {}

@Suite("Rules: an adapter has a target, is the only one of its token, and forms no cycle")
struct AdapterRuleTests: RouteVocabulary {
  @Test func `adapting a token that nothing provides is an error`() {
    let text = problems { Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) }
    #expect(
      text == """
        error: 1 problem in 0 routes
        line + 0: error: nothing provides Service<any NoteStore> [dangling-adapter]
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
    #expect(text.findings == ["line + 2 dangling-adapter"])
    #expect(text.contains("\n    line + 1: View<any EditorInput> is provided here\n"), "\(text)")
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

  @Test func `a cycle of three adapters is reported once, at the first`() {
    let text = problems {
      Adapter(Service<any Draft>(), for: Service<any RequiredStore>()) { _ in PlainDraft() }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
      Adapter(Service<any NoteStore>(), for: Service<any TimeSource>()) { _ in MemoryStore() }
      Adapter(Service<any TimeSource>(), for: Service<any RequiredStore>()) { _ in SystemTime() }
    }
    #expect(
      text == """
        error: 1 problem in 0 routes
        line + 2: error: adapters lead to each other in a cycle: Service<any RequiredStore> → Service<any NoteStore> → Service<any TimeSource> → Service<any RequiredStore> [adapter-cycle]
            line + 3: Adapter(Service<any NoteStore>(), for: Service<any TimeSource>())
            line + 4: Adapter(Service<any TimeSource>(), for: Service<any RequiredStore>())
            To fix: make one of them adapt a token that a route provides
        """)
  }

  @Test func `an adapter to itself is an error`() {
    let text = problems { Adapter(Service<any NoteStore>(), for: Service<any NoteStore>()) }
    #expect(text.contains("in a cycle: Service<any NoteStore> → Service<any NoteStore> [adapter-cycle]"))
  }

  @Test func `a cycle is reported beside other problems`() {
    let text = problems {
      service({ SystemTime() }, Service<any TimeSource>(), Identifier(""))
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
      Adapter(Service<any NoteStore>(), for: Service<any RequiredStore>()) { _ in MemoryStore() }
    }
    #expect(text.findings == ["line + 1 empty-identifier", "line + 2 adapter-cycle"])
  }

  @Test(.timeLimit(.minutes(1))) func `an override's adapter and the base's adapter form a cycle`() throws {
    let base = try Registry {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
    }
    let error = #expect(throws: RegistryError.self) {
      try base.overriding {
        Adapter(Service<any NoteStore>(), for: Service<any RequiredStore>()) { _ in MemoryStore() }
      }
    }
    #expect(error?.diagnostics.map(\.code) == [.adapterCycle])
  }
}
