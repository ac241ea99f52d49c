import SharedFixtures
import Testing
import WaymarkCore

@Suite("Rule: open routes are counted")
struct OpenRoutesRuleTests: RouteVocabulary {
  @Test func `a note counts routes with a resolver`() throws {
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
        line + 2: note: 3 of 5 routes are open: closures that may request anything from the registry were not checked [open-routes]
            To fix: call registry.dryRun() in a test, which runs them
        """)
  }

  @Test func `a note counts one open route in the singular`() throws {
    let text = try notes(.openRoutes) {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
      } make: { _ in
        MemoryStore()
      }
    }
    #expect(text.contains("1 of 1 route is open"))
  }

  @Test func `a decorator with a resolver is open`() throws {
    let text = try notes(.openRoutes) {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Decorates(Service<any NoteStore>()) { $0 }
      Decorates(Service<any NoteStore>(), with: { (store: any NoteStore, _: Resolver) in store })
    }
    #expect(text.hasPrefix("line + 3: note: 1 of 3 declarations is open: "))
  }

  @Test func `a route that declares all dependencies isn't open`() throws {
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

  @Test func `open routes of an override aren't noted`() throws {
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
