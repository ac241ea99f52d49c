import Foundation
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

  /// An instance that exists after the limit is only stopped.
  @Test(arguments: [false, true], [false, true])
  func `a slow factory fails the start`(isOnDemand: Bool, isMaking: Bool) async throws {
    let registry = try Registry {
      live(
        { [journal] () async throws -> VisitorProfile in
          await Self.waitForCancellation()
          journal.write("canceled")
          if !isMaking { try Task.checkCancellation() }
          return VisitorProfile(number: 1)
        }, .visitorProfile, isOnDemand ? .onDemand : .plain, startLimit: .milliseconds(20),
        starting: journal.writing("start"),
        stopping: { [journal] _ in journal.write(Task.isCancelled ? "stop canceled" : "stop") })
    }
    let found = await routeFailure {
      if isOnDemand { _ = try await registry.started(.visitorProfile) } else { try await registry.start() }
    }
    #expect(found?.code == .startFailed)
    #expect(found?.message == "the start of VisitorProfile took longer than 0.020 s")
    #expect(found?.remedy == "make it end earlier\nwrite Starting(within:) with a longer limit")
    await registry.stop()
    let lines = ["canceled"] + (isMaking ? ["stop"] : [])
    while journal.all.count < lines.count { await Task.yield() }
    #expect(journal.all == lines)
  }

  @Test func `a slow closure fails the start, and the instance is stopped after it`() async throws {
    let reports = Journal()
    let registry = try Registry {
      ReportsErrors { reports.write("\($0.code)") }
      Route({ VisitorProfile(number: 1) }) {
        Service(.visitorProfile)
        Singleton()
        Starting(within: .seconds(3600)) { _ in }
        Starting(within: .milliseconds(20)) { _ in await Self.waitForCancellation() }
        Stopping { [journal] _, outcome in
          if case .failed = outcome { journal.write("stop") }
          throw Mistake()
        }
      }
    }
    let found = await registry.startFailure()
    try #require(found?.message == "the start of VisitorProfile took longer than 0.020 s")
    while reports.all.count < 2 { await Task.yield() }
    #expect(journal.all == ["stop"])
    #expect(reports.all == ["startFailed", "stopFailed"])
    await registry.stop()
    #expect(journal.all == ["stop"])
  }

  @Test(arguments: [false, true])
  func `a closure doesn't begin after the limit or a stop`(isStop: Bool) async throws {
    let registry = try Registry {
      Route({ VisitorProfile(number: 1) }) {
        Service(.visitorProfile)
        Singleton()
        Starting(within: isStop ? nil : .milliseconds(20)) { [journal] _ in
          journal.write("first")
          await Self.waitForCancellation()
        }
        Starting { [journal] _ in journal.write("second") }
        Stopping { [journal] _ in journal.write("stop") }
      }
    }
    async let failure = registry.startFailure()
    if isStop {
      #expect(try await becomesTrue { journal.all == ["first"] })
      await registry.stop()
    }
    #expect(await failure?.code == (isStop ? .startInterrupted : .startFailed))
    #expect(try await becomesTrue { journal.all.last == "stop" })
    // On a busy machine, the limit can come before the first closure.
    #expect([["first", "stop"], ["stop"]].contains(journal.all))
  }

  /// The task that waits for the limit has no thread until the operation has ended.
  @Test(arguments: [false, true])
  func `a limit holds although operations block all threads of tasks`(isStop: Bool) async throws {
    let reports = Journal()
    @Sendable func block(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
    let registry = try Registry {
      ReportsErrors { reports.write("\($0.code)") }
      Route({ VisitorProfile(number: 1) }) {
        Service(.visitorProfile)
        Singleton()
        Starting(within: .milliseconds(isStop ? 60_000 : 20)) { _ in if !isStop { block(0.1) } }
        Stopping(within: .milliseconds(isStop ? 20 : 60_000)) { _ in if isStop { block(0.1) } }
      }
    }
    func occupyOtherThreads() {
      for _ in 1..<ProcessInfo.processInfo.activeProcessorCount { Task.detached { block(0.2) } }
    }
    if !isStop { occupyOtherThreads() }
    #expect((await registry.startFailure())?.code == (isStop ? nil : .startFailed))
    if isStop { occupyOtherThreads() }
    await registry.stop()
    #expect(reports.all == [isStop ? "stopFailed" : "startFailed"])
  }

  /// The timer for a limit must end with the start.
  @Test func `a start within its limit retains nothing`() async throws {
    weak var made: VisitorProfile?
    do {
      let registry = try Registry {
        live(
          { () async throws -> VisitorProfile in
            await Task.yield()
            return VisitorProfile(number: 1)
          }, .visitorProfile, .onDemand, startLimit: .seconds(3600), starting: { _ in })
      }
      made = try await registry.started(.visitorProfile)
      await registry.stop()
    }
    let end = ContinuousClock.now + .seconds(60)
    while made != nil, ContinuousClock.now < end { await Task.yield() }
    #expect(made == nil)
  }

  #if os(macOS) || os(Linux)
    @Test func `the limits of a start and a stop can be as long as durations`() async {
      await #expect(processExitsWith: .success) {
        let registry = try Registry {
          live(
            { VisitorProfile(number: 1) }, .visitorProfile, startLimit: .seconds(Int.max),
            starting: { _ in await Task.yield() }, stopLimit: .seconds(Int.max),
            stopping: { _ in await Task.yield() })
        }
        try await registry.start()
        await registry.stop()
      }
    }
  #endif
}
