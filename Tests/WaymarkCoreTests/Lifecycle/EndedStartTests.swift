import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private struct Request: RouteScope {
  typealias Outer = UserSession
  let number: Int
}

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

  // MARK: - Errors

  @Test func `a cancellation error of uncanceled work is a failure`() async throws {
    let registry = try registry { throw CancellationError() }
    let found = try #require(await failure { try await registry.start() } as? RouteError)
    #expect(found.code == .startFailed && found.underlying is CancellationError)
  }

  /// The work fails for a reason of its own after a stop has ended its start.
  @Test func `a failure after a stop is thrown`() async throws {
    let (begun, mayFail) = (Gate(), Gate())
    let registry = try registry {
      begun.open()
      await mayFail.pass()
      throw Mistake()
    }
    let start = Task { await failure { try await registry.start() } }
    await begun.pass()
    let stop = Task { await registry.stop() }
    #expect(try await becomesTrue { registry.lifecycle?.withStateIfUsed(\.machine.isStopRequested) == true })
    mayFail.open()
    let found = try await inTime { await start.value }
    await stop.value
    #expect((found as? RouteError)?.code == .startFailed)
    #expect(registry.lifecycle?.phase == .stopped)
  }

  /// The work fails for a reason of its own after its start was canceled.
  @Test func `a failure after a cancellation leads back to idle`() async throws {
    let (begun, mayFail) = (Gate(), Gate())
    let starts = Counter()
    let registry = try registry {
      starts.increment()
      begun.open()
      await mayFail.pass()
      if starts.value == 1 { throw Mistake() }
    }
    let start = Task { await failure { try await registry.start() } }
    await begun.pass()
    start.cancel()
    #expect(try await inTime { await start.value } is CancellationError)
    #expect(registry.lifecycle?.phase == .ending)
    mayFail.open()
    #expect(try await becomesTrue { registry.lifecycle?.phase == .idle })
    #expect(journal.all.isEmpty)
    try await registry.start()
    await registry.stop()
    #expect(starts.value == 2 && journal.all == ["stop"])
  }

  @Test func `a start that waits for the end of a canceled one begins, and can be canceled`() async throws {
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
    first.cancel()
    #expect(try await inTime { await first.value } is CancellationError)
    let second = Task { await failure { try await registry.start() } }
    #expect(try await becomesTrue { lifecycle.callers == 1 })
    #expect(lifecycle.phase == .ending && starts.withLock(\.self) == 1)
    gates[0].1.open()
    await gates[1].0.pass()
    second.cancel()
    #expect(try await inTime { await second.value } is CancellationError)
    #expect(lifecycle.phase == .ending)
    gates[1].1.open()
    #expect(try await becomesTrue { lifecycle.phase == .idle })
    #expect(starts.withLock(\.self) == 2)
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

  @Test(arguments: [false, true]) func `a stop is final, even without a start`(isStarted: Bool) async throws {
    let registry = try Registry {
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        Stopping { [journal] _ in journal.write("stop") }
      }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
      } make: {
        MemoryStore()
      }
    }
    if isStarted { try await registry.start() }
    await registry.stop()
    for _ in 0..<2 {
      #expect(
        await routeFailure { try await registry.start() }?.description == """
          this registry was stopped, and starts only once [notStarted]
              To fix: create another registry
          """)
    }
    let refused = error { _ = try registry.makeDestination(to: .metrics) }
    #expect(refused?.code == .notStarted)
    #expect(refused?.message == "Counters was requested after stop() was called")
    #expect(
      refused?.remedy == "finish the work before stop(), or in a Stopping closure\ncreate another registry")
    _ = try registry.makeDestination(to: RoutableService<any NoteStore>())
    await registry.stop()
    #expect(journal.all.isEmpty && registry.lifecycle?.phase == .stopped)
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
