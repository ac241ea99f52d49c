import SharedFixtures
import Testing
import WaymarkCore

private final class StoreOwner: Sendable { let store = Routed(.notes) }

@Suite("Accepted diagnostics")
struct AcceptanceTests: RouteVocabulary {
  @Test func `a route suppresses only the code that it accepts, and no error`() throws {
    let registry = try Registry {
      shared({ MemoryStore() }, Service<any NoteStore>())
      Route(StoreProxy.init) {
        Service<any RequiredStore>()
        Singleton()
        Accepts(.unreachableRoute, because: "for later")
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(registry.unreachableRoutes.map(\.message).last == "no declaration leads to Route(SystemTime)")
    #expect(!registry.unreachableRoutes.contains { $0.message.contains("StoreProxy") })
    #expect(registry.diagnostics.map(\.code) == [.captiveDependency])
    let text = problems {
      service({ MemoryStore() }, Service<any TimeSource>(), Accepts(.notConforming, because: "no"))
    }
    #expect(text.codes == ["not-conforming"])
  }

  @Test func `an unused acceptance is noted with its reason`() throws {
    let text = try notes(.unusedAcceptance) { Self.unused }
    #expect(text.contains("\n    Accepts(…, because: \"it was there once\")\n"), "\(text)")
  }

  /// An entry point with an acceptance of something that isn't there.
  private static var unused: Route {
    Route(SystemTime.self) {
      Service<any TimeSource>()
      EntryPoint()
      Accepts(.captiveDependency, because: "it was there once")
    }
  }

  @RoutesBuilder private static var variants: Routes {
    shared({ MemoryStore() }, Service<any NoteStore>())
    Route(StoreProxy.init) {
      Service<any RequiredStore>()
      Singleton()
      EntryPoint()
      Accepts(.captiveDependency, because: "the preview keeps both")
    }
    When(.preview) { kept({ MemoryStore() }, Service<any NoteStore>()) }
  }

  @Test(arguments: [nil, Profile.preview])
  func `an acceptance that one variant uses isn't unused, and one that none uses is noted once`(
    profile: Profile?
  ) throws {
    #expect(try Registry(profile: profile) { Self.variants }.diagnostics.map(\.code) == [])
    let registry = try Registry(profile: profile) {
      Self.variants
      Self.unused
      When(.preview) { Route({ PlainDraft() }) { Service<any Draft>() } }
    }
    let notes = registry.diagnostics.filter { $0.code == .unusedAcceptance }
    #expect(notes.map(\.message) == ["Route(SystemTime) accepts captive-dependency, which was not found"])
  }

  @Test func `a failed compilation has the findings of other variants`() throws {
    let error = try #require(throws: RegistryError.self) {
      try Registry(profile: .preview) {
        Self.variants
        Route({ (_: any NoteStore) in SystemTime() }) {
          Service<any TimeSource>()
          Singleton()
          EntryPoint()
        }
        service({ (_: any RequiredDraft) in PlainDraft() }, Service<any Draft>(), EntryPoint())
      }
    }
    #expect(error.diagnostics.map(\.code) == [.missingRequirement, .captiveDependency])
    #expect(error.diagnostics.last?.message.contains("SystemTime") == true)
  }

  @Test func `an unused acceptance of a route that a profile replaces is noted`() throws {
    let registry = try Registry {
      Self.unused
      When(.preview) { Route({ LaterTime(inner: SystemTime(), by: 1) }) { Service<any TimeSource>() } }
    }
    #expect(registry.diagnostics.map(\.code) == [.unusedAcceptance])
  }

  @Test func `a profile that replaces one token of a route doesn't make its acceptance unused`() throws {
    let proxy = Service<StoreProxy>(declaredProtocol: StoreProxy.self)
    let registry = try Registry(profile: .preview) {
      Route(StoreProxy.init) {
        Service<any RequiredStore>()
        proxy
        Singleton()
        EntryPoint()
        Accepts(.captiveDependency, because: "the preview keeps both")
      }
      Route(MemoryStore.self) { Service<any NoteStore>() }
      When(.preview) {
        shared({ MemoryStore() }, Service<any NoteStore>())
        kept({ StoreProxy(MemoryStore()) }, proxy)
      }
    }
    #expect(registry.diagnostics.map(\.code) == [])
  }

  @Test func `an acceptance in an early registry can be for its extension`() throws {
    let early = try Registry(stage: .early) {
      Route(StoreOwner.init) {
        Service<StoreOwner>(declaredProtocol: StoreOwner.self)
        Singleton()
        EntryPoint()
        Accepts(.captiveDependency, because: "the owner keeps the store")
      }
    }
    let complete = try early.extending { shared({ MemoryStore() }, Service(.notes)) }
    #expect(complete.diagnostics.map(\.code) == [])
  }
}
