import Foundation
import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Events of starting and stopping")
struct LifecycleEventTests: RouteVocabulary {
  @Test func `each phase is described in one line`() {
    let location = DeclarationLocation(fileID: "Server/ServerModule.swift", line: 12)
    func text(_ phase: LifecycleEvent.Phase, _ duration: Duration?, neededBy: [RouteError.Step] = [])
      -> String
    {
      LifecycleEvent(phase, of: DiskStorage.self, location: location, duration: duration, neededBy: neededBy)
        .description
    }
    let error = RouteError(.startFailed, "no disk")
    #expect(text(.willStart, nil) == "DiskStorage is starting")
    #expect(text(.didStart, .milliseconds(210)) == "DiskStorage started in 0.21 s")
    #expect(text(.startFailed(error), .seconds(2)) == "DiskStorage failed to start after 2.0 s: no disk")
    #expect(
      text(.startIsSlow, .seconds(5))
        == "DiskStorage (Server/ServerModule.swift:12) has been starting for 5.0 s")
    #expect(text(.didStop, .microseconds(2_100)) == "DiskStorage stopped in 0.0021 s")
    #expect(
      text(.stopFailed(error), .milliseconds(999)) == "DiskStorage failed to stop after 0.99 s: no disk")
    #expect(
      text(.wasNotStopped, nil)
        == "DiskStorage (Server/ServerModule.swift:12) was released without being stopped")
  }

  @Test(arguments: [
    (Duration.zero, "0.0 s"), (.microseconds(1), "0.000001 s"), (.microseconds(12), "0.000012 s"),
    (.microseconds(123), "0.00012 s"), (.milliseconds(5), "0.0050 s"), (.milliseconds(999), "0.99 s"),
    (.nanoseconds(999_999_999), "1.0 s"), (.seconds(1), "1.0 s"), (.milliseconds(12_340), "12.3 s"),
  ])
  func `durations have the significant digits`(_ duration: Duration, _ text: String) {
    #expect(duration.inSeconds == text)
  }

  @Test func `events and steps tell instances of one type apart`() async throws {
    let journal = Journal()
    let line = #line
    let registry = try Registry {
      ObservesLifecycle { event in
        journal.write("\(event)".replacing(#/ in [0-9.]+ s/#, with: ""))
        if case .didStart = event.phase { journal.write("\(event.name ?? "-") \(event.location.line)") }
      }
      live(DiskStorage.init, .storage, .eager, stopping: { _ in })
      live(
        DiskStorage.init, Service<DiskStorage>(declaredProtocol: DiskStorage.self), .eager, stopping: { _ in }
      )
      live(FixedPool.init(storage:), .pool, .eager)
    }
    let place = "WaymarkCoreTests/LifecycleEventTests.swift:\(line + 7)"
    #expect(
      Set(registry.startOrder) == [
        "DiskStorage (.storage)", "DiskStorage (\(place))", "FixedPool waits for DiskStorage (.storage)",
      ])
    try await registry.start()
    await registry.stop()
    for text in [
      "DiskStorage (.storage) is starting", "DiskStorage (.storage) started",
      "DiskStorage (.storage) stopped",
      "DiskStorage (\(place)) started", "DiskStorage (\(place)) stopped", "FixedPool started",
      "storage \(line + 6)", "- \(line + 7)",
    ] {
      #expect(journal.all.contains(text), "\(text): \(journal.all)")
    }
  }

  @Test func `observers see every start and stop`() async throws {
    let journal = Journal()
    let registry = try Registry {
      ServerModule(journal: Journal(), failing: "stop storage")
      ObservesLifecycle { event in
        let phase = "\(event.phase)".prefix { $0 != "(" }
        journal.write("\(event.destinationName) \(phase) \(event.duration.map { $0 > .zero } ?? false)")
      }
    }
    try await registry.start()
    await registry.stop()
    #expect(registry.lifecycle?.phase == .stopped)
    #expect(
      journal.all == [
        "DiskStorage willStart false", "DiskStorage didStart true", "FixedPool willStart false",
        "FixedPool didStart true", "WebClients willStart false", "WebClients didStart true",
        "WebClients didStop true", "FixedPool didStop true", "DiskStorage stopFailed true",
      ])
  }

  @Test func `observers see a failing start with its error`() async throws {
    let events = Lock<[LifecycleEvent]>([])
    let registry = try Registry {
      ServerModule(journal: Journal(), failing: "pool")
      ObservesLifecycle { event in
        if case .startFailed = event.phase { events.withLock { $0.append(event) } }
      }
    }
    let thrown = await failure { try await registry.start() } as? RouteError
    let event = try #require(events.withLock(\.self).first)
    #expect(events.withLock(\.count) == 1)
    #expect(event.destinationName == "FixedPool" && event.location.line == ServerModule.lines.pool)
    #expect(try #require(event.duration) > .zero)
    guard case .startFailed(let error) = event.phase else { return }
    #expect(error == thrown && error.code == .startFailed && error.underlying as? Mistake == Mistake())
  }

  /// Returns a registry of a page that needs a profile on demand, with the phases that observers see.
  private func pages(isFailing: Bool = false, _ journal: Journal) throws(RegistryError) -> Registry {
    try Registry {
      ObservesLifecycle { event in
        // On a busy machine, a start is also slow.
        if case .startIsSlow = event.phase { return }
        journal.write("\(event.destinationName) " + "\(event.phase)".prefix { $0 != "(" })
      }
      live(
        { () async throws -> VisitorProfile in
          await Task.yield()
          if isFailing { throw Mistake() }
          return VisitorProfile(number: 1)
        }, .visitorProfile, .onDemand)
      live(Page.init(profile:), .visitorPage, .eager)
    }
  }

  @Test(arguments: [false, true])
  func `observers see one start of an on-demand instance that another one needs`(
    isBegunBefore: Bool
  ) async throws {
    let journal = Journal()
    let registry = try pages(journal)
    let profile = ["VisitorProfile willStart", "VisitorProfile didStart"]
    if isBegunBefore {
      _ = try await registry.started(.visitorProfile)
      #expect(journal.all == profile)
    }
    try await registry.start()
    #expect(journal.all == profile + ["Page willStart", "Page didStart"])
    await registry.stop()
    journal.clear()
    #expect(try await pages(isFailing: true, journal).startFailure() != nil)
    #expect(journal.all == ["VisitorProfile willStart", "VisitorProfile startFailed"])
  }

  @Test func `a slow start is reported once with the waiting instances`() async throws {
    let slow = Gate()
    let events = Lock<[LifecycleEvent]>([])
    let registry = try Registry {
      ObservesLifecycle(slowAfter: .milliseconds(10)) { event in
        guard case .startIsSlow = event.phase else { return }
        events.withLock { $0.append(event) }
        slow.open()
      }
      live(
        { () async throws -> DiskStorage in
          await slow.pass()
          try await Task.sleep(for: .milliseconds(30))
          return try await DiskStorage()
        }, .storage)
      live(FixedPool.init(storage:), .pool, .eager)
    }
    try await registry.start()
    // On a machine under load, other instances may also take long.
    let found = events.withLock(\.self).filter { $0.destinationName == "DiskStorage" }
    #expect(found.count == 1)
    #expect(found.first?.neededBy.map(\.destination) == ["FixedPool"])
    #expect(found.first.flatMap(\.duration).map { $0 >= .milliseconds(10) } == true)
    #expect(found.first?.description.hasSuffix("s, needed by \(found[0].neededBy[0])") == true)
  }

  @Test func `only running work is reported, and only once`() throws {
    let journal = Journal()
    let graph = try Registry { ServerModule(journal: Journal()) }.lifecycleGraph
    let progress = StartProgress(graph)
    let observer = ObservesLifecycle(slowAfter: .zero) { journal.write($0.destinationName) }
    let calls = Lock(0)
    func report() {
      // Also with a limit of zero, there is a wait between two reports.
      let before = ContinuousClock.now
      #expect(progress.reportAllDue(to: observer, calls) >= before + .milliseconds(1))
    }
    progress.begin(0)
    report()
    report()
    try #require(journal.all == ["DiskStorage"])
    progress.begin(1)
    progress.end(1)
    report()
    #expect(journal.all == ["DiskStorage"])
    progress.begin(2)
    report()
    #expect(journal.all == ["DiskStorage", "WebClients"])
  }

  @Test func `a start is slow after five seconds`() {
    #expect(ObservesLifecycle { _ in }.limit == .seconds(5))
  }

  #if os(macOS) || os(Linux)
    /// A task couldn't report these, because no thread is left for it.
    @Test func `factories that occupy all threads are reported`() async {
      await #expect(processExitsWith: .success) {
        // Code that could wait forever runs in a process of its own, which ends in any case.
        mustEnd(within: 240)
        let count = ProcessInfo.processInfo.activeProcessorCount + 1
        let reported = (0..<count).map { _ in DispatchSemaphore(value: 0) }
        let registry = try Registry {
          ObservesLifecycle(slowAfter: .milliseconds(5)) { event in
            guard case .startIsSlow = event.phase else { return }
            for number in 0..<count where NumberedParts<Int>.type(number) == event.destinationType {
              reported[number].signal()
            }
          }
          for part in blockingRoutes(0, Zero.self, until: reported) { part }
        }
        try await registry.start()
        mustHold(registry.startOrder.count == count)
      }
    }
  #endif
}

/// Returns routes with factories that wait for the report about their slow start.
private func blockingRoutes<N>(
  _ number: Int, _: N.Type, until reported: [DispatchSemaphore]
) -> [Routes] {
  guard number < reported.count else { return [] }
  let first = NumberedParts<Int>.synchronous(
    N.self, .eager, in: RootScope.self, needing: [],
    make: { _ in
      reported[number].wait()
      return number
    })
  return [first] + blockingRoutes(number + 1, Next<N>.self, until: reported)
}
