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
      kept({ MemoryStore() }, store)
      Adapter(required, for: store)
      Adapter(object, for: required)
    }
  }

  private func keeps<Requested>(_ token: RoutableService<Requested>, in registry: Registry) throws -> Bool {
    let provider = try #require(registry.image.provider(for: TokenDescription(token)))
    return provider.slot >= 0 && registry.instances[provider.slot] != nil
  }

  /// Requests the tokens of the route, of an adapter, and of a chain of adapters.
  @Test func `the first request keeps an object as the requested type`() throws {
    let all = try registry()
    #expect(try !keeps(store, in: all))
    let instance = try all(store)
    #expect(try keeps(store, in: all) && !keeps(required, in: all) && all(store) === instance)
    let adapted = try registry()
    let first = try adapted(required)
    #expect(try keeps(required, in: adapted) && adapted(required) === first)
    let chained = try registry()
    let last = try chained(object)
    #expect(try keeps(object, in: chained) && chained(object) === last && chained(store) === last)
  }

  @Test func `the first request keeps a value as the requested type`() throws {
    let time = Service<any TimeSource>()
    let registry = try Registry { kept({ SystemTime() }, time) }
    #expect(try !keeps(time, in: registry))
    #expect(try registry(time) is SystemTime)
    #expect(try keeps(time, in: registry))
  }

  @Test func `a request to an extension also keeps the base's instance there`() throws {
    let base = try registry()
    let registry = try base.extending { kept({ SystemTime() }, Service<any TimeSource>()) }
    let instance = try registry(store)
    #expect(try keeps(store, in: registry) && registry(store) === instance && base(store) === instance)
  }
}
