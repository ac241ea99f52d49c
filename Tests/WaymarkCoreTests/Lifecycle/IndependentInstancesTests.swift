import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@MainActor
@Suite("Instances that aren't part of a failed start", .timeLimit(.minutes(5)))
struct IndependentInstancesTests: RouteVocabulary {
  private let journal = Journal()
  /// The start of the last instance of a start.
  private let starting = Pause()
  /// The stop of the first instance of the start.
  private let stopping = Pause()
  /// The factory of the instance on demand may end.
  private let gate = Gate()

  /// A registry with a storage and a pool, which fails to start once, and with independent instances.
  private func registry(isScoped: Bool = false) throws -> Registry {
    let scope: any RouteScope.Type = isScoped ? Visit.self : RootScope.self
    let (starts, pages) = (Counter(), Counter())
    let application = try Registry {
      live(
        DiskStorage.init, .storage, in: scope, stopLimit: .seconds(500),
        stopping: { [journal, stopping] _ in
          journal.write("stop storage")
          await stopping.take()
        })
      live(
        FixedPool.init(storage:), .pool, in: scope,
        starting: { [starting] _ in
          starts.increment()
          await starting.take()
          try Task.checkCancellation()
          if starts.value == 1 { throw Mistake() }
        })
      live(
        { [gate] () async throws -> VisitorProfile in
          await gate.pass()
          return VisitorProfile(number: 1)
        }, .visitorProfile, .onDemand, in: scope, stopping: journal.writing("stop profile"))
      live(
        { (_: VisitorProfile) -> Greeting in
          pages.increment()
          return Greeting(login: nil, basket: nil, visit: Visit(path: "\(pages.value)"))
        }, .visitorGreeting, in: scope)
      live({ Counters() }, .metrics, in: scope, stopping: journal.writing("stop counters"))
    }
    return isScoped ? try application.opening(Visit(path: "/")) : application
  }

  private func begin(_ registry: Registry) async -> Task<(any Error)?, Never> {
    let start = registry.starting()
    await starting.begins()
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
    #expect(registry.refusal(of: .visitorProfile)?.code == .notStarted)
    #expect(registry.refusal(of: .visitorGreeting)?.code == .notStarted)
    for pause in [starting, stopping] { pause.end() }
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

  @Test func `requests succeed while a canceled start stops its instances`() async throws {
    let registry = try registry()
    let start = await begin(registry)
    start.cancel()
    starting.end()
    gate.open()
    await stopping.begins()
    #expect(try await inTime { await start.value } is CancellationError)
    let waiting = Task { try await registry.started(.visitorProfile) }
    await registry.hasCallers(0, onDemand: 1)
    _ = try registry(.metrics)
    #expect(
      registry.refusal(of: .pool)?.message
        == "FixedPool was requested while the registry is starting, and is not started yet")
    #expect(registry.lifecycle?.phase == .ending)
    stopping.end()
    let profile = try await waiting.value
    #expect(try registry(.visitorProfile) === profile)
    #expect(journal.all == ["stop storage"])
    await registry.stop()
    #expect(journal.all.dropFirst().sorted() == ["stop counters", "stop profile"])
  }

  @Test func `a failed start that has started nothing leaves a scope's start alone`() async throws {
    let application = try Registry {
      live({ () async throws -> DiskStorage in throw Mistake() }, .storage)
      live(
        { [starting] () async throws -> Basket in
          await starting.take()
          return Basket(login: Login(user: "ann"))
        }, .visitorBasket, in: Login.self)
    }
    let session = try application.opening(Login(user: "ann"))
    let start = await begin(session)
    #expect(await application.startFailure() != nil)
    starting.end()
    #expect(await start.value == nil)
    await session.close()
  }

  @Test func `an instance on demand doesn't start without the instances of a failed start`() async throws {
    let registry = try Registry {
      live(DiskStorage.init, .storage, stopping: journal.writing("stop storage"))
      live(
        FixedPool.init(storage:), .pool, .onDemand, starting: journal.writing("start pool"),
        stopping: journal.writing("stop pool"))
      live(
        { Counters() }, .metrics, requiring: Requires(.storage),
        starting: starting.work(isFailing: true))
    }
    let start = await begin(registry)
    let pool = Task { await routeFailure { _ = try await registry.started(.pool) } }
    await registry.hasCallers(1, onDemand: 1)
    starting.end()
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
