import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

/// A later request takes the fast path only if it finds the instance in the slot for the requested type.
@Suite("Slots for the requested types of kept instances")
struct DirectlyKeptInstancesTests: RouteVocabulary {
  private let store = Service<any NoteStore>()
  private let required = Service<any RequiredStore>()

  private func registry() throws(RegistryError) -> Registry {
    try Registry {
      Route(MemoryStore.self) {
        store
        Singleton()
      }
      Adapter(required, for: store)
    }
  }

  private func keeps<Requested>(_ token: RoutableService<Requested>, in registry: Registry) throws -> Bool {
    let provider = try #require(registry.layer.provider(for: Requested.self, .service, token.keyName))
    return registry.instances[provider.slot] != nil
  }

  @Test func `the first request keeps an object as the requested type`() throws {
    let registry = try registry()
    #expect(try !keeps(store, in: registry))
    let instance = try registry(store)
    #expect(try keeps(store, in: registry) && !keeps(required, in: registry))
    #expect(try registry(store) === instance)
  }

  @Test func `the first request keeps an adapter's result`() throws {
    let registry = try registry()
    let instance = try registry(required)
    #expect(try keeps(required, in: registry))
    #expect(try registry(required) === instance)
  }
}
