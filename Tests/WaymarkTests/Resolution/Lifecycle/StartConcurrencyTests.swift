import Testing
import WaymarkRuntime

@testable import Waymark

@Suite("Starts of many tasks, and of many instances", .timeLimit(.minutes(1)))
struct StartConcurrencyTests: RouteVocabulary {
  @Test func manyTasksStartOnce() async throws {
    let journal = Journal()
    let registry = try Registry { ServerModule(journal: journal) }
    await withTaskGroup { group in
      for _ in 0..<32 {
        group.addTask {
          #expect(await failure { try await registry.start() } == nil)
          #expect(error { _ = try registry.makeDestination(to: \.clients) } == nil)
        }
      }
    }
    #expect(
      journal.all == [
        "DiskStorage didStart", "start pool at /tmp", "FixedPool didStart", "WebClients didStart",
      ])
  }

  @Test func startsAndStopsAtTheSameTime() async throws {
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
          _ = try? registry.makeDestination(to: \.pool)
        }
      }
    }
    await registry.stop()
    let (started, stopped) = (
      journal.all.count { $0 == "DiskStorage didStart" }, journal.all.count { $0 == "stop storage" }
    )
    #expect(started == stopped)
    #expect(error { _ = try registry.makeDestination(to: \.clients) }?.code == .notStarted)
  }

  @Test func factoriesThatWaitBlockNoThread() async throws {
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
    let start = Task { try await registry.start() }
    while registry.lifecycle?.state.withLock({ $0.begun.count }) != 64 { await Task.yield() }
    // All wait, and a ticker still keeps its pace: nothing is at work.
    let clock = ContinuousClock()
    let begun = clock.now
    for tick in 1...10 { try await clock.sleep(until: begun + .milliseconds(10 * tick)) }
    #expect(clock.now - begun < .seconds(5))
    open.open()
    try await start.value
    #expect(registry.startOrder.count == 64)
  }

  private final class Waiting<Number>: Sendable {}
}
