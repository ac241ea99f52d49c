import Foundation
import SharedFixtures
import Testing
import Waymark

private final class Holder: Sendable {
  let registry: Registry
  init(registry: Registry) { self.registry = registry }
}

extension Profile { fileprivate static let kiosk = Profile("kiosk") }

/// Names that make a base large enough to keep the layer of an override separate from it.
private struct Names: RouteModule {
  let count: Int

  var routes: Routes {
    Route({ PlainDraft() }) {
      RoutableService<any Draft>()
      for number in 0..<count { Identifier("\(number)") }
    }
  }
}

@Suite("URLs of derived registries, profiles, and stages")
struct RegistryURLTests: RouteVocabulary {
  // MARK: - Derived registries

  @Test(arguments: [0, 40])
  func `an override takes its patterns, and the others lead to their routes`(names: Int) throws {
    func name(_ url: String, _ registry: Registry) throws -> String? {
      try (registry.makeService(for: url) as? MemoryStore)?.name
    }
    let base = try Registry {
      timeRoute("/a", "/b")
      Names(count: names)
    }
    let extended = try base.extending { storeRoute("/c") }
    #expect(base.match("/c") == nil && extended.match("/a")?.destination == "SystemTime")
    let test = try extended.overriding { storeRoute(named: "test", "/a") }
    #expect(try name("/a", test) == "test" && name("/c", test) == "memory")
    #expect(test.routes.map(\.urls).filter { !$0.isEmpty } == [["/b"], ["/c"], ["/a"]])
    let time = RoutableService<any TimeSource>()
    #expect(try extended.router(to: time)?.url().absoluteString == "/a")
    #expect(try test.router(to: time)?.url().absoluteString == "/b")
    let again = try test.overriding { storeRoute(named: "again", "/a") }
    #expect(try name("/a", again) == "again" && name("/a", test) == "test")
    let other = try extended.overriding { storeRoute(named: "other", []) }
    #expect(try name("/c", other) == "memory")
    #expect(try other.makeDestination(to: Service<any NoteStore>()).name == "other")
  }

  // MARK: - Profiles

  @Test func `a URL outside of a profile stays`() throws {
    let registry = try Registry(profile: .preview) {
      Route(SystemTime.self) {
        Service(.time)
        URLPattern("app://time")
        URLPattern("app://clock")
      }
      When(.preview) {
        Route({ FixedTime(now: 1) }) {
          Service(.time)
          URLPattern("app://time")
        }
      }
    }
    #expect(try registry.makeService(for: "app://time") is FixedTime)
    #expect(try registry.makeService(for: "app://clock") is SystemTime)
    #expect(registry.routes.map(\.urls) == [["app://clock"], ["app://time"]])
  }

  @Test func `two profiles that provide one URL are an error`() {
    let text = problemsOfDeriving { () throws(RegistryError) in
      try Registry(profiles: [.preview, .kiosk]) {
        When(.kiosk) { storeRoute("/time") }
        When(.preview) { timeRoute("/time") }
      }
    }
    #expect(text.contains("both provide URLPattern(\"/time\") [conflicting-profiles]"), "\(text)")
    #expect(!text.contains("[url-conflict]"), "\(text)")
  }

  // MARK: - Released registries

  @Test(arguments: [false, true])
  func `a held registry finds URLs until its release`(isReleased: Bool) throws {
    let token = RoutableService<Holder>(declaredProtocol: Holder.self)
    var registry: Registry? = try Registry {
      Route({ @Sendable (registry: Registry) in Holder(registry: registry) }) {
        token
        URLPattern("app://holder")
        Singleton()
      }
    }
    let held = try #require(try registry?.makeDestination(to: token)).registry
    if isReleased { registry = nil }
    let found = error { _ = try held.makeService(for: "app://holder") }
    #expect(found?.code == (isReleased ? .registryReleased : nil))
    withExtendedLifetime(registry) {}
  }

  // MARK: - Stages

  @Test func `an extension's URLs don't continue another extension's URLs`() throws {
    let base = try Registry {}
    let first = try base.extending { storeRoute("notes://open/store") }
    #expect(first.match("notes://open/store") != nil && base.match("notes://open/store") == nil)
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.extending { storeRoute([URLPattern("notes://open/detail", through: "notes://open/store")]) }
    }
    #expect(text.contains("[missing-url-parent]"))
  }

  @Test func `an error about a URL says that the registry is early`() throws {
    let early = try Registry(name: "launch", stage: .early) { Route(SystemTime.self) { Service(.time) } }
    let url = error { _ = try early.makeService(for: "notes://open/store") }
    #expect(
      url?.description == """
        no route matches "notes://open/store" in the registry "launch", which is marked as early [unknownURL]
            To fix: open it after the complete registry was installed
                or: add the route that has its URLPattern to the early registry
        """)
  }
}
