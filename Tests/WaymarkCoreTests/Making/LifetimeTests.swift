import SharedFixtures
import Testing
import WaymarkCore

extension RoutableService<AnyObject> { fileprivate static var sameObject: Self { declared() } }

@Suite("Lifetimes")
struct LifetimeTests: RouteVocabulary {
  /// Whichever token is requested first, also from an extension.
  @Test(arguments: 0..<5, [false, true])
  func `a singleton is the same for all its tokens`(first: Int, isExtended: Bool) throws {
    let count = Counter()
    let own = RoutableService<MemoryStore>(declaredProtocol: MemoryStore.self)
    weak var released: AnyObject?
    do {
      let base = try Registry {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          own
          Service<any RequiredStore>.as { $0 }
          Identifier("store")
          Singleton()
        } make: {
          count.increment()
          return MemoryStore()
        }
        Adapter(Service(.sameObject), for: Service<any NoteStore>())
      }
      let registry = isExtended ? try base.extending {} : base
      let requests: [(Registry) throws -> AnyObject?] = [
        { try $0(Service<any NoteStore>()) }, { try $0(own) }, { try $0(Service<any RequiredStore>()) },
        { try $0.router(identifier: "store")?.makeService() as? MemoryStore }, { try $0(.sameObject) },
      ]
      let store = try #require(try requests[first](registry))
      for request in requests { #expect(try request(registry) === store && request(base) === store) }
      #expect(count.value == 1)
      released = store
    }
    #expect(released == nil)
  }

  /// The closure of a token or of an adapter, also behind an adapter that only shows its result.
  @Test(arguments: [false, true])
  func `a closure wraps a singleton for each caller`(isAdapter: Bool) throws {
    let registry = try Registry {
      if isAdapter {
        kept({ MemoryStore() }, Service<any NoteStore>())
        Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>()) { StoreProxy($0) }
      } else {
        Route(MemoryStore.self) {
          Service<any RequiredStore>.as { StoreProxy($0) }
          Service<any NoteStore>()
          Singleton()
        }
      }
      Adapter(Service(.sameObject), for: Service<any RequiredStore>())
    }
    let proxies = try (0..<2).flatMap { _ in
      [
        try #require(try registry.makeDestination(to: Service<any RequiredStore>()) as? StoreProxy),
        try #require(try registry.makeDestination(to: .sameObject) as? StoreProxy),
      ]
    }
    #expect(Set(proxies.map { ObjectIdentifier($0) }).count == 4)
    #expect(proxies.allSatisfy { $0.store === proxies[0].store })
  }

  @Test func `a closure that returns the singleton runs once, and one that makes a value for each caller`()
    throws
  {
    let (objects, values) = (Counter(), Counter())
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any RequiredStore>.as {
          objects.increment()
          return $0
        }
        Singleton()
      }
      Route(SystemTime.self) {
        Service<any TimeSource>.as {
          values.increment()
          return $0
        }
        Singleton()
      }
    }
    let first = try registry.makeDestination(to: Service<any RequiredStore>())
    #expect(try registry.makeDestination(to: Service<any RequiredStore>()) === first)
    for _ in 0..<3 { _ = try registry.makeDestination(to: Service<any TimeSource>()) }
    #expect(objects.value == 1 && values.value == 3)
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
