import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("A start that fails or is canceled", .timeLimit(.minutes(5)))
struct StartFailureTests: RouteVocabulary {
  private let journal = Journal()
  private let pause = Pause()

  @Test func `a failing start stops the started instances`() async throws {
    let registry = try Registry { ServerModule(journal: journal, failing: "pool") }
    let found = try #require(try await inTime { await registry.startFailure() })
    let line = ServerModule.lines
    #expect(
      found.description == """
        the start of FixedPool failed: disk full (Mistake) [startFailed]
            while starting FixedPool (SharedFixtures/Lifecycle.swift:\(line.pool)), needed by WebClients (SharedFixtures/Lifecycle.swift:\(line.clients))
        """)
    #expect(found.underlying as? Mistake == Mistake())
    #expect(
      journal.all == ["DiskStorage didStart", "start pool at /tmp", "stop storage", "DiskStorage didStop"])
    #expect(registry.refusal(of: .storage)?.code == .notStarted)
  }

  @Test(arguments: [false, true]) func `failing attempts retain nothing`(isScoped: Bool) async throws {
    let scope: any RouteScope.Type = isScoped ? UserSession.self : RootScope.self
    let made = Lock<[Weak]>([])
    let root = try Registry {
      live(
        DiskStorage.init, .storage, in: scope,
        starting: { storage in made.withLock { $0.append(Weak(object: storage)) } })
      live(FixedPool.init(storage:), .pool, in: scope, starting: { _ in throw Mistake() })
    }
    let registry = isScoped ? try root.opening(UserSession(user: "ann")) : root
    for _ in 0..<3 { #expect(await registry.startFailure() != nil) }
    #expect(made.withLock { $0.count == 3 && $0.allSatisfy { $0.object == nil } })
    withExtendedLifetime(registry) {}
  }

  @Test func `each error is reported once`() async throws {
    let registry = try Registry {
      ReportsErrors { [journal] in journal.write("\($0.code)") }
      live({ () throws -> Counters in throw Mistake() }, .metrics, .eager)
    }
    await withTaskGroup { group in
      for _ in 0..<4 { group.addTask { _ = await registry.startFailure() } }
    }
    // Each attempt reports its error, however many callers get it.
    #expect(journal.all.allSatisfy { $0 == "factoryFailed" } && (1...4).contains(journal.all.count))
    let before = journal.all.count
    _ = await registry.startFailure()
    #expect(journal.all.count == before + 1)
  }

  /// Returns a registry with one service that does something at its start.
  private func registry(_ starting: @escaping @Sendable () async throws -> Void = {}) throws -> Registry {
    try Registry { live({ Counters() }, .metrics, starting: { _ in try await starting() }) }
  }

  @Test func `a cancellation error of uncanceled work is a failure`() async throws {
    let registry = try registry { throw CancellationError() }
    let found = await registry.startFailure()
    #expect(found?.code == .startFailed && found?.underlying is CancellationError)
  }

  /// The work fails for a reason of its own after a stop has ended its start.
  @Test @MainActor func `a failure after a stop is thrown`() async throws {
    let registry = try registry { [pause] in
      await pause.take()
      throw Mistake()
    }
    let start = registry.starting()
    await pause.begins()
    let stop = try await registry.beginStopping()
    pause.end()
    #expect((try await inTime { await start.value } as? RouteError)?.code == .startFailed)
    await stop.value
    #expect(registry.lifecycle?.phase == .stopped)
  }

  /// The start that a registry's work waits for doesn't retain that registry.
  @Test @MainActor func `registries are released after their work waited`() async throws {
    weak var waiting: Registry?
    weak var awaited: Registry?
    do {
      let other = try registry()
      let registry = try registry { try await other.start() }
      (waiting, awaited) = (registry, other)
      try await inTime { try await registry.start() }
      await registry.stop()
      await other.stop()
    }
    #expect(try await becomesTrue { waiting == nil && awaited == nil })
  }

  // MARK: - Requests of factories

  /// The error of the start has the remedy of its cause.
  @Test(arguments: [false, true])
  func `a request for an undeclared starting instance fails the start`(inFactory: Bool) async throws {
    let gate = Gate()
    let request: @Sendable () throws -> Void = {
      defer { gate.open() }
      _ = try Registry.current(.storage)
    }
    let line = #line
    let registry = try Registry {
      live(
        { () async throws -> Counters in
          await Task.yield()
          if inFactory { try request() }
          return Counters()
        }, .metrics, starting: { _ in if !inFactory { try request() } })
      live(
        { () async throws -> DiskStorage in
          await gate.pass()
          return try await DiskStorage()
        }, .storage)
    }
    let found = try #require(await registry.startFailure())
    let file = "WaymarkCoreTests/StartFailureTests.swift"
    let problem =
      "Counters requests DiskStorage while it is starting, and does not declare that it needs it"
    let start =
      inFactory
      ? """
      \(problem) [notStarted]
          while making DiskStorage (\(file):\(line + 8)), needed by Counters (\(file):\(line + 2))
      """
      : """
      the start of Counters failed: \(problem), while making DiskStorage (\(file):\(line + 8)) [startFailed]
          while starting Counters (\(file):\(line + 2))
      """
    #expect(
      found.description == """
        \(start)
            To fix: add Requires(.storage) to Route(Counters)
                or: take any Storage as a parameter
        """)
    if !inFactory { #expect((found.underlying as? RouteError)?.code == .notStarted) }
  }

  @Test func `a request for an undeclared stopped instance names the entry to add`() async throws {
    let (gate, found) = (Gate(), Lock<RouteError?>(nil))
    let registry = try Registry {
      live(
        { Counters() }, .metrics,
        stopping: { _ in
          await gate.pass()
          // The instance is stopped soon after its operation has ended.
          while found.withLock({ $0 == nil }) {
            await Task.yield()
            let refused = error { _ = try Registry.current(.visitorProfile) }
            found.withLock { $0 = refused }
          }
        })
      live({ VisitorProfile(number: 1) }, .visitorProfile, stopping: { _ in gate.open() })
    }
    // The instance that was made later stops earlier.
    _ = try (registry(.metrics), registry(.visitorProfile))
    await registry.stop()
    let problem = found.withLock(\.self)
    #expect(problem?.code == .notStarted)
    #expect(
      problem?.message
        == "Counters requests VisitorProfile while it is stopping, and does not declare that it needs it")
    #expect(
      problem?.remedy
        == "add Requires(.visitorProfile) to Route(Counters)\ntake VisitorProfile as a parameter")
  }

  @Test(arguments: [false, true])
  func `an operation that requests its own instance uses the received one`(isStop: Bool)
    async throws
  {
    let found = Lock<RouteError?>(nil)
    let request: InstanceWork<Counters> = { _ in
      let refused = error { _ = try Registry.current(.metrics) }
      found.withLock { $0 = refused }
    }
    let registry = try Registry {
      live(
        { Counters() }, .metrics, starting: { if !isStop { try await request($0) } },
        stopping: { if isStop { try await request($0) } })
    }
    try await registry.run {}
    let problem = found.withLock(\.self)
    #expect(problem?.message == "Counters requests itself while it is \(isStop ? "stopping" : "starting")")
    #expect(
      problem?.remedy == "use the instance that the closure of \(isStop ? "Stopping" : "Starting") receives")
  }

  /// A declaration of the need would be a cycle.
  @Test func `a request for a user that starts later, or stops earlier, names another remedy`() async throws {
    let requests = Lock<[RouteError?]>([])
    let request: InstanceWork<DiskStorage> = { _ in
      let refused = error { _ = try Registry.current(.pool) }
      requests.withLock { $0.append(refused) }
    }
    let registry = try Registry {
      live(DiskStorage.init, .storage, starting: request, stopping: request)
      live(FixedPool.init(storage:), .pool, starting: { _ in })
    }
    try await registry.start()
    await registry.stop()
    let found = requests.withLock(\.self).compactMap(\.self)
    #expect(
      found.map(\.message) == [
        "DiskStorage requests FixedPool while it is starting, but FixedPool needs DiskStorage, and starts after it",
        "DiskStorage requests FixedPool while it is stopping, but FixedPool needs DiskStorage, and stops before it",
      ])
    #expect(
      found.map(\.remedy) == [
        "request FixedPool after start() has returned", "request FixedPool in Stopping of FixedPool",
      ])
  }

  // MARK: - Cancellation

  /// A request could also make this instance, but the cancellation refuses it.
  @Test func `canceling before an eager instance doesn't make it`() async throws {
    let started = Lock<Registry?>(nil)
    let registry = try Registry {
      ObservesLifecycle { [journal] event in
        journal.write("\(event)")
        guard case .willStart = event.phase else { return }
        started.withLock(\.self).map { $0.lifecycle?.cancelStart(in: $0) }
      }
      live({ Counters() }, .metrics, .eager)
    }
    started.withLock { $0 = registry }
    #expect(await registry.starting().value is CancellationError)
    #expect(try await becomesTrue { registry.lifecycle?.phase == .idle })
    #expect(journal.all == ["Counters is starting"])
    started.withLock { $0 = nil }
  }

  /// Such a short start could end before its caller learns of the cancellation.
  @Test func `an already canceled task starts nothing`() async throws {
    for _ in 0..<200 {
      let registry = try Registry {
        live({ Counters() }, .metrics, starting: journal.writing("start counters"))
      }
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await registry.start()
      }
      #expect(await failure { try await task.value } is CancellationError)
      #expect(try await becomesTrue { registry.lifecycle?.phase == .idle })
    }
    #expect(journal.all.isEmpty)
  }

  @Test(arguments: [nil, "server", "session"])
  func `stopping ends a start, and stops the instances from before it`(name: String?) async throws {
    let scope: any RouteScope.Type = name == "session" ? UserSession.self : RootScope.self
    let root = try Registry(name: name) {
      ReportsErrors { [journal] in journal.write("\($0.code)") }
      ObservesLifecycle { [journal] event in
        if case .startFailed = event.phase { journal.write("\(event)") }
      }
      live({ Counters() }, .metrics, in: scope, stopping: journal.writing("stop counters"))
      live(pause.endlessStorage, .storage, in: scope)
    }
    let registry = name == "session" ? try root.opening(UserSession(user: "ann")) : root
    _ = try registry(.metrics)
    let starts = (0..<3).map { _ in registry.starting() }
    await registry.hasCallers(3)
    await pause.begins()
    try await inTime { await registry.stop() }
    let places = ["server": "the registry \"server\"", "session": "the registry of the UserSession"]
    let place = name.flatMap { places[$0] } ?? "this registry"
    for start in starts {
      let found = await start.value as? RouteError
      #expect(found?.code == .startInterrupted && found?.message == "stop() ended the start of \(place)")
      #expect(found?.remedy == (name == "session" ? "open another UserSession" : "create another registry"))
    }
    #expect(journal.all.sorted() == ["startInterrupted", "stop counters"])
  }

  // MARK: - Instances that aren't part of the start

  @Test func `a request waits until a canceled start has stopped its instances`() async throws {
    let stopping = Pause()
    let registry = try Registry {
      live(DiskStorage.init, .storage, stopLimit: .seconds(500), stopping: stopping.work())
      live(
        FixedPool.init(storage:), .pool, starting: { [pause] _ in try await pause.takeUntilCanceled() })
    }
    let start = registry.starting()
    await pause.begins()
    start.cancel()
    await stopping.begins()
    #expect(try await inTime { await start.value } is CancellationError)
    #expect(registry.refusal(of: .pool)?.remedy == "request it after start() has returned")
    stopping.end()
    await registry.stop()
  }

  @Test func `a failed start that has started nothing leaves a scope's start alone`() async throws {
    let application = try Registry {
      live({ () async throws -> DiskStorage in throw Mistake() }, .storage)
      live(pause.making { Basket(login: Login(user: "ann")) }, .visitorBasket, in: Login.self)
    }
    let session = try application.opening(Login(user: "ann"))
    let start = session.starting()
    await pause.begins()
    #expect(await application.startFailure() != nil)
    pause.end()
    #expect(await start.value == nil)
    await session.close()
  }
}
