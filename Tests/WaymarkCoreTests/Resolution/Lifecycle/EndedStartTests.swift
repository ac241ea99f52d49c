import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private struct Request: RouteScope {
  typealias Outer = UserSession
  let number: Int
}

/// What ends a start while its work goes on.
private enum End: CaseIterable { case cancellation, stop }

@MainActor
@Suite("Interrupted starts", .timeLimit(.minutes(10)))
struct EndedStartTests: RouteVocabulary {
  private let journal = Journal()

  /// A registry with one service, whose start does something.
  private func registry(_ starting: @escaping @Sendable () async throws -> Void) throws -> Registry {
    try Registry {
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        Starting { _ in try await starting() }
        Stopping { [journal] _ in journal.write("stop") }
      }
    }
  }

  /// A service with a stop that says that it has begun, and then waits.
  @RoutesBuilder private static func storage(stopsAfter gate: Gate, _ begun: Gate) -> Routes {
    Route(DiskStorage.init) {
      Service(.storage)
      Singleton()
      // When many tests run, the steps until the gate opens take long.
      Stopping(within: .seconds(500)) { _ in
        begun.open()
        await gate.pass()
      }
    }
  }

  // MARK: - Errors

  @Test func `a cancellation error of uncanceled work is a failure`() async throws {
    let registry = try registry { throw CancellationError() }
    let found = try #require(await failure { try await registry.start() } as? RouteError)
    #expect(found.code == .startFailed && found.underlying is CancellationError)
  }

  /// The work fails for a reason of its own after its start was ended.
  @Test(arguments: End.allCases)
  fileprivate func `a failure after the end is thrown`(_ end: End) async throws {
    let (begun, mayFail) = (Gate(), Gate())
    let registry = try registry {
      begun.open()
      await mayFail.pass()
      throw Mistake()
    }
    let start = Task { await failure { try await registry.start() } }
    await begun.pass()
    var stop: Task<Void, Never>?
    switch end {
    case .cancellation: start.cancel()
    case .stop: stop = Task { await registry.stop() }
    }
    let lifecycle = try #require(registry.lifecycle)
    #expect(try await becomesTrue { lifecycle.isEnding })
    mayFail.open()
    let found = try await inTime { await start.value }
    await stop?.value
    #expect((found as? RouteError)?.code == .startFailed)
  }

  @Test func `a start after an interrupted one can be canceled`() async throws {
    let gates = [(Gate(), Gate()), (Gate(), Gate())]
    let starts = Lock(0)
    let registry = try registry {
      let number = starts.withLock {
        $0 += 1
        return $0 - 1
      }
      gates[number].0.open()
      await gates[number].1.pass()
      try Task.checkCancellation()
    }
    let lifecycle = try #require(registry.lifecycle)
    let first = Task { await failure { try await registry.start() } }
    await gates[0].0.pass()
    let stop = Task { await registry.stop() }
    #expect(try await becomesTrue { lifecycle.isEnding })
    gates[0].1.open()
    #expect((try await inTime { await first.value } as? RouteError)?.code == .startInterrupted)
    await stop.value
    let second = Task { await failure { try await registry.start() } }
    await gates[1].0.pass()
    second.cancel()
    #expect(try await becomesTrue { lifecycle.isEnding })
    gates[1].1.open()
    #expect(try await inTime { await second.value } is CancellationError)
  }

  @Test func `stop() ends a start that waits for an earlier stop`() async throws {
    let (begun, gate) = (Gate(), Gate())
    let registry = try Registry {
      Self.storage(stopsAfter: gate, begun)
    }
    try await registry.start()
    let first = Task { await registry.stop() }
    await begun.pass()
    var isCalled = false
    let start = Task { () -> (any Error)? in
      isCalled = true
      // The call runs on the main actor until it waits, in contrast to one in a function of another module.
      do { try await registry.start() } catch { return error }
      return nil
    }
    #expect(try await becomesTrue { isCalled })
    let last = Task { await registry.stop() }
    #expect(try await becomesTrue { registry.lifecycle?.state.withLock(\.stopRequests) == 2 })
    gate.open()
    await first.value
    await last.value
    #expect((await start.value as? RouteError)?.code == .startInterrupted)
    #expect(error { _ = try registry(.storage) }?.code == .notStarted)
    try await registry.start()
    _ = try registry(.storage)
  }

  @Test func `stop() ends the restart of an extension`() async throws {
    let (begun, gate) = (Gate(), Gate())
    let base = try registry {}
    let registry = try base.extending {
      Self.storage(stopsAfter: gate, begun)
    }
    try await registry.start()
    await base.stop()
    // It stops the extension's own instances first.
    let start = Task { await failure { try await registry.start() } }
    await begun.pass()
    let stop = Task { await registry.stop() }
    #expect(try await becomesTrue { registry.lifecycle?.state.withLock(\.stopRequests) == 1 })
    gate.open()
    await stop.value
    #expect((await start.value as? RouteError)?.code == .startInterrupted)
    #expect(error { _ = try registry(.storage) }?.code == .notStarted)
    // The stop also ends the use of the base, which the restart has started again.
    #expect(error { _ = try base(.metrics) }?.code == .notStarted)
    try await registry.start()
    _ = try (registry(.storage), base(.metrics))
    await registry.stop()
    #expect(error { _ = try base(.metrics) }?.code == .notStarted)
  }

  // MARK: - What is left

  @Test func `an instance that needs no start stays after a failure`() async throws {
    let made = Counter()
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
      } make: {
        made.increment()
        return MemoryStore()
      }
      Route(StoreProxy.self) {
        Service<any RequiredStore>()
        Singleton()
        Starting { _ in
          _ = try Registry.current.makeDestination(to: RoutableService<any NoteStore>())
          throw Mistake()
        }
      } make: {
        StoreProxy(MemoryStore())
      }
    }
    #expect(await failure { try await registry.start() } is RouteError)
    _ = try registry.makeDestination(to: RoutableService<any NoteStore>())
    #expect(made.value == 1)
  }

  @Test func `stopping without a start does nothing`() async throws {
    let registry = try Registry {
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        Stopping { [journal] _ in journal.write("stop") }
      }
    }
    await registry.stop()
    #expect(try registry.makeDestination(to: .metrics).name == "counters")
    await registry.stop()
    #expect(journal.all == ["stop"])
  }

  @Test func `a base started by its user survives its extension's failure`() async throws {
    let (begun, mayFail) = (Gate(), Gate())
    let base = try registry {}
    let registry = try base.extending {
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
        Starting { _ in
          begun.open()
          await mayFail.pass()
          throw Mistake()
        }
      }
    }
    let start = Task { await failure { try await registry.start() } }
    await begun.pass()
    try await base.start()
    mayFail.open()
    #expect(try await inTime { await start.value } is RouteError)
    #expect(journal.all == [])
    #expect(try base.makeDestination(to: .metrics).name == "counters")
  }

  /// What the work of one registry waits for doesn't keep that registry.
  @Test func `registries are released after their work waited`() async throws {
    weak var waiting: Registry?
    weak var awaited: Registry?
    do {
      let other = try registry {}
      let registry = try registry { try await other.start() }
      (waiting, awaited) = (registry, other)
      try await inTime { try await registry.start() }
      await registry.stop()
      await other.stop()
    }
    #expect(try await becomesTrue { waiting == nil && awaited == nil })
  }

  /// A start that can't wait isn't performed later, either.
  @Test func `a start called by stopping work doesn't run`() async throws {
    let starts = Counter()
    let registry = try Registry {
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        Starting { _ in starts.increment() }
        Stopping { _ in
          let registry = Registry.current
          let found = await failure { try await registry.start() }
          #expect((found as? RouteError)?.code == .lifecycleCycle)
        }
      }
    }
    try await inTime { try await registry.run {} }
    for _ in 0..<200 { await Task.yield() }
    #expect(starts.value == 1)
  }

  /// A work that has ended is never reported as slow, however long the others take.
  @Test func `a running start records ended work`() async throws {
    let (begun, mayEnd) = (Gate(), Gate())
    let registry = try Registry {
      ObservesLifecycle { _ in }
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        Starting { _ in }
      }
      Route(SystemTime.self) {
        Service<any TimeSource>()
        Singleton()
        Starting { _ in
          begun.open()
          await mayEnd.pass()
        }
      }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
        Starting { _ in
          await begun.pass()
          throw Mistake()
        }
      }
    }
    let lifecycle = try #require(registry.lifecycle)
    let start = Task { await failure { try await registry.start() } }
    await begun.pass()
    #expect(try await becomesTrue { lifecycle.state.withLock { $0.ended.count == 2 } })
    mayEnd.open()
    #expect(try await inTime { await start.value } is RouteError)
  }

  @Test func `the end of a start stops instances only if the registry isn't started or stopped`() {
    var state = Lifecycle.State()
    #expect(state.isStopped(for: .endOfStart))
    for phase in [Lifecycle.Phase.started, .stopped, .canceled {}, .ending {}] {
      state.phase = phase
      #expect(!state.isStopped(for: .endOfStart))
    }
  }

  @Test func `a stop of the base stops only instances that started before it`() {
    var state = Lifecycle.State()
    for phase in [Lifecycle.Phase.idle, .stopped, .canceled {}, .ending {}] {
      state.phase = phase
      #expect(!state.isStopped(for: .stopAround(1)))
    }
    state.phase = .started
    #expect(state.isStopped(for: .stopAround(1)))
    state.stopsAround = 1
    #expect(!state.isStopped(for: .stopAround(1)))
  }

  @Test func `stop() stops an instance from before the start that it ends`() async throws {
    let (begun, mayEnd) = (Gate(), Gate())
    let registry = try Registry {
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        Stopping { [journal] _ in journal.write("stop") }
      }
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
        Starting { _ in
          begun.open()
          await mayEnd.pass()
        }
      }
    }
    _ = try registry.makeDestination(to: .metrics)
    let start = Task { await failure { try await registry.start() } }
    await begun.pass()
    let stop = Task { await registry.stop() }
    let lifecycle = try #require(registry.lifecycle)
    #expect(try await becomesTrue { lifecycle.isEnding })
    mayEnd.open()
    await stop.value
    #expect((await start.value as? RouteError)?.code == .startInterrupted)
    #expect(journal.all == ["stop"])
  }

  // MARK: - Closing

  /// Work of an inner scope, and of an extension, closes the scope around it.
  @Test(arguments: [false, true])
  func `starting work may close the outer scope`(isExtension: Bool) async throws {
    let outer = Lock<Registry?>(nil)
    let application = try Registry {
      ReportsErrors { [journal] in journal.write("\($0.code)") }
      Route({ Counters() }) {
        Service(.metrics)
        if isExtension { Scoped(to: UserSession.self) } else { Scoped(to: Request.self) }
        Starting { _ in await outer.withLock(\.self)?.close() }
      }
    }
    let session = try application.opening(UserSession(user: "ann"))
    outer.withLock { $0 = session }
    let inner = isExtension ? try session.extending {} : try session.opening(Request(number: 1))
    _ = try await inTime { await failure { try await inner.start() } }
    outer.withLock { $0 = nil }
    try await inTime { await session.close() }
    #expect(!journal.all.contains("lifecycleCycle"))
    #expect(error { _ = try inner.makeDestination(to: .metrics) }?.code == .scopeClosed)
  }

  /// The scope that was opened last is closed first.
  @Test func `inner scopes close in reverse order`() async throws {
    let application = try Registry {
      Route({ @Sendable (request: Request) in Counters(name: "\(request.number)") }) {
        Service(.metrics)
        Scoped(to: Request.self)
        Stopping { [journal] in journal.write($0.name) }
      }
    }
    let session = try application.opening(UserSession(user: "ann"))
    let requests = try (1...4).map { try session.opening(Request(number: $0)) }
    for request in requests { _ = try request.makeDestination(to: .metrics) }
    await requests[1].close()
    await session.close()
    // A scope ends without being closed when nothing holds its registry.
    withExtendedLifetime(requests) {}
    #expect(journal.all == ["2", "4", "3", "1"])
  }

  // MARK: - The order

  @Test func `the start order has only the instances that a start waits for`() throws {
    let registry = try Registry {
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        Starting { _ in }
      }
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
      }
      // Two ways lead to the storage.
      Route({ @Sendable (storage: any Storage) in FixedPool(storage: storage) }) { Service(.pool) }
      Route({ @Sendable (_: any Pool, _: any Storage) in MemoryStore() }) { Service<any NoteStore>() }
      Route({ @Sendable (_: any NoteStore, _: any Pool) in StoreProxy(MemoryStore()) }) {
        Service<any RequiredStore>()
        Singleton()
        Starting { _ in }
      }
      // A router isn't used to make the instance.
      Route({ @Sendable (_: DestinationServiceRouter<any Metrics>) in SystemTime() }) {
        Service<any TimeSource>()
        Singleton()
        Starting { _ in }
      }
    }
    let order = registry.startOrder
    func waits(_ name: String) -> [String]? {
      order.first { $0.destination == name }?.waitsFor.map { "\($0)" }
    }
    #expect(waits("StoreProxy")?.count == 1)
    #expect(waits("SystemTime") == [])
  }
}
