import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("A start that fails or is canceled")
struct StartFailureTests: RouteVocabulary {
  private let journal = Journal()

  /// Creates a registry with an instance whose factory opens a gate and waits for another one.
  private func storage(opening entered: Gate, waitingFor gate: Gate) throws(RegistryError) -> Registry {
    try Registry {
      Route(DiskStorage.self) {
        Service(.storage)
        Singleton()
      } make: {
        entered.open()
        await gate.pass()
        return try await DiskStorage()
      }
    }
  }

  @Test func `a failing start stops the started instances`() async throws {
    let registry = try Registry { ServerModule(journal: journal, failing: "pool") }
    let failed = try await inTime { await failure { try await registry.start() } }
    let found = try #require(failed as? RouteError)
    let line = ServerModule.lines
    #expect(
      found.description == """
        the start of FixedPool failed: disk full (Mistake) [startFailed]
            while starting FixedPool (SharedFixtures/Lifecycle.swift:\(line.pool)), needed by WebClients (SharedFixtures/Lifecycle.swift:\(line.clients))
        """)
    #expect(found.underlying as? Mistake == Mistake())
    #expect(
      journal.all == ["DiskStorage didStart", "start pool at /tmp", "stop storage", "DiskStorage didStop"])
    #expect(error { _ = try registry.makeDestination(to: .storage) }?.code == .notStarted)
  }

  @Test func `a failing factory fails the start`() async throws {
    let registry = try Registry {
      Route(DiskStorage.self) {
        Service(.storage)
        Singleton()
      } make: {
        await Task.yield()
        throw Mistake()
      }
      Route(FixedPool.init(storage:)) {
        Service(.pool)
        Singleton()
        Eager()
      }
    }
    let found = try #require(await failure { try await registry.start() } as? RouteError)
    #expect(found.code == .factoryFailed)
    #expect(found.message == "the factory of DiskStorage failed: disk full (Mistake)")
    #expect(found.path.map(\.destination) == ["DiskStorage", "FixedPool"])
  }

  @Test func `a failed start can be repeated`() async throws {
    let attempts = Lock(0)
    let registry = try Registry {
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
        Stopping { [journal] _ in journal.write("stop storage") }
      }
      Route(FixedPool.init(storage:)) {
        Service(.pool)
        Singleton()
        Starting { _ in
          guard
            attempts.withLock({
              $0 += 1; return $0
            }) == 3
          else { throw Mistake() }
        }
      }
    }
    for _ in 0..<2 { #expect(await failure { try await registry.start() } is RouteError) }
    try await registry.start()
    #expect(journal.all == ["stop storage", "stop storage"])
    #expect(try registry.makeDestination(to: .pool).storage === registry.makeDestination(to: .storage))
  }

  @Test func `failing attempts retain nothing`() async throws {
    let made = Lock<[Weak]>([])
    let registry = try Registry {
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
        Starting { storage in made.withLock { $0.append(Weak(object: storage)) } }
      }
      Route(FixedPool.init(storage:)) {
        Service(.pool)
        Singleton()
        Starting { _ in throw Mistake() }
      }
    }
    for _ in 0..<3 { #expect(await failure { try await registry.start() } is RouteError) }
    #expect(made.withLock { $0.count == 3 && $0.allSatisfy { $0.object == nil } })
    withExtendedLifetime(registry) {}
  }

  private struct Weak { weak var object: AnyObject? }

  @Test func `each error is reported once`() async throws {
    let registry = try Registry {
      ReportsErrors { [journal] in journal.write("\($0.code)") }
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
        Eager()
      } make: {
        throw Mistake()
      }
    }
    await withTaskGroup { group in
      for _ in 0..<4 { group.addTask { _ = await failure { try await registry.start() } } }
    }
    // Each attempt reports its error, however many callers get it.
    #expect(journal.all.allSatisfy { $0 == "factoryFailed" } && (1...4).contains(journal.all.count))
    let before = journal.all.count
    _ = await failure { try await registry.start() }
    #expect(journal.all.count == before + 1)
  }

  @Test func `a failing base fails its extension`() async throws {
    let base = try Registry { ServerModule(journal: journal, failing: "pool") }
    let registry = try base.extending { Route(SystemTime.self) { Service<any TimeSource>() } }
    for attempt in 1...2 {
      #expect((await failure { try await registry.start() } as? RouteError)?.code == .startFailed)
      #expect(journal.all.last == "DiskStorage didStop" && journal.all.count == 4 * attempt)
    }
  }

  @Test func `a failing extension stops the base that it started`() async throws {
    let base = try Registry { ServerModule(journal: journal) }
    let registry = try base.extending {
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
        Starting { _ in throw Mistake() }
      } make: {
        Counters()
      }
    }
    #expect(await failure { try await registry.start() } is RouteError)
    #expect(journal.all.last == "DiskStorage didStop")
    try await base.start()
    #expect(await failure { try await registry.start() } is RouteError)
    #expect(journal.all.last == "WebClients didStart")
    _ = try base.makeDestination(to: .pool)
  }

  @Test(arguments: [false, true]) func `a failing start keeps an earlier request's instance`(isScoped: Bool)
    async throws
  {
    let root = try Registry {
      Route(Counters.self) {
        Service(.metrics)
        if isScoped { Scoped(to: UserSession.self) } else { Singleton() }
        Eager()
        Stopping { [journal] _ in journal.write("stop counters") }
      } make: { [journal] in
        journal.write("make counters")
        return Counters()
      }
      Route(DiskStorage.self) {
        Service(.storage)
        if isScoped { Scoped(to: UserSession.self) } else { Singleton() }
        Requires(.metrics)
        Stopping { [journal] _ in journal.write("stop storage") }
      } make: {
        try await DiskStorage()
      }
      Route(FixedPool.init(storage:)) {
        Service(.pool)
        if isScoped { Scoped(to: UserSession.self) } else { Singleton() }
        Starting { _ in throw Mistake() }
      }
    }
    let registry = isScoped ? try root.opening(UserSession(user: "ann")) : root
    _ = try registry.makeDestination(to: .metrics)
    for _ in 0..<2 { #expect(await failure { try await registry.start() } is RouteError) }
    _ = try registry.makeDestination(to: .metrics)
    #expect(journal.all == ["make counters", "stop storage", "stop storage"])
    await registry.stop()
    #expect(journal.all.last == "stop counters" && journal.all.count == 4)
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
    let found = try #require(await failure { try await registry.start() } as? RouteError)
    #expect(
      found.description == """
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
    let found = try #require(await failure { try await registry.start() } as? RouteError)
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

  @Test func `a request from elsewhere during the start throws`() async throws {
    let gate = Gate()
    let entered = Gate()
    let registry = try storage(opening: entered, waitingFor: gate)
    let start = Task { try await registry.start() }
    await entered.pass()
    let found = error { _ = try registry.makeDestination(to: .storage) }
    #expect(
      found?.message == "DiskStorage was requested while the registry is starting, and is not started yet")
    #expect(found?.remedy == "request it after start() has returned")
    gate.open()
    try await start.value
    _ = try registry.makeDestination(to: .storage)
  }

  // MARK: - Cancellation

  /// The names of what a start does, in order: what the cancellation may hit.
  private static let positions = [
    "make storage", "start storage", "make pool", "start pool", "make counters",
  ]

  @Test(arguments: positions) func `canceling stops the started instances`(_ position: String) async throws {
    let task = Lock<Task<Void, any Error>?>(nil)
    let ready = Gate()
    @Sendable func step(_ name: String) async throws {
      await ready.pass()
      journal.write(name)
      guard name == position else { return }
      task.withLock(\.self)?.cancel()
      // Factories end early, those of them that can.
      try await Task.sleep(for: .seconds(3_600))
    }
    let registry = try Registry {
      Route(DiskStorage.self) {
        Service(.storage)
        Singleton()
        Starting { _ in try await step("start storage") }
        Stopping { [journal] _ in journal.write("stop storage") }
      } make: {
        try await step("make storage")
        return try await DiskStorage()
      }
      Route(FixedPool.self) {
        Service(.pool)
        Singleton()
        Requires(.storage)
        Starting { _ in try await step("start pool") }
        Stopping { [journal] _ in journal.write("stop pool") }
      } make: { routes in
        try await step("make pool")
        return FixedPool(storage: try routes(.storage))
      }
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
        Requires(.pool)
        Stopping { [journal] _ in journal.write("stop counters") }
      } make: {
        try await step("make counters")
        return Counters()
      }
    }
    task.withLock { $0 = Task { try await registry.start() } }
    ready.open()
    let running = task.withLock { $0 }
    let started = try #require(running)
    #expect(await failure { try await started.value } is CancellationError)
    // The canceled caller doesn't wait for the end of the start.
    #expect(try await becomesTrue { registry.lifecycle?.phase == .idle })
    let done = Self.positions.prefix { $0 != position } + [position]
    let stops =
      done.contains("make counters")
      ? ["stop pool", "stop storage"]
      : done.contains("make pool") ? ["stop storage"] : []
    #expect(journal.all == Array(done) + stops)
    #expect(error { _ = try registry.makeDestination(to: .storage) }?.code == .notStarted)
  }

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
    #expect(await failure { try await registry.start() } is CancellationError)
    #expect(try await becomesTrue { registry.lifecycle?.phase == .idle })
    #expect(
      journal.all.filter { $0.hasPrefix("stop") } == ["stop clients", "stop pool at /tmp", "stop storage"])
    #expect(error { _ = try registry.makeDestination(to: .storage) }?.code == .notStarted)
    started.withLock { $0 = nil }
    try await registry.start()
    _ = try registry.makeDestination(to: .clients)
  }

  /// An instance that a request makes, too, is refused because of the cancellation.
  @Test func `canceling before an eager instance doesn't make it`() async throws {
    let started = Lock<Registry?>(nil)
    let registry = try Registry {
      ObservesLifecycle { [journal] event in
        journal.write("\(event)")
        if case .willStart = event.phase {
          started.withLock(\.self).map { $0.lifecycle?.cancelStart(in: $0) }
        }
      }
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
        Eager()
      } make: {
        Counters()
      }
    }
    started.withLock { $0 = registry }
    #expect(await failure { try await registry.start() } is CancellationError)
    #expect(try await becomesTrue { registry.lifecycle?.phase == .idle })
    #expect(journal.all == ["Counters is starting"])
    started.withLock { $0 = nil }
  }

  @Test func `a canceled caller leaves the start to the others`() async throws {
    let gate = Gate()
    let entered = Gate()
    let registry = try storage(opening: entered, waitingFor: gate)
    let first = Task { try await registry.start() }
    await entered.pass()
    let second = Task { try await registry.start() }
    while registry.lifecycle?.callers != 2 { await Task.yield() }
    first.cancel()
    while registry.lifecycle?.callers != 1 { await Task.yield() }
    gate.open()
    #expect(await failure { try await first.value } is CancellationError)
    try await second.value
    _ = try registry.makeDestination(to: .storage)
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

  @Test(arguments: [nil, "server"]) func `stopping ends a start`(name: String?) async throws {
    let entered = Gate()
    let registry = try Registry(name: name) {
      ReportsErrors { [journal] in journal.write("\($0.code)") }
      Route(DiskStorage.self) {
        Service(.storage)
        Singleton()
      } make: {
        entered.open()
        try await Task.sleep(for: .seconds(3_600))
        return try await DiskStorage()
      }
    }
    let starts = (0..<3).map { _ in Task { try await registry.start() } }
    while registry.lifecycle?.callers != 3 { await Task.yield() }
    await entered.pass()
    try await inTime { await registry.stop() }
    let place = name.map { "the registry \"\($0)\"" } ?? "this registry"
    for start in starts {
      let found = await failure { try await start.value } as? RouteError
      #expect(found?.code == .startInterrupted && found?.message == "stop() ended the start of \(place)")
      #expect(found?.remedy == "create another registry")
    }
    #expect(journal.all == ["startInterrupted"])
  }

  /// Of two callers, one is canceled, too.
  @Test func `a caller canceled after the stop gets a cancellation error`() async throws {
    let (entered, stopping, open) = (Gate(), Gate(), Gate())
    let session = try Registry {
      Route(FixedPool.self) {
        Service(.pool)
        Scoped(to: UserSession.self)
      } make: {
        entered.open()
        await open.pass()
        try Task.checkCancellation()
        return FixedPool(storage: try await DiskStorage())
      }
    }.opening(UserSession(user: "ann"))
    let starts = (0..<2).map { _ in Task { try await session.start() } }
    while session.lifecycle?.callers != 2 { await Task.yield() }
    await entered.pass()
    let stop = Task {
      stopping.open()
      await session.stop()
    }
    await stopping.pass()
    while try !#require(session.lifecycle).isEnding { await Task.yield() }
    starts[0].cancel()
    open.open()
    await stop.value
    #expect(await failure { try await starts[0].value } is CancellationError)
    let found = await failure { try await starts[1].value } as? RouteError
    #expect(found?.message == "stop() ended the start of the registry of the UserSession")
    #expect(found?.code == .startInterrupted)
  }

  @Test func `a start during a stop that ends another start is refused`() async throws {
    let (entered, left) = (Gate(), Gate())
    let attempts = Counter()
    let registry = try Registry {
      Route(DiskStorage.self) {
        Service(.storage)
        Singleton()
        Stopping { [journal] _ in journal.write("stop storage") }
      } make: {
        attempts.increment()
        entered.open()
        // It doesn't end when it's canceled.
        await left.pass()
        return try await DiskStorage()
      }
    }
    let first = Task { try await registry.start() }
    await entered.pass()
    let stop = Task { await registry.stop() }
    #expect(try await becomesTrue { registry.lifecycle?.withStateIfUsed(\.machine.isStopRequested) == true })
    #expect(try await inTime { await routeFailure { try await registry.start() } }?.code == .notStarted)
    left.open()
    #expect((await failure { try await first.value } as? RouteError)?.code == .startInterrupted)
    await stop.value
    // The start has kept the instance, in spite of its end.
    #expect(attempts.value == 1 && journal.all == ["stop storage"])
    #expect(error { _ = try registry.makeDestination(to: .storage) }?.code == .notStarted)
  }

  @Test func `a start during the end of a failed one waits and begins anew`() async throws {
    let (isStopping, mayStop, attempts) = (Gate(), Gate(), Counter())
    let registry = try Registry {
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
        Stopping(within: .seconds(500)) { [journal] _ in
          journal.write("stop storage")
          isStopping.open()
          await mayStop.pass()
        }
      }
      Route(FixedPool.init(storage:)) {
        Service(.pool)
        Singleton()
        Starting { _ in
          attempts.increment()
          if attempts.value == 1 { throw Mistake() }
        }
      }
    }
    let first = Task { await routeFailure { try await registry.start() } }
    await isStopping.pass()
    let second = Task { try await registry.start() }
    #expect(try await becomesTrue { registry.lifecycle?.callers == 2 })
    #expect(attempts.value == 1)
    mayStop.open()
    #expect(await first.value?.code == .startFailed)
    try await second.value
    #expect(attempts.value == 2 && journal.all == ["stop storage"])
    #expect(try registry.makeDestination(to: .pool).storage === registry.makeDestination(to: .storage))
    await registry.stop()
  }
}
