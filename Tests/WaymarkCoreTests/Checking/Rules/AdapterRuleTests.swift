import SharedFixtures
import Testing
import WaymarkCore

private protocol NoteStor {}

@Suite("Rules: an adapter has a target, is the only one of its token, and forms no cycle")
struct AdapterRuleTests: RouteVocabulary {
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
    #expect(text.findings == ["line + 3 duplicate-adapter"])
    #expect(text.contains("\n    line + 2: Adapter(Service<any RequiredStore>(), for: "), "\(text)")
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

  @Test func `a cycle is reported beside other problems`() {
    let text = problems {
      service({ SystemTime() }, Service<any TimeSource>(), Identifier(""))
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
      Adapter(Service<any NoteStore>(), for: Service<any RequiredStore>()) { _ in MemoryStore() }
    }
    #expect(text.findings == ["line + 1 empty-identifier", "line + 2 adapter-cycle"])
  }

  @Test(.timeLimit(.minutes(1))) func `an override's adapter and the base's adapter form a cycle`() throws {
    let text = try problems {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
    } overriding: {
      Adapter(Service<any NoteStore>(), for: Service<any RequiredStore>()) { _ in MemoryStore() }
    }
    #expect(text.codes == ["adapter-cycle"])
  }
}
