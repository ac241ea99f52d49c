import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Scopes that are open after a stop")
struct OpenScopesTests: RouteVocabulary {
  private let log = Log()

  private func application(name: String? = nil, stopping: @escaping @Sendable () async -> Void = {})
    throws(RegistryError) -> Registry
  {
    try Registry(name: name) {
      ReportsErrors { [log] error in log.append("\(error)") }
      live(DiskStorage.init, .storage, stopping: { _ in await stopping() })
      MailModule()
    }
  }

  private func place(_ line: Int) -> String { "(WaymarkCoreTests/OpenScopesTests.swift:\(line))" }

  @Test func `a stop reports the open scopes with their locations`() async throws {
    let application = try application()
    try await application.start()
    let sessions = try ["ann", "bob"].map { try application.opening(UserSession(user: $0)) }
    let line = #line - 1
    let request = try sessions[0].opening(WebRequest(path: "/"))
    let closed = try sessions[1].opening(WebRequest(path: "/"))
    await closed.close()
    await application.stop()
    #expect(
      log.all == [
        """
        this registry was stopped, but scopes that can use the stopped instances are open: 2 × UserSession \
        \(place(line)), WebRequest \(place(line + 2)) [scopeStillOpen]
            To fix: close the scopes before: finish withScope(_:operation:) and closing(_:), and call close() after opening(_:)
                or: call closeAll() of a ScopeCache before, for example in Stopping of a route that provides the cache
        """
      ])
    // The next stop has nothing to stop.
    await application.stop()
    #expect(log.all.count == 1)
    withExtendedLifetime(request) {}
  }

  @Test func `a stop reports nothing after the end of the scopes`() async throws {
    let application = try application()
    try await application.run {
      var session: Registry? = try application.opening(UserSession(user: "ann"))
      #expect(session?.scope(UserSession.self) != nil)
      session = nil
      try await application.withScope(UserSession(user: "bob")) {
        try await Registry.current.withScope(WebRequest(path: "/")) {}
      }
      await #expect(throws: CancellationError.self) {
        try await application.withScope(UserSession(user: "eve")) { throw CancellationError() }
      }
    }
    #expect(log.all.isEmpty)
    #expect(application.openScopes?.withLock(\.entries).isEmpty == true)
  }

  @Test func `the end of run reports an operation that goes on`() async throws {
    let application = try application(name: "shop")
    let (stream, end) = AsyncStream<Never>.makeStream()
    var operation: Task<Void, any Error>?
    let line = #line + 4
    let thrown = await failure {
      try await application.run {
        operation = Task {
          try await application.withScope(UserSession(user: "ann")) {
            for await _ in stream {}
          }
        }
        while application.openScopes?.withLock(\.entries).isEmpty != false { await Task.yield() }
        throw CancellationError()
      }
    }
    #expect(thrown is CancellationError)
    let start = """
      the registry "shop" was stopped, but scopes that can use the stopped instances are open: UserSession \
      \(place(line)) [scopeStillOpen]
      """
    #expect(log.all.count == 1 && log.all[0].hasPrefix(start), "\(log.all)")
    end.finish()
    try await operation?.value
  }

  @Test func `a scope that closes during the stop isn't reported`() async throws {
    let session = Log()
    let closing = AsyncStream<Registry>.makeStream()
    let application = try application {
      for await registry in closing.stream {
        await registry.close()
        session.append("closed")
      }
    }
    try await application.start()
    closing.continuation.yield(try application.opening(UserSession(user: "ann")))
    closing.continuation.finish()
    await application.stop()
    #expect(session.all == ["closed"] && log.all.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a stop of a base or of its extension reports each scope once`(stopsBase: Bool) async throws {
    let base = try application()
    let extended = try base.extending { Route(SystemTime.init) { Service(.time) } }
    let scopes = [
      try base.opening(UserSession(user: "ann")), try extended.opening(UserSession(user: "bob")),
    ]
    let line = #line - 2
    try await extended.start()
    await (stopsBase ? base : extended).stop()
    #expect(log.all.count == 2, "\(log.all)")
    #expect(log.all.allSatisfy { $0.contains("open: UserSession \(place(line)) [") }, "\(log.all)")
    withExtendedLifetime(scopes) {}
  }

  @Test func `a stop of a scope reports only the scopes inside it`() async throws {
    let application = try Registry {
      ReportsErrors { [log] error in log.append("\(error)") }
      live(DiskStorage.init, .storage, in: UserSession.self)
      MailModule()
    }
    let sessions = try ["ann", "bob"].map { try application.opening(UserSession(user: $0)) }
    let requests = try sessions.map { try $0.opening(WebRequest(path: "/")) }
    let line = #line - 1
    try await sessions[0].start()
    await sessions[0].stop()
    let start = """
      the registry of a UserSession was stopped, but scopes that can use the stopped instances are open: WebRequest \
      \(place(line)) [
      """
    #expect(log.all.count == 1 && log.all[0].hasPrefix(start), "\(log.all)")
    withExtendedLifetime(requests) {}
  }
}
