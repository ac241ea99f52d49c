import Testing
import Waymark

@Suite("How many routes are open is noted")
struct OpenRoutesRuleTests: RouteVocabulary {
  @Test func closuresThatMayAskForAnythingAreOpen() throws {
    let text = try notes(.openRoutes) {
      Route(Editor.self) { View<any EditorInput>() }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
      } make: { _ in
        MemoryStore()
      }
      Route(PlainDraft.self) {
        Service<any Draft>()
      } make: {
        PlainDraft()
      } prepare: { _, _ in
      }
      Route({ @Sendable (_: Resolver) in SystemTime() }) { Service<any TimeSource>() }
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    }
    #expect(
      text == """
        line + 2: note: 3 of 5 routes are open: closures that may ask the registry for anything were not checked [open-routes]
            To fix: call registry.dryRun() in a test: it sees what they ask for
        """)
  }

  @Test func oneIsCountedInTheSingular() throws {
    let text = try notes(.openRoutes) {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
      } make: { _ in
        MemoryStore()
      }
    }
    #expect(text.contains("1 of 1 route is open"))
  }

  @Test func whatSaysAllItNeedsIsNotOpen() throws {
    let text = try notes(.openRoutes) {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
      } make: {
        MemoryStore()
      }
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    }
    #expect(text.isEmpty)
  }

  @Test func openOverridesAreNotNoted() throws {
    let base = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        EntryPoint()
      } make: { _ in
        MemoryStore()
      }
    }
    let test = try base.overriding {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
      } make: { _ in
        MemoryStore(name: "test")
      }
    }
    #expect(base.diagnostics.map(\.code) == [.openRoutes])
    #expect(test.diagnostics == base.diagnostics)
  }
}
