import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Ends of starts on demand", .timeLimit(.minutes(5)))
struct OnDemandEndTests: RouteVocabulary {
  private let journal = Journal()
  private let gate = Gate()
  private let begun = Gate()

  /// A registry with an instance whose factory opens `begun`, waits for `gate`, and then does something.
  private func registry(
    thenIn operation: @escaping @Sendable (borrowing Registry) async throws -> Void = { _ in }
  ) throws -> Registry {
    try Registry {
      ReportsErrors { [journal] error in journal.write("reported \(error.code)") }
      ObservesLifecycle { [journal] event in journal.write("\(event.phase)") }
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Singleton()
        OnDemand()
        Stopping { [journal] _ in journal.write("stop") }
      } make: { [begun, gate] _ in
        begun.open()
        await gate.pass()
        try await operation(Registry.current)
        return VisitorProfile(number: 1)
      }
      Route(Page.init(profile:)) {
        Service(.visitorPage)
        Singleton()
        Eager()
      }
    }
  }

  @Test func `stop() in a factory doesn't wait for the start`() async throws {
    gate.open()
    let registry = try registry { registry in
      await registry.stop()
      try Task.checkCancellation()
    }
    let found = try await inTime { await routeFailure { _ = try await registry.started(.visitorProfile) } }
    #expect(found?.code == .startInterrupted)
    #expect(!journal.all.contains("reported lifecycleCycle"))
    try await inTime { await registry.stop() }
  }

  @Test func `two registries whose factories stop each other get an error`() async throws {
    let other = Lock<Registry?>(nil)
    gate.open()
    let both = Gate()
    let first = try registry { _ in
      await both.pass()
      await other.withLock(\.self)?.stop()
    }
    let second = try registry { _ in
      both.open()
      await first.stop()
    }
    other.withLock { $0 = second }
    let one = Task { await routeFailure { _ = try await first.started(.visitorProfile) } }
    let two = Task { await routeFailure { _ = try await second.started(.visitorProfile) } }
    try await inTime { _ = await (one.value, two.value) }
    try await inTime {
      await first.stop()
      await second.stop()
    }
    #expect(journal.all.contains("reported lifecycleCycle"))
    other.withLock { $0 = nil }
  }

  @Test func `stop() ends a start that waits for an instance on demand`() async throws {
    let registry = try registry { _ in try Task.checkCancellation() }
    let start = Task { await routeFailure { try await registry.start() } }
    await begun.pass()
    async let end: Void = registry.stop()
    while registry.lifecycle?.isEnding == false { await Task.yield() }
    gate.open()
    await end
    #expect(await start.value?.code == .startInterrupted)
    #expect(!journal.all.contains { $0.hasPrefix("startFailed") })
  }

  // MARK: - Canceled starts

  /// Begins a start, and cancels it while its factory goes on.
  private func beginAndCancel(_ registry: Registry) async {
    let start = Task { try await registry.started(.visitorProfile) }
    await begun.pass()
    start.cancel()
    _ = await start.result
  }

  @Test func `a task that waits for the end of a canceled start can be canceled`() async throws {
    let registry = try registry()
    await beginAndCancel(registry)
    let second = Task { try await registry.started(.visitorProfile) }
    for _ in 0..<100 { await Task.yield() }
    second.cancel()
    await #expect(throws: CancellationError.self) { _ = try await second.value }
    gate.open()
    await registry.stop()
    #expect(journal.all.count { $0 == "willStart" } == 1)
  }

  @Test func `a task that is canceled before its request doesn't wait for another task's start`() async throws
  {
    let registry = try registry()
    let first = Task { try await registry.started(.visitorProfile) }
    await begun.pass()
    try await inTime {
      let second = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await registry.started(.visitorProfile)
      }
      await #expect(throws: CancellationError.self) { _ = try await second.value }
    }
    // The canceled task leaves the start to the first one.
    gate.open()
    #expect(try await first.value.number == 1)
    await registry.stop()
  }

  @Test func `a task waits for the end of a canceled start, and starts the instance again`() async throws {
    let registry = try registry { _ in try Task.checkCancellation() }
    await beginAndCancel(registry)
    let second = Task { try await registry.started(.visitorProfile) }
    for _ in 0..<100 { await Task.yield() }
    #expect(journal.all.count { $0 == "willStart" } == 1)
    gate.open()
    #expect(try await second.value.number == 1)
    #expect(journal.all.count { $0 == "willStart" } == 2)
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
    gate.open()
    await registry.stop()
    #expect(codes.withLock(\.self) == [nil] || codes.withLock(\.self) == [.lifecycleCycle])
  }

  @Test func `a start that finds its scope closed reports the error`() async throws {
    let application = try Registry {
      ReportsErrors { [journal] error in journal.write("reported \(error.code)") }
      Route({ VisitorProfile(number: 1) }) {
        Service(.visitorProfile)
        Scoped(to: Visit.self)
        OnDemand()
        Starting { _ in }
      }
    }
    let visit = try application.opening(Visit(path: "/"))
    let (maker, route) = (
      try #require(visit.scope?.maker(for: visit)), try #require(visit.image.routes.first)
    )
    await visit.close()
    // A call of `started(_:)` gets here if the scope closes at the same time.
    let found = await routeFailure {
      try await maker.startOnDemand([route])
      _ = try visit(.visitorProfile)
    }
    #expect(found?.code == .scopeClosed)
    #expect(journal.all == ["reported scopeClosed"])
  }

  // MARK: - Instances that nothing keeps

  @Test func `an instance that starts after the release of its scope is reported`() async throws {
    let registry = try Registry {
      ObservesLifecycle { [journal] event in journal.write("\(event.phase)") }
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Scoped(to: Visit.self)
        OnDemand()
        Stopping { _ in }
      } make: { [begun, gate] _ in
        begun.open()
        await gate.pass()
        return VisitorProfile(number: 1)
      }
    }
    func beginAndRelease() async throws { await beginAndCancel(try registry.opening(Visit(path: "/"))) }
    try await beginAndRelease()
    gate.open()
    let end = ContinuousClock.now + .seconds(30)
    while !journal.all.contains("wasNotStopped"), ContinuousClock.now < end { await Task.yield() }
    #expect(journal.all.contains("wasNotStopped") && !journal.all.contains("didStart"))
  }

  /// The instance would be made of one that the failed start stops.
  @Test(arguments: [false, true])
  func `a request during a failed start's stops is refused`(isScoped: Bool) async throws {
    let starts = Counter()
    let application = try Registry {
      Route(DiskStorage.init) {
        Service(.storage)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        Stopping { [begun, gate] _ in
          begun.open()
          await gate.pass()
        }
      }
      Route(FixedPool.init(storage:)) {
        Service(.pool)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        Stopping { [journal] _ in journal.write("stop") }
      }
      Route({ Counters() }) {
        Service(.metrics)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        Requires(.storage)
        Starting { _ in
          starts.increment()
          if starts.value == 1 { throw Mistake() }
        }
      }
    }
    let registry = isScoped ? try application.opening(Visit(path: "/")) : application
    let start = Task { await routeFailure { try await registry.start() } }
    await begun.pass()
    let refused = error { _ = try registry(.pool) }
    #expect(refused?.code == .notStarted)
    #expect(
      refused?.message == "DiskStorage was requested while the registry is starting, and is not started yet")
    gate.open()
    #expect(await start.value?.code == .startFailed)
    #expect(journal.all.isEmpty)
    try await registry.start()
    #expect(try registry(.pool).storage === registry(.storage))
    await registry.stop()
    #expect(journal.all == ["stop"])
  }

  @Test func `an instance on demand that waits for a failed start's stops is kept`() async throws {
    let registry = try Registry {
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
        Stopping { [begun, gate] _ in
          begun.open()
          await gate.pass()
        }
      }
      Route(FixedPool.init(storage:)) {
        Service(.pool)
        Singleton()
        Starting { _ in throw Mistake() }
      }
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Singleton()
        OnDemand()
        Stopping { [journal] _ in journal.write("stop") }
      } make: { [journal] _ in
        await Task.yield()
        journal.write("make")
        return VisitorProfile(number: 1)
      }
    }
    let start = Task { await routeFailure { try await registry.start() } }
    await begun.pass()
    let waiting = Task { try await registry.started(.visitorProfile) }
    #expect(try await becomesTrue { registry.lifecycle?.callersOnDemand == 1 })
    #expect(journal.all.isEmpty)
    gate.open()
    #expect(await start.value?.code == .startFailed)
    let first = try await waiting.value
    // Another failure leaves it, too.
    #expect(await routeFailure { try await registry.start() }?.code == .startFailed)
    #expect(try registry(.visitorProfile) === first)
    #expect(journal.all == ["make"])
    await registry.stop()
    #expect(journal.all == ["make", "stop"])
  }
}
