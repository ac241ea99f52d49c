import SharedFixtures
import Testing
import WaymarkCore

extension RoutableService<AnyObject> { fileprivate static var sameObject: Self { declared() } }

@Suite("Lifetimes")
struct LifetimeTests: RouteVocabulary {
  private let required = RoutableService<any RequiredStore>()

  /// Whichever token is requested first, also from an extension.
  @Test(arguments: 0..<5, [false, true])
  func `a singleton is the same for all its tokens`(first: Int, isExtended: Bool) throws {
    let count = Counter()
    let own = RoutableService<MemoryStore>(declaredProtocol: MemoryStore.self)
    weak var released: AnyObject?
    do {
      let base = try Registry {
        Route(MemoryStore.self) {
          Service(.notes)
          own
          Service<any RequiredStore>.as { $0 }
          Identifier("store")
          Singleton()
        } make: {
          count.increment()
          return MemoryStore()
        }
        Adapter(Service(.sameObject), for: Service(.notes))
      }
      let registry = isExtended ? try base.extending {} : base
      let requests: [(Registry) throws -> AnyObject?] = [
        { try $0(.notes) }, { try $0(own) }, { try $0(RoutableService<any RequiredStore>()) },
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
        kept({ MemoryStore() }, .notes)
        Adapter(required, for: Service(.notes)) { StoreProxy($0) }
      } else {
        Route(MemoryStore.self) {
          Service<any RequiredStore>.as { StoreProxy($0) }
          Service<any NoteStore>()
          Singleton()
        }
      }
      Adapter(Service(.sameObject), for: required)
    }
    let proxies = try (0..<2).flatMap { _ in
      [
        try #require(try registry(required) as? StoreProxy),
        try #require(try registry(.sameObject) as? StoreProxy),
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
        Service(.time).as {
          values.increment()
          return $0
        }
        Singleton()
      }
    }
    let first = try registry(required)
    #expect(try registry(required) === first)
    for _ in 0..<3 { _ = try registry(.time) }
    #expect(objects.value == 1 && values.value == 3)
  }

  @Test(arguments: [true, false])
  func `a throwing factory's instance isn't kept`(isSingleton: Bool) throws {
    let count = Counter()
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service(.notes)
        if isSingleton { Singleton() } else { WeaklyShared() }
      } make: {
        count.increment()
        if count.value < 3 { throw Failure(description: "not yet") }
        return MemoryStore()
      }
    }
    for _ in 0..<2 { #expect(error { _ = try registry(.notes) }?.code == .factoryFailed) }
    let store = try registry(.notes)
    #expect(try registry(.notes) === store && count.value == 3)
  }
}
