import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

/// The work of an instance of a scope at its start or its stop.
private typealias Work = @Sendable (Registry) async -> Void

private struct Stamp: Sendable { let session: UserSession }

/// A value that doesn't fit into a register, so that its parameters are resolved in the general way.
private struct LargeStamp: Sendable {
  let session: UserSession?
  let places = [0, 0, 0]
  let names = ("", "", "", "")
  init(session: UserSession?) { self.session = session }
}

extension RoutableService<Stamp> { fileprivate static var stamp: Self { declared() } }
extension RoutableService<LargeStamp> { fileprivate static var largeStamp: Self { declared() } }

@Suite("Closing a scope from several tasks, and from work inside it", .timeLimit(.minutes(5)))
struct ClosingTests: RouteVocabulary {
  private let journal = Journal()
  private let pause = Pause()

  /// The pool belongs to a session, clients to a request.
  private func application(
    startingClients: @escaping Work = { _ in }, stoppingClients: @escaping Work = { _ in },
    stoppingPool: @escaping Work = { _ in }
  ) throws(RegistryError) -> Registry {
    try Registry {
      live(
        { () async throws -> FixedPool in FixedPool(storage: try await DiskStorage()) }, .pool,
        in: UserSession.self,
        stopping: { [journal] _ in
          await stoppingPool(Registry.current)
          journal.write("stop pool")
        })
      live(
        WebClients.init(pool:), .clients, in: WebRequest.self,
        starting: { _ in await startingClients(Registry.current) },
        stopping: { [journal] _ in
          await stoppingClients(Registry.current)
          journal.write("stop clients")
        })
    }
  }

  private func session(_ application: Registry) async throws -> Registry {
    let session = try application.opening(UserSession(user: "ann"))
    try await session.start()
    return session
  }

  private func started(_ application: Registry) async throws -> (session: Registry, request: Registry) {
    let session = try await session(application)
    let request = try session.opening(WebRequest(path: "/"))
    try await request.start()
    return (session, request)
  }

  @Test func `an outer scope waits for an inner scope that another task closes`() async throws {
    let application = try application(stoppingClients: { [journal, pause] registry in
      await pause.take()
      // The instance of the outer scope hasn't begun to stop.
      journal.write("\(registry.refusal(of: .pool)?.code, default: "the pool")")
    })
    let (session, request) = try await started(application)
    let inner = Task { await request.close() }
    await pause.begins()
    let outer = Task { await session.close() }
    while try #require(session.scope).isOpen { await Task.yield() }
    #expect(journal.all.isEmpty)
    #expect(session.refusal(of: .pool)?.code == .scopeClosed)
    pause.end()
    await outer.value
    #expect(journal.all == ["the pool", "stop clients", "stop pool"])
    await inner.value
  }

  @Test func `stopping work gets new instances with the value of its scope`() async throws {
    let application = try Registry {
      Route(Stamp.init(session:)) { Service(.stamp) }
      Route(LargeStamp.init(session:)) { Service(.largeStamp) }
      live(
        { Counters() }, .metrics, in: UserSession.self,
        stopping: { [journal] _ in
          journal.write(try Registry.current(.stamp).session.user)
          journal.write(try Registry.current(.largeStamp).session?.user ?? "none")
        })
    }
    let session = try application.opening(UserSession(user: "ann"))
    _ = try session(.metrics)
    await session.close()
    #expect(journal.all == ["ann", "ann"])
  }

  @Test func `all callers wait for the end of closing`() async throws {
    let session = try await session(try application(stoppingPool: { [pause] _ in await pause.take() }))
    let tasks = (0..<100).map { index in
      Task { [journal] in
        // The wait isn't canceled with its task.
        if index.isMultiple(of: 2) { withUnsafeCurrentTask { $0?.cancel() } }
        await session.close()
        return journal.all == ["stop pool"]
      }
    }
    await pause.begins()
    while try #require(session.scope).waitingCount != 99 { await Task.yield() }
    pause.end()
    for task in tasks { #expect(await task.value) }
    #expect(journal.all == ["stop pool"])
  }

  enum OwnEnd: CaseIterable { case close, closeTwice, stop }

  @Test(arguments: OwnEnd.allCases) func `stopping work may close its own scope, or stop it`(end: OwnEnd)
    async throws
  {
    let application = try application(stoppingPool: { registry in
      if end == .stop { return await registry.stop() }
      await registry.close()
      if end == .closeTwice { await Task { await registry.close() }.value }
    })
    let session = try await session(application)
    if end == .stop { await session.stop() } else { await session.close() }
    #expect(journal.all == ["stop pool"])
  }

  @Test(arguments: [false, true])
  func `stopping work may close the outer scope, also while that is closing`(isClosing: Bool) async throws {
    let outer = Lock<Registry?>(nil)
    let application = try application(stoppingClients: { [journal] _ in
      await outer.withLock(\.self)?.close()
      journal.write("closed")
    })
    let (session, request) = try await started(application)
    outer.withLock { $0 = session }
    if !isClosing { await request.close() }
    // The outer scope is closed by a task of its own, after the inner one.
    try await inTime { await session.close() }
    outer.withLock { $0 = nil }
    withExtendedLifetime(request) {}
    #expect(journal.all == ["closed", "stop clients", "stop pool"])
  }

  /// The scope that work at the start of an instance closes.
  enum Closed: CaseIterable { case own, outer, outerOfExtension }

  @Test(arguments: Closed.allCases)
  func `starting work may close its own scope, or the scope around it`(_ closed: Closed) async throws {
    let isExtension = closed == .outerOfExtension
    let (target, reports) = (Lock<Registry?>(nil), Journal())
    let application = try Registry {
      ReportsErrors { reports.write("\($0.code)") }
      live(
        { Counters() }, .metrics, in: isExtension ? UserSession.self : WebRequest.self,
        starting: { [journal] _ in
          let registry = target.withLock(\.self)
          await registry?.close()
          journal.write("open \(registry?.scope?.isOpen ?? true)")
        }, stopping: journal.writing("stop"))
    }
    let session = try application.opening(UserSession(user: "ann"))
    let inner = isExtension ? try session.extending {} : try session.opening(WebRequest(path: "/"))
    target.withLock { $0 = closed == .own ? inner : session }
    let found = try await inTime { await inner.startFailure() }
    if closed == .own { #expect(found?.code == .scopeClosed) }
    target.withLock { $0 = nil }
    try await inTime {
      await inner.close()
      await session.close()
    }
    // The closing has begun, so that the start can't succeed, and ends after the work.
    #expect(journal.all == ["open false", "stop"])
    #expect(!reports.all.contains("lifecycleCycle"))
    #expect(inner.refusal(of: .metrics)?.code == .scopeClosed)
  }

  /// The scope that was opened last is closed first.
  @Test func `inner scopes close in reverse order`() async throws {
    let application = try Registry {
      live(
        { (request: WebRequest) in Counters(name: request.path) }, .metrics, in: WebRequest.self,
        stopping: { [journal] in journal.write($0.name) })
    }
    let session = try application.opening(UserSession(user: "ann"))
    let requests = try (1...4).map { try session.opening(WebRequest(path: "\($0)")) }
    for request in requests { _ = try request(.metrics) }
    await requests[1].close()
    await session.close()
    // A scope ends without being closed when nothing holds its registry.
    withExtendedLifetime(requests) {}
    #expect(journal.all == ["2", "4", "3", "1"])
  }

  /// A task that the work has created isn't part of the work once that has ended.
  @Test func `a task that outlives the work waits for closing`() async throws {
    let hasStarted = Gate()
    let task = Lock<Task<[String], Never>?>(nil)
    let application = try application(
      startingClients: { [journal] registry in
        let closing = Task {
          await hasStarted.pass()
          await registry.close()
          return journal.all
        }
        task.withLock { $0 = closing }
      },
      stoppingClients: { [pause] _ in await pause.take() })
    let registries = try await started(application)
    hasStarted.open()
    await pause.begins()
    pause.end()
    #expect(await task.withLock(\.self)?.value == ["stop clients"])
    withExtendedLifetime(registries) {}
  }

  @Test func `a closing scope starts and opens nothing, and neither does its extension`() async throws {
    let session = try await session(try application(stoppingPool: { [pause] _ in await pause.take() }))
    let closing = Task { await session.close() }
    await pause.begins()
    let extended = try session.extending { Route(SystemTime.self) { Service(.time) } }
    #expect(extended.refusal(of: .time)?.code == .scopeClosed)
    for registry in [session, extended] { #expect(await registry.startFailure()?.code == .scopeClosed) }
    #expect(error { _ = try session.opening(WebRequest(path: "/")) }?.code == .scopeClosed)
    pause.end()
    await closing.value
    #expect(journal.all == ["stop pool"])
  }

  // MARK: - Registries derived or opened meanwhile

  @Test func `a released scope leaves the others open`() async throws {
    let session = try Registry { MailModule() }.opening(UserSession(user: "ann"))
    var requests: [Registry?] = try (0..<4).map { try session.opening(WebRequest(path: "\($0)")) }
    requests[1] = nil
    requests[3] = nil
    for request in requests.compactMap(\.self) { #expect(try request(.handler).inbox.user == "ann") }
    #expect(try #require(session.scope).inner.count == 2)
    requests.append(try session.opening(WebRequest(path: "4")))
    await session.close()
    for request in requests.compactMap(\.self) {
      #expect(request.refusal(of: .handler)?.code == .scopeClosed)
    }
  }
}
