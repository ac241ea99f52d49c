import SharedFixtures
import Testing
import WaymarkCore

@Suite("Forms of a route")
struct RouteFormsTests: RouteVocabulary {
  @MainActor @Test func `the view's initializer makes a view`() throws {
    let registry = try Registry {
      Route(MemoryStore.init as @Sendable () -> MemoryStore) { Service<any NoteStore>() }
      Route(SystemTime.self) { Service<any TimeSource>() }
      Route(StoredEditor.init(store:time:)) {
        View<any EditorInput>()
      } prepare: { editor, routes in
        editor.title = "at \(try routes(Service<any TimeSource>()).now)"
      }
    }
    let editor = try registry.makeDestination(to: View<any EditorInput>())
    #expect((editor as? StoredEditor)?.store is MemoryStore)
    #expect(editor.title == "at 42")
  }

  @Test func `a resolver and a registry can be parameters`() throws {
    let registry = try Registry {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route({ (resolver: Resolver, registry: Registry) in
        PlainDraft(text: "\(try resolver(Service<any NoteStore>()).name) \(resolver.registry === registry)")
      }) { Service<any Draft>() }
    }
    #expect(try registry(Service<any Draft>()).text == "memory true")
  }
}
