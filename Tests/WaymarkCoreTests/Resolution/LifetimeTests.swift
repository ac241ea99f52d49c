import SharedFixtures
import Testing
import WaymarkCore

@Suite("Lifetimes")
struct LifetimeTests: RouteVocabulary {
  @Test func `a transient route makes a new instance for each request`() throws {
    let registry = try Registry { Route(MemoryStore.self) { Service<any NoteStore>() } }
    let first = try registry.makeDestination(to: Service<any NoteStore>())
    #expect(try registry.makeDestination(to: Service<any NoteStore>()) !== first)
  }

  @Test func `a singleton is the same for all its tokens`() throws {
    let count = Counter()
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Service<MemoryStore>(declaredProtocol: MemoryStore.self)
        Service<any RequiredStore>.as { $0 }
        Identifier("store")
        Singleton()
      } make: {
        count.increment()
        return MemoryStore()
      }
      Adapter(
        Service<AnyObject>(declaredProtocol: AnyObject.self), for: Service<any NoteStore>())
    }
    let store = try registry.makeDestination(to: Service<any NoteStore>())
    #expect(
      try registry.makeDestination(to: Service<MemoryStore>(declaredProtocol: MemoryStore.self)) === store)
    #expect(try registry.makeDestination(to: Service<any RequiredStore>()) === store)
    #expect(try registry.router(identifier: "store")?.makeService() as? MemoryStore === store)
    #expect(
      try registry.makeDestination(to: Service<AnyObject>(declaredProtocol: AnyObject.self)) as? MemoryStore
        === store)
    #expect(count.value == 1)
  }

  @Test func `a closure wraps a singleton for each caller`() throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any RequiredStore>.as { StoreProxy($0) }
        Service<any NoteStore>()
        Singleton()
      }
    }
    let first = try #require(try registry.makeDestination(to: Service<any RequiredStore>()) as? StoreProxy)
    let second = try #require(try registry.makeDestination(to: Service<any RequiredStore>()) as? StoreProxy)
    #expect(first !== second && first.store === second.store)
  }

  @Test func `a closure that returns the singleton runs once`() throws {
    let count = Counter()
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any RequiredStore>.as {
          count.increment()
          return $0
        }
        Singleton()
      }
    }
    let first = try registry.makeDestination(to: Service<any RequiredStore>())
    #expect(try registry.makeDestination(to: Service<any RequiredStore>()) === first)
    #expect(count.value == 1)
  }

  @Test func `a closure makes a value of a singleton for each caller`() throws {
    let count = Counter()
    let registry = try Registry {
      Route(SystemTime.self) {
        Service<any TimeSource>.as {
          count.increment()
          return $0
        }
        Singleton()
      }
    }
    for _ in 0..<3 { _ = try registry.makeDestination(to: Service<any TimeSource>()) }
    #expect(count.value == 3)
  }

  @Test func `an adapter's closure wraps a singleton for each caller`() throws {
    let proxies = Service<AnyObject>(declaredProtocol: AnyObject.self)
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
      }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
      Adapter(proxies, for: Service<any RequiredStore>())
    }
    let first = try #require(try registry.makeDestination(to: Service<any RequiredStore>()) as? StoreProxy)
    let second = try #require(try registry.makeDestination(to: Service<any RequiredStore>()) as? StoreProxy)
    #expect(first !== second && first.store === second.store)
    // Nor is it kept behind an adapter that only shows it.
    let third = try #require(try registry.makeDestination(to: proxies) as? StoreProxy)
    let fourth = try #require(try registry.makeDestination(to: proxies) as? StoreProxy)
    #expect(third !== fourth && third.store === first.store && fourth.store === first.store)
  }

  @Test func `a plain adapter of a closure's result isn't kept`() throws {
    let proxies = Service<AnyObject>(declaredProtocol: AnyObject.self)
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any RequiredStore>.as { StoreProxy($0) }
        Singleton()
      }
      Adapter(proxies, for: Service<any RequiredStore>())
    }
    let first = try #require(try registry.makeDestination(to: proxies) as? StoreProxy)
    let second = try #require(try registry.makeDestination(to: proxies) as? StoreProxy)
    #expect(first !== second && first.store === second.store)
  }

  @Test func `a singleton is released with its registry`() throws {
    weak var store: (any NoteStore)?
    do {
      let registry = try Registry {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          Singleton()
        }
      }
      store = try registry.makeDestination(to: Service<any NoteStore>())
      #expect(store != nil)
    }
    #expect(store == nil)
  }

  @Test func `a weakly shared object is returned while it is retained`() throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Service<any RequiredStore>()
        WeaklyShared()
      }
    }
    weak var gone: (any NoteStore)?
    do {
      let first = try registry.makeDestination(to: Service<any NoteStore>())
      gone = first
      #expect(try registry.makeDestination(to: Service<any RequiredStore>()) === first)
    }
    #expect(gone == nil)
    #expect(try registry.makeDestination(to: Service<any NoteStore>()).name == "memory")
  }

  @Test func `a throwing factory's instance isn't kept`() throws {
    for isSingleton in [true, false] {
      let count = Counter()
      let registry = try Registry {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          if isSingleton { Singleton() } else { WeaklyShared() }
        } make: {
          count.increment()
          if count.value < 3 { throw Failure(description: "not yet") }
          return MemoryStore()
        }
      }
      for _ in 0..<2 {
        #expect(
          error { _ = try registry.makeDestination(to: Service<any NoteStore>()) }?.code == .factoryFailed)
      }
      let store = try registry.makeDestination(to: Service<any NoteStore>())
      #expect(try registry.makeDestination(to: Service<any NoteStore>()) === store)
      #expect(count.value == 3)
    }
  }
}
