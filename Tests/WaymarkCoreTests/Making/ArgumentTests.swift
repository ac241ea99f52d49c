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
      let proxy = try registry.makeDestination(to: Service<any RequiredStore>())
      return try #require(proxy as? StoreProxy).store
    }
  }

  @Test(arguments: [false, true])
  func `an argument can be a kept instance`(isSingleton: Bool) throws {
    let stores = try stores {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        if isSingleton { Singleton() } else { WeaklyShared() }
      }
    }
    #expect(stores[0] === stores[1] && stores[0].name == "memory")
  }

  @Test func `a route can prepare an argument`() throws {
    let log = Log()
    let stores = try stores {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
      } prepare: { store, _ in
        log.append("prepared \(store.name)")
      }
    }
    #expect(stores[0] !== stores[1])
    #expect(log.all == ["prepared memory", "prepared memory"])
  }

  @Test func `an argument can come from an adapter`() throws {
    let stores = try stores {
      Route({ PlainDraft() }) { Service<any Draft>() }
      Adapter(Service<any NoteStore>(), for: Service<any Draft>()) { MemoryStore(name: "adapted \($0.text)") }
    }
    #expect(stores.map(\.name) == ["adapted ", "adapted "])
  }

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
