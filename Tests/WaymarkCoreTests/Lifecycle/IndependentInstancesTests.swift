import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@MainActor
@Suite("Instances that aren't part of a failed start", .timeLimit(.minutes(5)))
struct IndependentInstancesTests: RouteVocabulary {
  private let journal = Journal()
  /// The last instance of the start has begun to start, and may end.
  private let begun = Gate()
  private let mayEnd = Gate()
  /// The first instance of the start has begun to stop, and may end.
  private let isStopping = Gate()
  private let mayStop = Gate()
  /// The factory of the instance on demand may end.
  private let gate = Gate()

  /// A registry with a storage and a pool, which fails to start once, and with independent instances.
  private func registry(isScoped: Bool = false) throws -> Registry {
    let (starts, pages) = (Counter(), Counter())
    let application = try Registry {
      Route(DiskStorage.init) {
        Service(.storage)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        Stopping(within: .seconds(500)) { [journal, isStopping, mayStop] _ in
          journal.write("stop storage")
          isStopping.open()
          await mayStop.pass()
        }
      }
      Route(FixedPool.init(storage:)) {
        Service(.pool)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        Starting { [begun, mayEnd] _ in
          starts.increment()
          begun.open()
          await mayEnd.pass()
          try Task.checkCancellation()
          if starts.value == 1 { throw Mistake() }
        }
      }
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        OnDemand()
        Stopping { [journal] _ in journal.write("stop profile") }
      } make: { [gate] _ in
        await gate.pass()
        return VisitorProfile(number: 1)
      }
      Route({ @Sendable (profile: VisitorProfile) in
        pages.increment()
        return Greeting(login: nil, basket: nil, visit: Visit(path: "\(pages.value)"))
      }) {
        Service(.visitorGreeting)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
      }
      Route({ Counters() }) {
        Service(.metrics)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        Stopping { [journal] _ in journal.write("stop counters") }
      }
    }
    return isScoped ? try application.opening(Visit(path: "/")) : application
  }

  private func begin(_ registry: Registry) async -> Task<(any Error)?, Never> {
    let start = Task { await failure { try await registry.start() } }
    await begun.pass()
    return start
  }

  @Test(arguments: [false, true])
  func `an instance on demand starts after a failed start, and ones of requests stay`(isScoped: Bool)
    async throws
  {
    let registry = try registry(isScoped: isScoped)
    let start = await begin(registry)
    gate.open()
    _ = try registry(.metrics)
    let waiting = Task { try await registry.started(.visitorProfile) }
    #expect(try await becomesTrue { registry.lifecycle?.callersOnDemand == 1 })
    #expect(error { _ = try registry(.visitorProfile) }?.code == .notStarted)
    #expect(error { _ = try registry(.visitorGreeting) }?.code == .notStarted)
    for gate in [mayEnd, mayStop] { gate.open() }
    #expect((await start.value as? RouteError)?.code == .startFailed)
    #expect(journal.all == ["stop storage"])
    let profile = try await waiting.value
    #expect(try registry(.visitorProfile) === profile)
    #expect(try registry(.visitorGreeting).visit.path == "1")
    try await registry.start()
    #expect(try registry(.visitorProfile) === profile)
    #expect(try registry(.visitorGreeting).visit.path == "1")
    await registry.stop()
    #expect(journal.all.first == "stop storage")
    #expect(journal.all.dropFirst().sorted() == ["stop counters", "stop profile", "stop storage"])
  }

  @Test(arguments: [false, true])
  func `an instance that starts on demand until after a failure is kept`(isScoped: Bool) async throws {
    let registry = try registry(isScoped: isScoped)
    let profile = Task { try await registry.started(.visitorProfile) }
    #expect(try await becomesTrue { registry.lifecycle?.callersOnDemand == 1 })
    let start = await begin(registry)
    for gate in [mayEnd, mayStop] { gate.open() }
    #expect((await start.value as? RouteError)?.code == .startFailed)
    gate.open()
    let first = try await profile.value
    #expect(try await registry.started(.visitorProfile) === first)
    await registry.stop()
    #expect(journal.all == ["stop storage", "stop profile"])
  }

  @Test func `requests succeed while a canceled start stops its instances`() async throws {
    let registry = try registry()
    let start = await begin(registry)
    start.cancel()
    for gate in [mayEnd, gate] { gate.open() }
    await isStopping.pass()
    #expect(try await inTime { await start.value } is CancellationError)
    let waiting = Task { try await registry.started(.visitorProfile) }
    #expect(try await becomesTrue { registry.lifecycle?.callersOnDemand == 1 })
    _ = try registry(.metrics)
    let refused = error { _ = try registry(.pool) }
    #expect(
      refused?.message == "FixedPool was requested while the registry is starting, and is not started yet")
    #expect(registry.lifecycle?.phase == .ending)
    mayStop.open()
    let profile = try await waiting.value
    #expect(try registry(.visitorProfile) === profile)
    #expect(journal.all == ["stop storage"])
    await registry.stop()
    #expect(journal.all.dropFirst().sorted() == ["stop counters", "stop profile"])
  }

  @Test func `stop() refuses requests while a canceled start stops its instances`() async throws {
    let registry = try registry()
    let profile = Task { await routeFailure { _ = try await registry.started(.visitorProfile) } }
    #expect(try await becomesTrue { registry.lifecycle?.callersOnDemand == 1 })
    let start = await begin(registry)
    start.cancel()
    mayEnd.open()
    await isStopping.pass()
    let stop = Task { await registry.stop() }
    #expect(try await becomesTrue { registry.lifecycle?.withStateIfUsed(\.machine.isStopRequested) == true })
    #expect(error { _ = try registry(.metrics) }?.message == "Counters was requested after stop() was called")
    #expect(try await inTime { await profile.value }?.code == .startInterrupted)
    #expect(await start.value is CancellationError)
    for gate in [mayStop, gate] { gate.open() }
    await stop.value
    #expect(journal.all == ["stop storage", "stop profile"])
  }

  @Test func `a failed start that has started nothing leaves a scope's start alone`() async throws {
    let application = try Registry {
      Route(DiskStorage.self) {
        Service(.storage)
        Singleton()
      } make: {
        await Task.yield()
        throw Mistake()
      }
      Route(Basket.self) {
        Service(.visitorBasket)
        Scoped(to: Login.self)
      } make: { [begun, mayEnd] (routes: Resolver) in
        begun.open()
        await mayEnd.pass()
        return Basket(login: Login(user: "ann"))
      }
    }
    let session = try application.opening(Login(user: "ann"))
    let start = await begin(session)
    #expect(await failure { try await application.start() } is RouteError)
    mayEnd.open()
    #expect(await start.value == nil)
    await session.close()
  }

  @Test func `a failed start leaves the instances that its closures have requested`() async throws {
    let made = Counter()
    let registry = try Registry {
      Route({ @Sendable () -> Counters in
        made.increment()
        return Counters()
      }) {
        Service(.metrics)
        Singleton()
        Stopping { [journal] _ in journal.write("stop counters") }
      }
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
        Starting { _ in
          _ = try Registry.current(.metrics)
          throw Mistake()
        }
      }
    }
    #expect(await failure { try await registry.start() } is RouteError)
    _ = try registry(.metrics)
    #expect(made.value == 1 && journal.all.isEmpty)
    await registry.stop()
    #expect(journal.all == ["stop counters"])
  }

  @Test func `running a registry stops the instances that its failed start leaves`() async throws {
    let registry = try Registry {
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        Stopping { [journal] _ in journal.write("stop counters") }
      }
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
        Starting { _ in
          _ = try Registry.current(.metrics)
          throw Mistake()
        }
      }
    }
    let found = await failure { try await registry.run { [journal] in journal.write("run") } }
    #expect((found as? RouteError)?.code == .startFailed)
    #expect(journal.all == ["stop counters"])
  }

  @Test func `an instance on demand doesn't start without the instances of a failed start`() async throws {
    let registry = try Registry {
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
        Stopping { [journal] _ in journal.write("stop storage") }
      }
      Route(FixedPool.init(storage:)) {
        Service(.pool)
        Singleton()
        OnDemand()
        Starting { [journal] _ in journal.write("start pool") }
        Stopping { [journal] _ in journal.write("stop pool") }
      }
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        Requires(.storage)
        Starting { [begun, mayEnd] _ in
          begun.open()
          await mayEnd.pass()
          throw Mistake()
        }
      }
    }
    let start = await begin(registry)
    let pool = Task { await routeFailure { _ = try await registry.started(.pool) } }
    #expect(try await becomesTrue { registry.lifecycle?.callersOnDemand == 1 })
    mayEnd.open()
    #expect((await start.value as? RouteError)?.code == .startFailed)
    let refused = await pool.value
    #expect(refused?.code == .notStarted)
    #expect(refused?.message == "DiskStorage was requested before it was started")
    #expect(refused?.path.map(\.destination) == ["DiskStorage", "FixedPool"])
    #expect(journal.all == ["stop storage"])
    await registry.stop()
    #expect(journal.all == ["stop storage"])
  }
}
