import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting
import WaymarkRuntime

private struct Visit: RouteScope {}

/// A test that doesn't run can't fail, so this one has no traits itself.
@Suite("Traits around a test")
struct TraitsAroundATestTests {
  private static let all: [any TestScoping] = [
    RegistryTrait.registry {}, RegistryTrait.overriding {}, ScopeTrait.scope(Visit()), StartTrait.started,
    LeakTrait.noLeaks,
  ]

  @Test(arguments: all.indices) func `a trait runs the test once`(index: Int) async throws {
    let count = Lock(0)
    try await run(RegistryTrait.registry {}, Self.all[index]) { count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 1)
  }
}
