import SeededTesting
import SharedFixtures
import Testing
import WaymarkCore
import WaymarkCoreTesting
import WaymarkRuntime

@testable import WaymarkServer

extension ScopeCache where Key == String, Scope == Login {
  /// Runs an operation in the scope of a user.
  func asUser<Result>(_ user: String, _ operation: () async throws -> Result) async throws -> Result {
    try await withScope(for: user, opening: { Login(user: user) }, operation: operation)
  }
}

/// A scope inside a session.
private struct InnerStep: RouteScope { typealias Outer = Login }

@Suite("Caches of open scopes", .timeLimit(.minutes(5)))
struct ScopeCacheTests: RouteVocabulary {
  private let journal = Journal()
  private let reports = Journal()
  private let clock = TestClock()

  private func application() throws(RegistryError) -> Registry {
    try Registry {
      ReportsErrors { [reports] in reports.write("\($0)") }
      live(
        Basket.init(login:), .visitorBasket, in: Login.self,
        stopping: { [journal] in journal.write("close \($0.login.user)") })
      live(
        { VisitorProfile(number: 1) }, .visitorProfile, in: Login.self, starting: journal.writing("start"))
    }
  }

  private func cache(limit: Int = 3) throws -> ScopeCache<String, Login> {
    ScopeCache(in: try application(), limit: limit, timeToLive: .seconds(60), clock: clock)
  }

  @discardableResult
  private func basket(_ user: String, of cache: ScopeCache<String, Login>) async throws -> Basket {
    try await cache.withScope(for: user) { [journal] in
      journal.write("open \(user)")
      return Login(user: user)
    } operation: {
      try Registry.current(.visitorBasket)
    }
  }

  @Test func `operations with one key share its scope`() async throws {
    let cache = try cache()
    let basket = try await basket("ann", of: cache)
    #expect(basket.login.user == "ann")
    #expect(try await self.basket("ann", of: cache) === basket)
    #expect(try await self.basket("bob", of: cache) !== basket)
    #expect(cache.count == 2)
    #expect(journal.all == ["open ann", "start", "open bob", "start"])
    await cache.closeAll()
    #expect(cache.count == 0)
    #expect(Set(journal.all.suffix(2)) == ["close ann", "close bob"])
  }

  /// A key with the same hash value as all others.
  private struct Colliding: Hashable {
    let name: String
    func hash(into hasher: inout Hasher) {}
  }

  @Test(arguments: try Seeds.first(20))
  func `the cache and a list open the same scopes, also for keys with one hash value`(seed: UInt64)
    async throws
  {
    var numbers = SeededGenerator(seed: seed)
    let cache = ScopeCache<Colliding, Login>(in: try application(), limit: 3, clock: clock)
    // The least recently used one is the first.
    var (kept, openings): ([String], [String]) = ([], [])
    for _ in 0..<100 {
      let name = ["ann", "bob", "carl", "dan", "eve"][Int.random(in: 0..<5, using: &numbers)]
      if Int.random(in: 0..<4, using: &numbers) == 0 {
        cache.remove(Colliding(name: name))
        kept.removeAll { $0 == name }
      } else {
        if !kept.contains(name) { openings.append("open \(name)") }
        kept = Array((kept.filter { $0 != name } + [name]).suffix(3))
        let user = try await cache.withScope(for: Colliding(name: name)) { [journal] in
          journal.write("open \(name)")
          return Login(user: name)
        } operation: {
          try Registry.current(.visitorBasket).login.user
        }
        #expect(user == name)
      }
      #expect(cache.count == kept.count)
    }
    await cache.closeAll()
    #expect(cache.count == 0)
    #expect(journal.all.filter { $0.hasPrefix("open") } == openings)
    #expect(journal.all.count { $0.hasPrefix("close") } == openings.count)
  }

  @Test func `a failed opening isn't kept, and removes no other scope`() async throws {
    let cache = try cache(limit: 1)
    for count in 0...1 {
      await #expect(throws: Mistake.self) {
        try await cache.withScope(for: "ann") {
          if count == 1 { cache.remove("ann") }
          throw Mistake()
        } operation: {
        }
      }
      #expect(cache.count == count)
      if count == 0 { try await basket("bob", of: cache) }
    }
    #expect(journal.all == ["open bob", "start"])
    try await basket("ann", of: cache)
    await cache.closeAll()
  }

  @Test func `the cache closes the least recently used scope over the limit, except the ones in use`()
    async throws
  {
    let cache = try cache(limit: 1)
    try await basket("eve", of: cache)
    // A scope over the limit is removed before the operation of a new one.
    try await cache.asUser("bob") { #expect(cache.count == 1) }
    try await basket("ann", of: cache)
    try await cache.asUser("ann") {
      try await cache.asUser("bob") { #expect(cache.count == 2) }
      #expect(cache.count == 1)
      try await basket("ann", of: cache)
    }
    #expect(cache.count == 1 && journal.all.count { $0 == "open ann" } == 1)
    await cache.closeAll()
  }

  @Test func `a cache releases a scope that was closed during an operation`() async throws {
    let cache = try cache()
    let (scope, closing) = try await cache.asUser("ann") {
      let closing = Task.detached { await cache.closeAll() }
      while cache.count > 0 { await Task.yield() }
      return (Weak(object: Registry.current), closing)
    }
    await closing.value
    // The task that has closed the scope may retain it for a moment.
    try await inTime(.seconds(60)) {
      while scope.object != nil { try await Task.sleep(for: .milliseconds(1)) }
    }
    #expect(cache.count == 0)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `without a time to live, a scope closes after its operations`(timeToLive: Duration) async throws {
    let cache = ScopeCache<String, Login>(in: try application(), timeToLive: timeToLive)
    try await cache.asUser("ann") {
      _ = try Registry.current(.visitorBasket)
      // The scope is due meanwhile.
      try await Task.sleep(for: .milliseconds(20))
      #expect(journal.all == ["start"])
    }
    while cache.count > 0 { await Task.yield() }
    await cache.closeAll()
    #expect(journal.all == ["start", "close ann"])
  }

  @Test func `a cache closes the parts that extensions add to its scopes`() async throws {
    let registry = try Registry { VisitModule() }.extending {
      live({ (login: Login) in Counters(name: login.user) }, .metrics, in: Login.self)
    }
    let cache = ScopeCache<String, Login>(in: registry)
    let extended = Lock<Registry?>(nil)
    let name = try await cache.asUser("ann") {
      let own = try Registry.current.extending {
        Route({ Page(profile: VisitorProfile(number: 1)) }) { Service(.visitorPage) }
      }
      extended.withLock { $0 = own }
      return try Registry.current(.metrics).name
    }
    #expect(name == "ann")
    await cache.closeAll()
    extended.withLock { $0 = nil }
  }

  @Test func `many tasks open a scope once`() async throws {
    let (cache, gate) = (try cache(), Gate())
    try await withThrowingTaskGroup { group in
      for _ in 0..<32 {
        group.addTask {
          try await cache.withScope(for: "ann") { [journal] in
            journal.write("open")
            await gate.pass()
            return Login(user: "ann")
          } operation: {
            ObjectIdentifier(try Registry.current(.visitorBasket))
          }
        }
      }
      gate.open()
      let found = try await group.reduce(into: Set()) { $0.insert($1) }
      #expect(found.count == 1)
    }
    #expect(journal.all == ["open", "start"])
  }

  // MARK: - Work that closes its own cache

  /// Where an operation closes the cache: with its scope as the current one, or with another registry.
  enum ClosingPlace: CaseIterable { case operation, task, innerScope, outside, otherCache }

  @Test(arguments: ClosingPlace.allCases)
  func `an operation that closes the cache goes on, and nothing waits for it`(place: ClosingPlace)
    async throws
  {
    let registry = try application()
    let cache = ScopeCache<String, Login>(in: registry, clock: clock)
    let other = try self.cache()
    // In a task of its own, the call can't keep the operation from ending if it waits for the operation.
    func close() async -> Task<Void, Never> {
      let call = Task { await cache.closeAll() }
      while cache.count > 0 { await Task.yield() }
      for _ in 0..<100 { await Task.yield() }
      return call
    }
    let call = try await cache.asUser("ann") {
      let basket = try Registry.current(.visitorBasket)
      var call: Task<Void, Never>?
      switch place {
      case .operation: await cache.closeAll()
      case .task: call = await close()
      case .innerScope: call = try await Registry.current.withScope(InnerStep()) { await close() }
      case .outside: call = try await registry.withScope(Visit(path: "/")) { await close() }
      case .otherCache:
        call = try await other.asUser("bob") {
          try await registry.withScope(Visit(path: "/")) { await close() }
        }
      }
      #expect(try Registry.current(.visitorBasket) === basket)
      return call
    }
    await call?.value
    #expect(
      reports.all == [
        """
        an operation in a Login calls closeAll() of its cache, and each would wait for the other [lifecycleCycle]
            To fix: call closeAll() outside of the cache's operations. This call goes on, and the operation does not wait for it
                or: call remove(_:) to close one scope after its operations
        """
      ])
    // An operation can close another cache.
    try await basket("eve", of: other)
    try await cache.asUser("ann") {
      await other.closeAll()
      #expect(journal.all.last == "close eve" && reports.all.count == 1)
    }
    await cache.closeAll()
    #expect(journal.all.count { $0 == "close ann" } == 1)
  }

  /// The work in a scope that closes its cache.
  enum ClosingWork { case opening, starting, stopping }

  @Test(arguments: [ClosingWork.opening, .starting, .stopping])
  func `the work of a scope's opening and stop doesn't wait for the closing of the cache`(_ work: ClosingWork)
    async throws
  {
    let closed = Lock<ScopeCache<String, Login>?>(nil)
    let close: @Sendable (ClosingWork) async -> Void = { place in
      if place == work { await closed.withLock(\.self)?.closeAll() }
    }
    let registry = try Registry {
      ReportsErrors { [reports] in reports.write("\($0)") }
      live(
        { VisitorProfile(number: 1) }, .visitorProfile, in: Login.self,
        starting: { _ in await close(.starting) }, stopping: { _ in await close(.stopping) })
    }
    let cache = ScopeCache<String, Login>(in: registry, clock: clock)
    closed.withLock { $0 = cache }
    try await inTime {
      try await cache.withScope(for: "ann") {
        await close(.opening)
        return Login(user: "ann")
      } operation: {
        _ = try Registry.current(.visitorProfile)
      }
      await cache.closeAll()
    }
    #expect(cache.count == 0)
    #expect(
      reports.all == [
        """
        the opening or closing of a Login calls closeAll() of its cache, and each would wait for the other [lifecycleCycle]
            To fix: call closeAll() outside of the opening, Starting, and Stopping. This call goes on, and they do not wait for it
        """
      ])
    closed.withLock { $0 = nil }
  }

  /// Another scope's opening may lead to the same scope.
  @Test(arguments: [false, true])
  func `the opening of a scope can't wait for itself`(isIndirect: Bool) async throws {
    let cache = try cache()
    @Sendable func open(_ user: String, _ opening: @escaping @Sendable () async throws -> Void) async throws {
      try await cache.withScope(for: user) {
        try await opening()
        return Login(user: user)
      } operation: {
      }
    }
    let itself: @Sendable () async throws -> Void = { try await cache.asUser("ann") {} }
    let found = try await inTime {
      await routeFailure {
        try await open("ann") { if isIndirect { try await open("bob", itself) } else { try await itself() } }
      }
    }
    #expect(found?.code == .lifecycleCycle)
    #expect(
      found?.message
        == "the opening of a Login needs the same Login of its cache, and each would wait for the other")
    #expect(
      found?.remedy
        == "use the cache's Login after its opening, in an operation of withScope(for:opening:operation:)")
    #expect(cache.count == 0)
    try await basket("ann", of: cache)
    await cache.closeAll()
  }

  /// A streamed response, for example, outlives the operation in the scope of its session.
  @Test(.timeLimit(.minutes(1)), arguments: [false, true])
  func `work in a scope inside a cached one doesn't wait for its end`(isRemoved: Bool) async throws {
    let cache = try cache()
    let inner = try await cache.asUser("ann") { try Registry.current.opening(InnerStep()) }
    if isRemoved { cache.remove("ann") }
    try await inner.closing { await cache.closeAll() }
    #expect(reports.all.count == 1 && reports.all[0].contains("lifecycleCycle"))
    await cache.closeAll()
    #expect(cache.count == 0 && reports.all.count == 1)
    // Work in another scope waits.
    try await basket("bob", of: cache)
    try await application().withScope(Visit(path: "/")) { await cache.closeAll() }
    #expect(journal.all.last == "close bob" && reports.all.count == 1)
  }

  @Test func `a scope closes after its time to live`() async throws {
    let cache = try cache()
    try await basket("ann", of: cache)
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(40))
    try await basket("bob", of: cache)
    try await basket("ann", of: cache)
    await clock.advance(by: .seconds(40))
    #expect(cache.count == 2)
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(20))
    while cache.count > 0 {
      await clock.waitForSleepers()
      await clock.advance(by: .seconds(1))
    }
    while !Set(journal.all).isSuperset(of: ["close ann", "close bob"]) { await Task.yield() }
    // A scope that opens after the end of all others closes, too.
    try await basket("ann", of: cache)
    #expect(journal.all.count { $0 == "open ann" } == 2)
    await clock.run()
    #expect(cache.count == 0)
    await cache.closeAll()
    #expect(journal.all.count { $0 == "close ann" } == 2)
  }

  @Test func `a removed scope closes after its operation, which leaves the next scope alone`() async throws {
    let (cache, begun, gate) = (try cache(), Gate(), Gate())
    let removed = Task { [journal] in
      try await cache.asUser("ann") {
        _ = try Registry.current(.visitorBasket)
        begun.open()
        await gate.pass()
        #expect(
          try Registry.current(.visitorBasket).login.user == "ann" && journal.all == ["start", "start"])
      }
    }
    await begun.pass()
    cache.remove("ann")
    #expect(cache.count == 0)
    try await cache.asUser("bob") {
      _ = try Registry.current(.visitorBasket)
      gate.open()
      try await removed.value
      await clock.waitForSleepers()
      await clock.advance(by: .seconds(120))
      #expect(cache.count == 1)
    }
    await cache.closeAll()
    #expect(journal.all.sorted() == ["close ann", "close bob", "start", "start"])
  }

  @Test func `a removed scope closes after its inner scopes`() async throws {
    let cache = try cache()
    let visit = try await cache.asUser("ann") {
      _ = try Registry.current(.visitorBasket)
      return try Registry.current.opening(Visit(path: "/stream"))
    }
    cache.remove("ann")
    for _ in 0..<100 { await Task.yield() }
    let user = try await visit.closing { try Registry.current(.visitorBasket).login.user }
    #expect(user == "ann")
    await cache.closeAll()
    #expect(journal.all == ["start", "close ann"])
  }

  @Test func `the cache closes a scope when its opening is canceled`() async throws {
    let (cache, begun, gate) = (try cache(), Gate(), Gate())
    let first = Task {
      try await cache.withScope(for: "ann") {
        begun.open()
        await gate.pass()
        return Login(user: "ann")
      } operation: {
      }
    }
    await begun.pass()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    try await basket("ann", of: cache)
    gate.open()
    await cache.closeAll()
    #expect(journal.all == ["open ann", "start", "close ann"])
  }

  @Test func `many tasks using many keys share the cache's scopes`() async throws {
    let cache = try cache(limit: 8)
    try await withThrowingDiscardingTaskGroup { group in
      for index in 0..<400 {
        group.addTask {
          let user = "\(index % 20)"
          if index.isMultiple(of: 7) { cache.remove(user) }
          let basket = try await basket(user, of: cache)
          #expect(basket.login.user == user)
        }
      }
    }
    #expect(cache.count <= 8)
    await cache.closeAll()
    #expect(journal.all.count { $0.hasPrefix("open") } == journal.all.count { $0.hasPrefix("close") })
  }

  @Test func `a key gets another scope after its scope was closed`() async throws {
    let cache = try cache()
    let first = try await cache.asUser("ann") {
      let basket = try Registry.current(.visitorBasket)
      await Registry.current.close()
      return basket
    }
    let second = try await basket("ann", of: cache)
    #expect(first !== second && cache.count == 1)
    await cache.closeAll()
    #expect(journal.all == ["start", "close ann", "open ann", "start", "close ann"])
  }

  #if os(macOS) || os(Linux)
    @Test func `a time to live can be as long as durations`() async {
      await #expect(processExitsWith: .success) {
        let registry = try Registry { VisitModule() }
        let cache = ScopeCache<String, Login>(in: registry, timeToLive: .seconds(Int.max))
        _ = try await cache.asUser("ann") { try Registry.current(.visitorBasket) }
        // The task that removes entries begins to sleep.
        try await Task.sleep(for: .milliseconds(100))
        await cache.closeAll()
      }
    }
  #endif

  @Test func `the opening of a scope can use another scope of the cache`() async throws {
    let cache = try cache()
    let user = try await inTime {
      try await cache.withScope(for: "ann") { [self] in
        Login(user: try await basket("bob", of: cache).login.user + " and ann")
      } operation: {
        try Registry.current(.visitorBasket).login.user
      }
    }
    #expect(user == "bob and ann" && cache.count == 2)
    await cache.closeAll()
  }

  @Test func `a task that waits for shared work after its end gets the result`() async throws {
    let work = SharedWork<Int>()
    #expect(work.join())
    work.begin { 1 }
    #expect(try await work.value() == 1)
    let result = try await inTime { await work.end() }
    #expect(try result.get() == 1)
  }
}
