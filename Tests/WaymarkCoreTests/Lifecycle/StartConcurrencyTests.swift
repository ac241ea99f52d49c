import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Starts of many tasks, and of many instances", .timeLimit(.minutes(5)))
struct StartConcurrencyTests: RouteVocabulary {
  @Test func `concurrent starts start each instance once`() async throws {
    let journal = Journal()
    let allHaveCalled = Gate()
    let registry = try Registry {
      ServerModule(journal: journal)
      live(
        { () async throws -> Counters in
          await allHaveCalled.pass()
          return Counters()
        }, .metrics)
    }
    await withTaskGroup { group in
      for _ in 0..<32 {
        group.addTask {
          #expect(await registry.startFailure() == nil)
          #expect(registry.refusal(of: .clients) == nil)
        }
      }
      await registry.hasCallers(32)
      allHaveCalled.open()
    }
    #expect(journal.all.count { $0 == "Counters didStart" } == 1)
    #expect(
      journal.all.filter { $0 != "Counters didStart" } == [
        "DiskStorage didStart", "start pool at /tmp", "FixedPool didStart", "WebClients didStart",
      ])
  }

  @Test func `waiting factories block no thread`() async throws {
    let open = Gate()
    func part<Number>(_: Number.Type) -> Routes {
      let token = RoutableService<Waiting<Number>>(declaredProtocol: Waiting<Number>.self)
      let route = live(
        { () async throws -> Waiting<Number> in
          await open.pass()
          return Waiting<Number>()
        }, token)
      return route.declared
    }
    func parts<Number>(_: Number.Type, _ count: Int) -> [Routes] {
      count == 0 ? [] : [part(Number.self)] + parts([Number].self, count - 1)
    }
    let registry = try Registry { for part in parts(Int.self, 64) { part } }
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

  private final class Waiting<Number>: Sendable {}

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
