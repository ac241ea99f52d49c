import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

/// A later request takes the fast path only if it finds the instance in the slot for the requested type.
@Suite("Slots for the requested types of kept instances")
struct DirectlyKeptInstancesTests: RouteVocabulary {
  private let store = Service<any NoteStore>()
  private let required = Service<any RequiredStore>()
  private let object = RoutableService<AnyObject>(declaredProtocol: AnyObject.self)

  private func registry() throws(RegistryError) -> Registry {
    try Registry {
      Route(MemoryStore.self) {
        store
        Singleton()
      }
      Adapter(required, for: store)
      Adapter(object, for: required)
    }
  }

  private func keeps<Requested>(_ token: RoutableService<Requested>, in registry: Registry) throws -> Bool {
    let provider = try #require(registry.image.provider(for: Requested.self, .service, token.keyName))
    return provider.slot >= 0 && registry.instances[provider.slot] != nil
  }

  @Test func `the first request keeps an object as the requested type`() throws {
    let registry = try registry()
    #expect(try !keeps(store, in: registry))
    let instance = try registry(store)
    #expect(try keeps(store, in: registry) && !keeps(required, in: registry))
    #expect(try registry(store) === instance)
  }

  @Test func `the first request keeps a value as the requested type`() throws {
    let time = Service<any TimeSource>()
    let registry = try Registry {
      Route(SystemTime.self) {
        time
        Singleton()
      }
    }
    #expect(try !keeps(time, in: registry))
    #expect(try registry(time) is SystemTime)
    #expect(try keeps(time, in: registry))
  }

  @Test func `a request to an extension also keeps the base's instance there`() throws {
    let base = try registry()
    let registry = try base.extending {
      Route(SystemTime.self) {
        Service<any TimeSource>()
        Singleton()
      }
    }
    let instance = try registry(store)
    #expect(try keeps(store, in: registry) && registry(store) === instance && base(store) === instance)
  }

  @Test func `the first request keeps an adapter's result`() throws {
    let registry = try registry()
    let instance = try registry(required)
    #expect(try keeps(required, in: registry))
    #expect(try registry(required) === instance)
  }

  @Test func `the first request keeps the result of a chain of adapters`() throws {
    let registry = try registry()
    let instance = try registry(object)
    #expect(try keeps(object, in: registry))
    #expect(try registry(object) === instance && registry(store) === instance)
  }
}
