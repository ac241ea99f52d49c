import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Starts with a limit", .timeLimit(.minutes(5)))
struct StartLimitTests: RouteVocabulary {
  private let journal = Journal()

  /// Waits for half a minute at most, so that a test fails if nothing cancels its task.
  private static func waitForCancellation() async {
    let end = ContinuousClock.now + .seconds(30)
    while !Task.isCancelled, ContinuousClock.now < end { await Task.yield() }
  }

  @Test(arguments: [false, true])
  func `a slow factory fails the start`(isOnDemand: Bool) async throws {
    let registry = try Registry {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Singleton()
        if isOnDemand { OnDemand() }
        Starting(within: .milliseconds(20)) { [journal] _ in journal.write("start") }
        Stopping { [journal] _ in journal.write("stop") }
      } make: { [journal] _ in
        await Self.waitForCancellation()
        journal.write("canceled")
        try Task.checkCancellation()
        return VisitorProfile(number: 1)
      }
    }
    let found = await routeFailure {
      if isOnDemand { _ = try await registry.started(.visitorProfile) } else { try await registry.start() }
    }
    #expect(found?.code == .startFailed)
    #expect(found?.message == "the start of VisitorProfile took longer than 0.020 s")
    #expect(found?.remedy == "make it end earlier\nwrite Starting(within:) with a longer limit")
    await registry.stop()
    while journal.all.isEmpty { await Task.yield() }
    #expect(journal.all == ["canceled"])
  }

  @Test func `an instance that starts after the limit is stopped`() async throws {
    let reports = Journal()
    let registry = try Registry {
      ReportsErrors { reports.write("\($0.code)") }
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Singleton()
        Starting(within: .milliseconds(20)) { _ in await Self.waitForCancellation() }
        Stopping { [journal] _, outcome in
          if case .failed = outcome { journal.write("stop") }
          throw Mistake()
        }
      } make: {
        VisitorProfile(number: 1)
      }
    }
    try #require(await routeFailure { try await registry.start() }?.code == .startFailed)
    while reports.all.count < 2 { await Task.yield() }
    #expect(journal.all == ["stop"])
    #expect(reports.all == ["startFailed", "stopFailed"])
    await registry.stop()
    #expect(journal.all == ["stop"])
  }

  @Test func `a slow closure fails the start`() async throws {
    let registry = try Registry {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Singleton()
        Starting(within: .seconds(3600)) { _ in }
        Starting(within: .milliseconds(20)) { _ in await Self.waitForCancellation() }
      } make: {
        VisitorProfile(number: 1)
      }
    }
    let found = await routeFailure { try await registry.start() }
    #expect(found?.message == "the start of VisitorProfile took longer than 0.020 s")
  }

  @Test func `a start within its limit succeeds`() async throws {
    let registry = try Registry {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Singleton()
        Starting(within: .seconds(3600)) { [journal] _ in journal.write("start") }
        Stopping { [journal] _ in journal.write("stop") }
      } make: { _ in
        await Task.yield()
        return VisitorProfile(number: 1)
      }
    }
    let number = try await registry.run { try Registry.current(.visitorProfile).number }
    #expect(number == 1)
    #expect(journal.all == ["start", "stop"])
  }

  /// The timer for a limit must end with the start.
  @Test func `a start within its limit retains nothing`() async throws {
    weak var made: VisitorProfile?
    do {
      let registry = try Registry {
        Route(VisitorProfile.self) {
          Service(.visitorProfile)
          Singleton()
          OnDemand()
          Starting(within: .seconds(3600)) { _ in }
        } make: {
          VisitorProfile(number: 1)
        }
      }
      made = try await registry.started(.visitorProfile)
      await registry.stop()
    }
    let end = ContinuousClock.now + .seconds(60)
    while made != nil, ContinuousClock.now < end { await Task.yield() }
    #expect(made == nil)
  }

  @Test func `canceling the start cancels the operation`() async throws {
    let begun = Gate()
    let registry = try Registry {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Singleton()
        Starting(within: .seconds(3600)) { _ in
          begun.open()
          await Self.waitForCancellation()
          try Task.checkCancellation()
        }
      } make: {
        VisitorProfile(number: 1)
      }
    }
    let start = Task { try await registry.start() }
    await begun.pass()
    start.cancel()
    await #expect(throws: CancellationError.self) { try await start.value }
  }

  @Test func `an error within the limit fails the start`() async throws {
    let registry = try Registry {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Singleton()
        Starting(within: .seconds(3600)) { _ in throw Mistake() }
      } make: {
        VisitorProfile(number: 1)
      }
    }
    let found = await routeFailure { try await registry.start() }
    #expect(found?.underlying as? Mistake == Mistake())
    #expect(found?.code == .startFailed)
  }

  #if os(macOS) || os(Linux)
    @Test func `the limits of a start and a stop can be as long as durations`() async {
      await #expect(processExitsWith: .success) {
        let registry = try Registry {
          Route({ VisitorProfile(number: 1) }) {
            RoutableService(.visitorProfile)
            Singleton()
            Starting(within: .seconds(Int.max)) { _ in await Task.yield() }
            Stopping(within: .seconds(Int.max)) { _ in await Task.yield() }
          }
        }
        try await registry.start()
        await registry.stop()
      }
    }
  #endif
}
