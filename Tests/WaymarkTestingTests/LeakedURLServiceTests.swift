import SharedFixtures
import Testing
import Waymark
import WaymarkRuntime
import WaymarkTesting

private final class Archive: Sendable { init() {} }

extension RoutableService<Archive> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

@Suite("A leak of a service requested by its URL")
struct LeakedURLServiceTests {
  @Test func `a leaked service requested by its URL is reported`() async {
    let kept = Lock<Archive?>(nil)
    let found = await issues {
      let registry: RegistryTrait = .registry {
        Route(Archive.init) {
          Service<Archive>()
          URLPattern("/archive")
        }
      }
      let leaks: LeakTrait = .noLeaks(within: .milliseconds(30))
      try await run(registry, leaks) {
        let archive = try Registry.current.makeService(for: "/archive") as? Archive
        kept.withLock { $0 = archive }
      }
    }
    #expect(found.contains { $0.hasPrefix("error: Archive, made by the route at WaymarkTestingTests/") })
    #expect(kept.withLock { $0 } != nil)
  }
}
