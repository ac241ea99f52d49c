import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@MainActor
@Suite("Ends of starts on demand", .timeLimit(.minutes(5)))
struct OnDemandEndTests: RouteVocabulary {
  private let journal = Journal()
  private let pause = Pause()

  /// Returns a registry with a factory of the profile that pauses, and then does something.
  private func registry(
    thenIn operation: @escaping @Sendable (borrowing Registry) async throws -> Void = { _ in }
  ) throws -> Registry {
    try Registry {
      ReportsErrors { [journal] error in journal.write("reported \(error.code)") }
      ObservesLifecycle { [journal] event in journal.write("\(event.phase)") }
      live(
        { [pause] () async throws -> VisitorProfile in
          await pause.take()
          try await operation(Registry.current)
          return VisitorProfile(number: 1)
        }, .visitorProfile, .onDemand, stopping: journal.writing("stop profile"))
      live(Page.init(profile:), .visitorPage, .eager)
    }
  }

  /// Starts the profile in a task, which returns the error.
  private func startingProfile(in registry: Registry) -> Task<RouteError?, Never> {
    Task { await routeFailure { _ = try await registry.started(.visitorProfile) } }
  }

  @Test func `stop() in a factory doesn't wait for the start`() async throws {
    pause.end()
    let registry = try registry { registry in
      await registry.stop()
      try Task.checkCancellation()
    }
    #expect(try await inTime { await startingProfile(in: registry).value }?.code == .startInterrupted)
    #expect(!journal.all.contains("reported lifecycleCycle"))
    try await inTime { await registry.stop() }
  }

  @Test(arguments: [true, false])
  func `an instance whose start on demand was interrupted doesn't get a success`(isScope: Bool) async throws {
    let registry = try Registry {
      Route({ [pause] () async throws -> VisitorProfile in
        await pause.take()
        return VisitorProfile(number: 1)
      }) {
        Service(.visitorProfile)
        if isScope { Scoped(to: Visit.self) } else { Singleton() }
        OnDemand()
        Stopping { [journal] (_: VisitorProfile, outcome: ScopeOutcome) in
          if case .failed(let error as RouteError) = outcome {
            journal.write("\(error.code)")
          } else {
            journal.write("finished")
          }
        }
      }
    }
    let owner = isScope ? try registry.opening(Visit(path: "/")) : registry
    let profile = startingProfile(in: owner)
    await pause.begins()
    let end = Task { isScope ? await owner.close() : await owner.stop() }
    let code: RouteError.Code = isScope ? .scopeClosed : .startInterrupted
    #expect(await profile.value?.code == code)
    pause.end()
    try await inTime { await end.value }
    #expect(journal.all == ["\(code)"])
  }

  @Test func `a task that can't wait because of a cycle doesn't keep a start going`() async throws {
    let hasReturned = Gate()
    let registry = try Registry {
      live(
        { () async throws -> VisitorProfile in
          _ = try? await Registry.current.started(.metrics)
          hasReturned.open()
          try await Task.sleep(for: .seconds(3_600))
          return VisitorProfile(number: 1)
        }, .visitorProfile, .onDemand)
      live(
        { () async throws -> Counters in
          _ = try await Registry.current.started(.visitorProfile)
          return Counters()
        }, .metrics, .onDemand)
    }
    let profile = Task { try await registry.started(.visitorProfile) }
    await hasReturned.pass()
    profile.cancel()
    await #expect(throws: CancellationError.self) { _ = try await profile.value }
    #expect(try await becomesTrue { registry.lifecycle?.callersOnDemand == 0 })
    await registry.stop()
  }

  // MARK: - Canceled starts

  /// Begins a start, and cancels it while its factory goes on.
  private func beginAndCancel(_ registry: Registry) async {
    let start = Task { try await registry.started(.visitorProfile) }
    await pause.begins()
    start.cancel()
    _ = await start.result
  }

  @Test func `a task that is canceled before its request doesn't wait for another task's start`() async throws
  {
    let registry = try registry()
    let first = startingProfile(in: registry)
    await pause.begins()
    try await inTime {
      let second = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await registry.started(.visitorProfile)
      }
      await #expect(throws: CancellationError.self) { _ = try await second.value }
    }
    // The canceled task leaves the start to the first one.
    pause.end()
    #expect(await first.value == nil)
    await registry.stop()
  }

  @Test func `a canceled start that waits for itself gets an error`() async throws {
    let codes = Lock<[RouteError.Code?]>([])
    let registry = try registry { registry in
      do {
        _ = try await registry.started(.visitorProfile)
      } catch {
        codes.withLock { $0.append((error as? RouteError)?.code) }
      }
    }
    await beginAndCancel(registry)
    pause.end()
    await registry.stop()
    #expect(codes.withLock(\.self) == [nil] || codes.withLock(\.self) == [.lifecycleCycle])
  }

  @Test func `a start that finds its scope closed reports the error`() async throws {
    let application = try Registry {
      ReportsErrors { [journal] error in journal.write("reported \(error.code)") }
      live({ VisitorProfile(number: 1) }, .visitorProfile, .onDemand, in: Visit.self, starting: { _ in })
    }
    let visit = try application.opening(Visit(path: "/"))
    let maker = try #require(visit.scope?.maker(for: visit))
    let route = try #require(visit.image.routes.first)
    await visit.close()
    // A call of `started(_:)` gets here if the scope closes at the same time.
    let found = await routeFailure {
      try await maker.startOnDemand([route])
      _ = try visit(.visitorProfile)
    }
    #expect(found?.code == .scopeClosed)
    #expect(journal.all == ["reported scopeClosed"])
  }

  @Test func `an instance that starts after the release of its scope is reported`() async throws {
    let registry = try Registry {
      ObservesLifecycle { [journal] event in journal.write("\(event.phase)") }
      live(
        { [pause] () async throws -> VisitorProfile in
          await pause.take()
          return VisitorProfile(number: 1)
        }, .visitorProfile, .onDemand, in: Visit.self, stopping: { _ in })
    }
    func beginAndRelease() async throws { await beginAndCancel(try registry.opening(Visit(path: "/"))) }
    try await beginAndRelease()
    pause.end()
    let end = ContinuousClock.now + .seconds(30)
    while !journal.all.contains("wasNotStopped"), ContinuousClock.now < end { await Task.yield() }
    #expect(journal.all.contains("wasNotStopped") && !journal.all.contains("didStart"))
  }
}
