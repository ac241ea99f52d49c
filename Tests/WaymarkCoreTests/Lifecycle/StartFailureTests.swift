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

  @Test func `a failing factory fails the start`() async throws {
    let registry = try Registry {
      live({ () async throws -> DiskStorage in throw Mistake() }, .storage)
      live(FixedPool.init(storage:), .pool, .eager)
    }
    let found = await registry.startFailure()
    #expect(found?.code == .factoryFailed)
    #expect(found?.message == "the factory of DiskStorage failed: disk full (Mistake)")
    #expect(found?.path.map(\.destination) == ["DiskStorage", "FixedPool"])
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

  private struct Weak { weak var object: AnyObject? }

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

  @Test func `a failing base fails its extension`() async throws {
    let base = try Registry { ServerModule(journal: journal, failing: "pool") }
    let registry = try base.extending { Route(SystemTime.self) { Service<any TimeSource>() } }
    for attempt in 1...2 {
      #expect(await registry.startFailure()?.code == .startFailed)
      #expect(journal.all.last == "DiskStorage didStop" && journal.all.count == 4 * attempt)
    }
  }

  @Test(arguments: [false, true])
  func `a failing extension stops the base or the scope only if it has started that`(isScoped: Bool)
    async throws
  {
    let scope: any RouteScope.Type = isScoped ? UserSession.self : RootScope.self
    let root = try Registry {
      live(DiskStorage.init, .storage, in: scope, stopping: journal.writing("stop storage"))
    }
    let base = isScoped ? try root.opening(UserSession(user: "ann")) : root
    let registry = try base.extending {
      live({ Counters() }, .metrics, in: scope, starting: { _ in throw Mistake() })
    }
    #expect(await registry.startFailure()?.code == .startFailed)
    #expect(journal.all == ["stop storage"])
    try await base.start()
    #expect(await registry.startFailure()?.code == .startFailed)
    #expect(journal.all == ["stop storage"])
    _ = try base(.storage)
    await base.stop()
  }

  /// Neither the ones of earlier requests nor the ones that the closures of the start request.
  @Test(arguments: [false, true])
  func `a failing start keeps instances that don't wait for it`(isScoped: Bool) async throws {
    let scope: any RouteScope.Type = isScoped ? UserSession.self : RootScope.self
    let root = try Registry {
      live(
        journal.writing("make counters") { Counters() }, .metrics, .eager, in: scope,
        stopping: journal.writing("stop counters"))
      live(
        journal.writing("make time") { SystemTime() }, .time, in: scope,
        stopping: journal.writing("stop time"))
      live(journal.writing("make store") { MemoryStore() }, .notes, in: scope)
      live(
        DiskStorage.init, .storage, in: scope, requiring: Requires(.metrics),
        stopping: journal.writing("stop storage"))
      live(
        FixedPool.init(storage:), .pool, in: scope,
        starting: { _ in
          _ = try (Registry.current(.time), Registry.current(.notes))
          throw Mistake()
        })
    }
    let registry = isScoped ? try root.opening(UserSession(user: "ann")) : root
    _ = try registry(.metrics)
    for _ in 0..<2 { #expect(await registry.startFailure()?.code == .startFailed) }
    _ = try (registry(.metrics), registry(.time), registry(.notes))
    #expect(journal.all == ["make counters", "make time", "make store", "stop storage", "stop storage"])
    await registry.stop()
    #expect(journal.all.dropFirst(5).sorted() == ["stop counters", "stop time"])
  }

  // MARK: - What factories request

  @Test func `a factory that requests an undeclared starting instance fails the start`() async throws {
    let gate = Gate()
    let line = #line
    let registry = try Registry {
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
      } make: { routes in
        await Task.yield()
        defer { gate.open() }
        return Counters(name: try routes(.storage).path)
      }
      Route(DiskStorage.self) {
        Service(.storage)
        Singleton()
      } make: {
        await gate.pass()
        return try await DiskStorage()
      }
    }
    #expect(
      await registry.startFailure()?.description == """
        Counters requests DiskStorage while it is starting, and does not declare that it needs it [notStarted]
            while making DiskStorage (WaymarkCoreTests/StartFailureTests.swift:\(line + 10)), needed by Counters (WaymarkCoreTests/StartFailureTests.swift:\(line + 2))
            To fix: add Requires(.storage) to Route(Counters)
                or: take any Storage as a parameter
        """)
  }

  @Test func `the error of a start has the remedy of its cause`() async throws {
    let gate = Gate()
    let line = #line
    let registry = try Registry {
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        Starting { _ in
          defer { gate.open() }
          _ = try Registry.current(.storage)
        }
      }
      Route(DiskStorage.self) {
        Service(.storage)
        Singleton()
      } make: {
        await gate.pass()
        return try await DiskStorage()
      }
    }
    let found = try #require(await registry.startFailure())
    #expect(found.code == .startFailed && (found.underlying as? RouteError)?.code == .notStarted)
    let file = "WaymarkCoreTests/StartFailureTests.swift"
    #expect(
      found.description == """
        the start of Counters failed: Counters requests DiskStorage while it is starting, and does not declare that it needs it, while making DiskStorage (\(file):\(line + 10)) [startFailed]
            while starting Counters (\(file):\(line + 2))
            To fix: add Requires(.storage) to Route(Counters)
                or: take any Storage as a parameter
        """)
  }

  // MARK: - Cancellation

  /// Nothing is at work anymore, and nothing is published yet.
  @Test func `canceling after the last instance stops all instances`() async throws {
    let started = Lock<Registry?>(nil)
    let registry = try Registry {
      ServerModule(journal: journal)
      ObservesLifecycle { event in
        guard case .didStart = event.phase, event.destinationName == "WebClients" else { return }
        started.withLock(\.self).map { $0.lifecycle?.cancelStart(in: $0) }
      }
    }
    started.withLock { $0 = registry }
    #expect(await registry.starting().value is CancellationError)
    #expect(try await becomesTrue { registry.lifecycle?.phase == .idle })
    #expect(
      journal.all.filter { $0.hasPrefix("stop") } == ["stop clients", "stop pool at /tmp", "stop storage"])
    #expect(registry.refusal(of: .storage)?.code == .notStarted)
    started.withLock { $0 = nil }
    try await registry.start()
    _ = try registry(.clients)
  }

  /// An instance that a request makes, too, is refused because of the cancellation.
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

  @Test func `an already canceled task starts nothing`() async throws {
    let registry = try Registry { ServerModule(journal: journal) }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await registry.start()
    }
    #expect(await failure { try await task.value } is CancellationError)
    #expect(try await becomesTrue { registry.lifecycle?.phase == .idle })
    #expect(!journal.all.contains("start pool at /tmp"))
  }

  @Test(arguments: [nil, "server"])
  func `stopping ends a start, and stops the instances from before it`(name: String?) async throws {
    let registry = try Registry(name: name) {
      ReportsErrors { [journal] in journal.write("\($0.code)") }
      live({ Counters() }, .metrics, stopping: journal.writing("stop counters"))
      live(pause.endlessStorage, .storage)
    }
    _ = try registry(.metrics)
    let starts = (0..<3).map { _ in registry.starting() }
    await registry.hasCallers(3)
    await pause.begins()
    try await inTime { await registry.stop() }
    let place = name.map { "the registry \"\($0)\"" } ?? "this registry"
    for start in starts {
      let found = await start.value as? RouteError
      #expect(found?.code == .startInterrupted && found?.message == "stop() ended the start of \(place)")
      #expect(found?.remedy == "create another registry")
    }
    #expect(journal.all.sorted() == ["startInterrupted", "stop counters"])
  }

  /// Of two callers, one is canceled, too.
  @Test @MainActor func `a caller canceled after the stop gets a cancellation error`() async throws {
    let session = try Registry {
      live(
        { [pause] () async throws -> DiskStorage in
          await pause.take()
          try Task.checkCancellation()
          return try await DiskStorage()
        }, .storage, in: UserSession.self)
    }.opening(UserSession(user: "ann"))
    let starts = (0..<2).map { _ in session.starting() }
    await session.hasCallers(2)
    await pause.begins()
    let stop = try await session.beginStopping()
    starts[0].cancel()
    pause.end()
    await stop.value
    #expect(await starts[0].value is CancellationError)
    let found = await starts[1].value as? RouteError
    #expect(found?.message == "stop() ended the start of the registry of the UserSession")
    #expect(found?.code == .startInterrupted)
  }

  /// A start that fails once, and then waits for the stop of an instance.
  private func failingOnce(_ attempts: Counter) throws(RegistryError) -> Registry {
    try Registry {
      live(
        DiskStorage.init, .storage, stopLimit: .seconds(500),
        stopping: { [journal, pause] _ in
          journal.write("stop storage")
          await pause.take()
        })
      live(
        FixedPool.init(storage:), .pool,
        starting: { _ in
          attempts.increment()
          if attempts.value == 1 { throw Mistake() }
        })
    }
  }

  @Test func `a start during the end of a failed one waits and begins anew`() async throws {
    let attempts = Counter()
    let registry = try failingOnce(attempts)
    let first = registry.starting()
    await pause.begins()
    let second = registry.starting()
    await registry.hasCallers(2)
    #expect(attempts.value == 1)
    pause.end()
    #expect((await first.value as? RouteError)?.code == .startFailed)
    #expect(await second.value == nil)
    #expect(attempts.value == 2 && journal.all == ["stop storage"])
    #expect(try registry(.pool).storage === registry(.storage))
    await registry.stop()
  }

  @Test @MainActor func `a canceled caller doesn't wait for the end of a failed start`() async throws {
    let attempts = Counter()
    let registry = try failingOnce(attempts)
    let first = registry.starting()
    await pause.begins()
    let second = registry.starting()
    await registry.hasCallers(2)
    second.cancel()
    #expect(try await inTime { await second.value } is CancellationError)
    #expect(registry.lifecycle?.phase == .ending)
    pause.end()
    #expect((await first.value as? RouteError)?.code == .startFailed)
    // The canceled caller has begun no other start.
    #expect(registry.lifecycle?.phase == .idle && attempts.value == 1)
  }
}
