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
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
      } make: {
        await allHaveCalled.pass()
        return Counters()
      }
    }
    await withTaskGroup { group in
      for _ in 0..<32 {
        group.addTask {
          #expect(await failure { try await registry.start() } == nil)
          #expect(error { _ = try registry.makeDestination(to: .clients) } == nil)
        }
      }
      while registry.lifecycle?.callers != 32 { await Task.yield() }
      allHaveCalled.open()
    }
    #expect(journal.all.count { $0 == "Counters didStart" } == 1)
    #expect(
      journal.all.filter { $0 != "Counters didStart" } == [
        "DiskStorage didStart", "start pool at /tmp", "FixedPool didStart", "WebClients didStart",
      ])
  }

  @Test func `concurrent starts and stops stop each started instance`() async throws {
    let journal = Journal()
    let registry = try Registry { ServerModule(journal: journal) }
    await withTaskGroup { group in
      for index in 0..<64 {
        group.addTask {
          if index.isMultiple(of: 2) {
            _ = await failure { try await registry.start() }
          } else {
            await registry.stop()
          }
          _ = try? registry.makeDestination(to: .pool)
        }
      }
    }
    await registry.stop()
    let (started, stopped) = (
      journal.all.count { $0 == "DiskStorage didStart" }, journal.all.count { $0 == "stop storage" }
    )
    #expect(started == stopped)
    #expect(error { _ = try registry.makeDestination(to: .clients) }?.code == .notStarted)
  }

  @Test func `waiting factories block no thread`() async throws {
    let open = Gate()
    func part<Number>(_: Number.Type) -> Routes {
      Routes(
        .route(
          Route(Waiting<Number>.self) {
            RoutableService<Waiting<Number>>(declaredProtocol: Waiting<Number>.self)
            Singleton()
          } make: {
            await open.pass()
            return Waiting<Number>()
          }.declaration))
    }
    func parts<Number>(_: Number.Type, _ count: Int) -> [Routes] {
      count == 0 ? [] : [part(Number.self)] + parts([Number].self, count - 1)
    }
    let registry = try Registry { for part in parts(Int.self, 64) { part } }
    let usual = try await gapBetweenTicks()
    let start = Task { try await registry.start() }
    while open.waitingCount != 64 { await Task.yield() }
    // All wait, and a ticker still keeps its pace. Other tests that are at work meanwhile may disturb it.
    var gap = try await gapBetweenTicks()
    for _ in 0..<50 where gap > usual * 2 + .milliseconds(5) { gap = try await gapBetweenTicks() }
    #expect(gap <= usual * 2 + .milliseconds(5))
    open.open()
    try await start.value
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
