import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: adapters form no cycle")
struct AdapterCycleRuleTests: RouteVocabulary {
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
    let text = problems {
      Adapter(Service<any NoteStore>(), for: Service<any NoteStore>())
    }
    #expect(
      text.withoutRemedies == """
        error: 1 problem in 0 routes
        line + 1: error: adapters lead to each other in a cycle: Service<any NoteStore> → Service<any NoteStore> [adapter-cycle]
        """)
  }

  @Test func `a cycle is reported beside other problems`() {
    let text = problems {
      Route(SystemTime.self) {
        Service<any TimeSource>()
        Identifier("")
      }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
      Adapter(Service<any NoteStore>(), for: Service<any RequiredStore>()) { _ in MemoryStore() }
    }
    #expect(
      text.outline == """
        error: 2 problems in 1 route
        line + 1: error [empty-identifier]
            Identifier("")
        line + 5: error [adapter-cycle]
            line + 6: Adapter(Service<any NoteStore>(), for: Service<any RequiredStore>())
        """)
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
