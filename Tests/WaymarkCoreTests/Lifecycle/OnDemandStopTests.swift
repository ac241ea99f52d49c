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

  /// Begins a start on demand, and then a stop that waits for the start's end.
  private func beginStopping(
    _ registry: Registry
  ) async throws -> (start: Task<RouteError?, Never>, stop: Task<Void, Never>) {
    let start = Task { await routeFailure { _ = try await registry.started(.visitorProfile) } }
    await begun.pass()
    let stop = Task { await registry.stop() }
    #expect(try await becomesTrue { registry.lifecycle?.phase == .stopping })
    return (start, stop)
  }

  @Test func `a stop waits for the start on demand, and refuses another start`() async throws {
    let registry = try registry()
    try await registry.start()
    let (onDemand, stop) = try await beginStopping(registry)
    let refused = try await inTime { await routeFailure { try await registry.start() } }
    #expect(refused?.code == .notStarted)
    // The caller gets its error before the end of the factory, and the storage stops meanwhile.
    #expect(try await inTime { await onDemand.value }?.code == .startInterrupted)
    #expect(try await becomesTrue { journal.all == ["stop storage"] })
    #expect(registry.lifecycle?.phase == .stopping)
    gate.open()
    await stop.value
    #expect(journal.all == ["stop storage", "stop profile"])
    #expect(error { _ = try registry(.visitorProfile) }?.code == .notStarted)
  }

  @Test(arguments: [false, true])
  func `the stop refuses other starts on demand`(isStarted: Bool) async throws {
    let registry = try registry()
    if isStarted { try await registry.start() }
    let (onDemand, stop) = try await beginStopping(registry)
    let refused = await routeFailure { _ = try await registry.started(.metrics) }
    #expect(refused?.code == .notStarted)
    #expect(refused?.message == "Counters was requested after stop() was called")
    gate.open()
    await stop.value
    #expect(await onDemand.value?.code == .startInterrupted)
    #expect(registry.lifecycle?.phase == .stopped)
    #expect(journal.all.sorted() == (isStarted ? ["stop profile", "stop storage"] : ["stop profile"]))
  }

  @Test func `a stop that ends a start and a start on demand refuses another start`() async throws {
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
        Stopping { [journal] _ in journal.write("stop store") }
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
    }
    let onDemand = Task { await routeFailure { _ = try await registry.started(.visitorProfile) } }
    await begun.pass()
    let first = Task { await routeFailure { try await registry.start() } }
    await isStarting.pass()
    let stop = Task { await registry.stop() }
    #expect(try await becomesTrue { registry.lifecycle?.withStateIfUsed(\.machine.isStopRequested) == true })
    let second = try await inTime { await routeFailure { try await registry.start() } }
    #expect(second?.code == .notStarted)
    #expect(try await inTime { await onDemand.value }?.code == .startInterrupted)
    for gate in [mayEnd, gate] { gate.open() }
    await stop.value
    #expect(await first.value?.code == .startInterrupted)
    #expect(starts.value == 1)
    #expect(journal.all.sorted() == ["stop profile", "stop store"])
  }
}
