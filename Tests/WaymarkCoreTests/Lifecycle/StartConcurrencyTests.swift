import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Starts of many tasks, and of many instances", .timeLimit(.minutes(5)))
struct StartConcurrencyTests: RouteVocabulary {
  @Test func `waiting factories block no thread`() async throws {
    let open = Gate()
    func parts<N>(_ count: Int, _: N.Type) -> [Routes] {
      guard count > 0 else { return [] }
      let first = NumberedParts<Int>.asynchronous(
        N.self, in: RootScope.self, needing: [],
        make: { _ in
          await open.pass()
          return count
        })
      return [first] + parts(count - 1, Next<N>.self)
    }
    let registry = try Registry { for part in parts(64, Zero.self) { part } }
    let usual = try await gapBetweenTicks()
    let start = registry.starting()
    while open.waitingCount != 64 { await Task.yield() }
    // All wait, and a ticker still keeps its pace. Other tests that are at work meanwhile may disturb it.
    var gap = try await gapBetweenTicks()
    for _ in 0..<50 where gap > usual * 2 + .milliseconds(5) { gap = try await gapBetweenTicks() }
    #expect(gap <= usual * 2 + .milliseconds(5))
    open.open()
    #expect(await start.value == nil)
    #expect(registry.startOrder.count == 64)
  }

  /// Returns the median time between the ticks of a ticker of 10 milliseconds.
  private func gapBetweenTicks() async throws -> Duration {
    let clock = ContinuousClock()
    var gaps: [Duration] = []
    for _ in 0..<5 {
      let last = clock.now
      try await clock.sleep(until: last + .milliseconds(10))
      gaps.append(clock.now - last)
    }
    return gaps.sorted()[gaps.count / 2]
  }
}
