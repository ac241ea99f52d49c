import SharedFixtures
import Testing
import WaymarkCore

/// Arguments of an initializer from routes that do more than make and convert them.
@Suite("The arguments of initializers")
struct ArgumentTests: RouteVocabulary {
  /// Returns the arguments that two requests for a proxy of the store got.
  private func stores(@RoutesBuilder _ routes: () -> Routes) throws -> [any NoteStore] {
    let registry = try Registry {
      Route(StoreProxy.init) { Service<any RequiredStore>() }
      routes()
    }
    return try (0..<2).map { _ in
      let proxy = try registry(Service<any RequiredStore>())
      return try #require(proxy as? StoreProxy).store
    }
  }

  @Test func `an argument can be a kept, prepared, or adapted instance`() throws {
    let kept = try stores { WaymarkCoreTests.kept({ MemoryStore() }, .notes) }
    #expect(kept[0] === kept[1] && kept[0].name == "memory")
    let shared = try stores { SharedFixtures.shared({ MemoryStore() }, .notes) }
    #expect(shared[0] === shared[1])
    let log = Log()
    let prepared = try stores {
      Route(MemoryStore.self) {
        Service(.notes)
      } prepare: { store, _ in
        log.append("prepared \(store.name)")
      }
    }
    #expect(prepared[0] !== prepared[1] && log.all == ["prepared memory", "prepared memory"])
    let adapted = try stores {
      Route({ PlainDraft() }) { Service<any Draft>() }
      Adapter(Service(.notes), for: Service<any Draft>()) { MemoryStore(name: "adapted \($0.text)") }
    }
    #expect(adapted.map(\.name) == ["adapted ", "adapted "])
  }

  @MainActor @Test func `the view's initializer makes a view`() throws {
    let registry = try Registry {
      Route(MemoryStore.init as @Sendable () -> MemoryStore) { Service(.notes) }
      Route(SystemTime.self) { Service(.time) }
      Route(StoredEditor.init(store:time:)) {
        View(.editor)
      } prepare: { editor, routes in
        editor.title = "at \(try routes(.time).now)"
      }
    }
    let editor = try registry(.editor)
    #expect((editor as? StoredEditor)?.store is MemoryStore && editor.title == "at 42")
  }
}
