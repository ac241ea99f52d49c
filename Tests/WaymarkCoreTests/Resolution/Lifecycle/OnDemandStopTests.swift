import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@MainActor
@Suite("Stops during a start on demand", .timeLimit(.minutes(5)))
struct OnDemandStopTests: RouteVocabulary {
  private let journal = Journal()
  private let begun = Gate()
  private let gate = Gate()

  /// A registry with a started instance, and with one that starts on demand until the gate opens, even if the start is
  /// canceled.
  private func registry() throws -> Registry {
    try Registry {
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
        Stopping { [journal] _ in journal.write("stop storage") }
      }
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Singleton()
        OnDemand()
        Stopping { [journal] _ in journal.write("stop profile") }
      } make: { [begun, gate] _ in
        begun.open()
        await gate.pass()
        return VisitorProfile(number: 1)
      }
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        OnDemand()
        Starting { _ in }
      }
    }
  }

  /// Begins a start on demand, and then a stop that waits for the start.
  private func beginStopping(
    _ registry: Registry
  ) async throws -> (start: Task<RouteError?, Never>, stop: Task<Void, Never>) {
    let start = Task { await routeFailure { _ = try await registry.started(.visitorProfile) } }
    await begun.pass()
    let stop = Task { await registry.stop() }
    #expect(try await becomesTrue { registry.lifecycle?.state.withLock(\.stopRequests) == 1 })
    return (start, stop)
  }

  @Test func `a start during the stop waits for the stop and starts again`() async throws {
    let registry = try registry()
    try await registry.start()
    let (onDemand, stop) = try await beginStopping(registry)
    var isCalled = false
    let start = Task {
      isCalled = true
      // The call runs on the main actor until it waits, in contrast to one in a function of another module.
      try await registry.start()
    }
    #expect(try await becomesTrue { isCalled })
    gate.open()
    await stop.value
    try await start.value
    _ = await onDemand.value
    #expect(journal.all == ["stop profile", "stop storage"])
    #expect(try registry(.storage).path == "/tmp")
    await registry.stop()
  }

  @Test(arguments: [false, true])
  func `the stop refuses other starts on demand`(isStarted: Bool) async throws {
    let registry = try registry()
    if isStarted { try await registry.start() }
    let (onDemand, stop) = try await beginStopping(registry)
    let refused = await routeFailure { _ = try await registry.started(.metrics) }
    #expect(refused?.code == .notStarted)
    #expect(refused?.message == "Counters was requested after it was stopped")
    gate.open()
    await stop.value
    _ = await onDemand.value
    #expect(registry.lifecycle?.state.withLock(\.stopRequests) == 1)
    #expect(registry.lifecycle?.hasStopped == true)
    #expect(journal.all == (isStarted ? ["stop profile", "stop storage"] : ["stop profile"]))
  }

  @Test func `a start during a stop that also ends another start begins anew`() async throws {
    let (isStarting, mayEnd, starts) = (Gate(), Gate(), Counter())
    let registry = try Registry {
      Route({ MemoryStore() }) {
        Service<any NoteStore>()
        Singleton()
        Starting { _ in
          starts.increment()
          isStarting.open()
          await mayEnd.pass()
        }
      }
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Singleton()
        OnDemand()
      } make: { [begun, gate] _ in
        begun.open()
        await gate.pass()
        return VisitorProfile(number: 1)
      }
    }
    let first = Task { await routeFailure { try await registry.start() } }
    await isStarting.pass()
    let (onDemand, stop) = try await beginStopping(registry)
    var isCalled = false
    let second = Task {
      isCalled = true
      try await registry.start()
    }
    #expect(try await becomesTrue { isCalled })
    for gate in [mayEnd, gate] { gate.open() }
    await stop.value
    _ = await onDemand.value
    #expect(await first.value?.code == .startInterrupted)
    try await second.value
    #expect(starts.value == 2)
    await registry.stop()
  }
}
