import SharedFixtures
import Testing
import WaymarkServer

@testable import WaymarkCore

extension RoutableService<ScopeCache<String, Login>> {
  fileprivate static var loginCache: Self { declared() }
}

private struct TestStep: RouteScope { typealias Outer = Visit }

@Suite("Caches of open scopes after a stop", .timeLimit(.minutes(5)))
struct StoppedCacheTests: RouteVocabulary {
  private let journal = Journal()

  private static let cacheLine = #line + 7

  @RoutesBuilder private func routes(closesCache: Bool = true) -> Routes {
    ReportsErrors { [journal] in journal.write($0.message) }
    VisitModule()
    live({ Counters() }, .metrics, .eager, stopping: journal.writing("stop the connection"))
    live(
      { (registry: Registry) in ScopeCache<String, Login>(in: registry) }, .loginCache,
      stopping: { if closesCache { await $0.closeAll() } })
    live(
      { VisitorProfile(number: 1) }, .visitorProfile, .eager, in: Login.self,
      stopping: journal.writing("stop the profile"))
  }

  private func application(closesCache: Bool = true) throws(RegistryError) -> Registry {
    try Registry { routes(closesCache: closesCache) }
  }

  @Test func `a service that came after a cache stops after the scopes that use it`() async throws {
    let registry = try Registry {
      VisitModule()
      live({ Counters() }, .metrics, stopping: journal.writing("stop the connection"))
      live(
        { (registry: Registry) in ScopeCache<String, Login>(in: registry) }, .loginCache,
        stopping: { await $0.closeAll() })
      live(
        { (_: any Metrics) in VisitorProfile(number: 1) }, .visitorProfile, in: Login.self,
        stopping: { [journal] _ in
          try await Task.sleep(for: .milliseconds(20))
          journal.write("stop the profile")
        })
    }
    #expect(registry.diagnostics.allSatisfy { $0.code != .openRoutes }, "the cache's route isn't open")
    try await registry.run {
      try await registry(.loginCache).asUser("ann") { _ = try Registry.current(.visitorProfile) }
    }
    #expect(journal.all == ["stop the profile", "stop the connection"])
  }

  @Test func `a cache opens no scope after a stop of its registry, or around the scope of the cache`()
    async throws
  {
    let registry = try application()
    let cache = ScopeCache<String, Login>(in: registry)
    let visits = ScopeCache<String, Visit>(in: try registry.opening(Login(user: "dan")))
    try await registry.start()
    try await cache.asUser("ann") {}
    await registry.stop()
    journal.clear()
    for user in ["ann", "eve"] {
      let thrown = await routeFailure { try await cache.asUser(user) {} }
      #expect(
        thrown.map { "\($0)" } == """
          a Login was requested from a ScopeCache after the stop of its registry had begun [notStarted]
              To fix: finish the operations of the cache, and call closeAll(), before stop()
                  or: create another registry
          """)
    }
    #expect(journal.all.count == 2 && cache.count == 1)
    let thrown = await routeFailure {
      try await visits.withScope(for: "1") {
        Visit(path: "/")
      } operation: {
      }
    }
    #expect(thrown?.code == .notStarted)
  }

  @Test func `a cache opens no scope after it has closed all during a stop`() async throws {
    let gate = Gate()
    let registry = try Registry {
      live({ Counters() }, .metrics, stopping: { _ in await gate.pass() })
      Route({ (registry: Registry, _: any Metrics) in ScopeCache<String, Login>(in: registry) }) {
        Service(.loginCache)
        Singleton()
        Eager()
        Stopping { [journal] in
          try await $0.asUser("ann") { journal.write("before") }
          await $0.closeAll()
        }
      }
    }
    try await registry.start()
    let cache = try registry(.loginCache)
    await cache.closeAll()
    let stop = Task { await registry.stop() }
    #expect(try await becomesTrue { gate.waitingCount == 1 })
    let thrown = await routeFailure { try await cache.asUser("eve") {} }
    gate.open()
    await stop.value
    #expect(thrown?.code == .notStarted && journal.all == ["before"] && cache.count == 0)
  }

  @Test func `a cache doesn't keep the registry of its first operation`() async throws {
    func serve() async throws -> Weak {
      let registry = try application()
      try await registry.run { try await registry(.loginCache).asUser("ann") {} }
      return Weak(object: registry)
    }
    let registry = try await serve()
    // The task that has closed the scope may retain it for a moment.
    #expect(try await becomesTrue { registry.object == nil })
  }

  /// The scope is removed in an inner scope, or in an operation of another cache inside of it.
  @Test(arguments: [false, true])
  func `a removed scope closes after the release of an inner scope's registry`(inOtherCache: Bool)
    async throws
  {
    let logins = ScopeCache<String, Login>(in: try application())
    func removeInside() async throws {
      let visit = try await logins.asUser("ann") { try Registry.current.opening(Visit(path: "/")) }
      if inOtherCache {
        let steps = ScopeCache<String, TestStep>(in: visit)
        try await steps.withScope(for: "1") {
          TestStep()
        } operation: {
          logins.remove("ann")
        }
        await steps.closeAll()
      } else {
        Registry.withCurrent(visit) { logins.remove("ann") }
      }
    }
    try await removeInside()
    try await inTime { await logins.closeAll() }
    #expect(journal.all == ["stop the profile"])
  }

  @Test func `a stop in a task that an operation has created waits for the operation`() async throws {
    let registry = try application()
    try await registry.start()
    let stop = try await registry(.loginCache).asUser("ann") { [journal] in
      let stop = Task { await registry.stop() }
      while registry.lifecycle?.isStopped == false { await Task.yield() }
      // A stop that doesn't wait has ended by then.
      try await Task.sleep(for: .milliseconds(100))
      journal.write("the operation ends")
      return stop
    }
    try await inTime { await stop.value }
    #expect(journal.all == ["the operation ends", "stop the profile", "stop the connection"])
  }

  private static let operationCloses =
    "an operation in a Login calls closeAll() of its cache, and each would wait for the other"

  enum Owner: CaseIterable { case registry, base, `extension` }

  @Test(arguments: Owner.allCases)
  func `a stop that an operation calls doesn't wait for the operation`(cacheOwner: Owner) async throws {
    let store = live({ MemoryStore() }, .notes, .eager, stopping: { _ in })
    let base = try cacheOwner == .extension ? Registry { store } : application()
    let registry =
      switch cacheOwner {
      case .registry: base
      case .base: try base.extending { store }
      case .extension: try base.extending { routes() }
      }
    try await registry.start()
    let cache = try registry(.loginCache)
    // The stop of an extension also stops its base, and the stop of a base begins with its extensions.
    let stopped = cacheOwner == .extension ? base : registry
    try await inTime { [journal] in
      try await cache.asUser("ann") {
        await stopped.stop()
        journal.write("the operation ends")
      }
      await cache.closeAll()
    }
    #expect(journal.all.contains(Self.operationCloses))
    #expect(journal.all.suffix(2) == ["the operation ends", "stop the profile"])
  }

  @Test func `an operation that begins during a stop can't wait for itself`() async throws {
    let journal = journal
    let other = ScopeCache<String, Login>(in: try application())
    let registry = try Registry {
      live(
        { Counters() }, .metrics, .eager,
        stopping: { _ in
          try await other.asUser("ann") {
            await other.closeAll()
            journal.write("the operation ends")
          }
        })
    }
    try await registry.start()
    try await inTime { await registry.stop() }
    await other.closeAll()
    #expect(journal.all == [Self.operationCloses, "the operation ends", "stop the profile"])
  }

  @Test func `a stop reports scopes of a cache that nobody has closed`() async throws {
    let registry = try application(closesCache: false)
    try await registry.run { try await registry(.loginCache).asUser("ann") {} }
    #expect(
      journal.all == [
        "stop the connection",
        """
        this registry was stopped, but scopes that can use the stopped instances are open: \
        Login (WaymarkServerTests/StoppedCacheTests.swift:\(Self.cacheLine))
        """,
      ])
  }
}
