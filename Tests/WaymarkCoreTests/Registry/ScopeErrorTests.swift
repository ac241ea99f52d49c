import SharedFixtures
import Testing
import WaymarkCore

@Suite("Errors about scopes")
struct ScopeErrorTests: RouteVocabulary {
  private func text(_ problem: RouteError?) -> String? {
    problem.map { relative($0.description, fileID: "SharedFixtures/Scopes.swift", line: MailModule.line) }
  }

  @Test func `requesting an instance of an unopened scope is an error`() throws {
    let registry = try Registry { MailModule() }
    #expect(
      text(error { _ = try registry.makeDestination(to: .handler) }) == """
        SessionInbox is Scoped(to: UserSession.self), but no UserSession is open [scopeNotOpen]
            while making SessionInbox (line + 6), needed by RequestHandler (line + 10)
            To fix: use the registry of a UserSession, which opening(_:) returns and withScope(_:operation:) makes the current one
        """)
  }

  @Test func `requesting the value of an unopened scope is an error`() throws {
    let session = try Registry { MailModule() }.opening(UserSession(user: "ann"))
    #expect(
      text(error { _ = try session.makeDestination(to: .handler) }) == """
        the value of WebRequest was requested, but no WebRequest is open (open here: UserSession) [scopeNotOpen]
            while making RequestHandler (line + 10)
            To fix: use the registry of a WebRequest, which opening(_:) returns and withScope(_:operation:) makes the current one
        """)
  }

  @Test func `opening a scope outside its outer scope is an error`() async throws {
    let registry = try Registry { MailModule() }
    let problem = error { _ = try registry.opening(WebRequest(path: "/")) }
    #expect(
      text(problem) == """
        WebRequest cannot be opened here: it is enclosed by UserSession, but no UserSession is open [scopeNotOpen]
            To fix: open the WebRequest from the registry of a UserSession, which opening(_:) returns
        """)
    await #expect(throws: RouteError.self) { try await registry.withScope(WebRequest(path: "/")) {} }
  }

  @Test func `opening a scope inside itself is an error`() throws {
    let session = try Registry { MailModule() }.opening(UserSession(user: "ann"))
    let request = try session.opening(WebRequest(path: "/"))
    for registry in [session, request] {
      #expect(
        text(error { _ = try registry.opening(UserSession(user: "bob")) }) == """
          a UserSession cannot be opened inside a UserSession [scopeAlreadyOpen]
              To fix: open it from a registry in which no UserSession is open
          """)
    }
  }

  @Test func `using a closed scope is an error`() async throws {
    let session = try Registry { MailModule() }.opening(UserSession(user: "ann"))
    let router = try #require(session.router(to: .archive))
    await session.close()
    func message(_ route: String? = nil) -> String {
      (["the UserSession of this registry was closed [scopeClosed]"]
        + [route.map { "while making \($0)" }].compactMap(\.self)
        + [
          "To fix: finish the work before the scope is closed",
          "    or: open a scope for longer work, such as a streamed response, with opening(_:), and run the work in "
            + "closing(_:)",
          "    or: use the registry of another UserSession",
        ]).joined(separator: "\n    ")
    }
    #expect(
      text(error { _ = try session.makeDestination(to: .archive) }) == message("FileArchive (line + 2)"))
    #expect(text(error { _ = try session.makeDestination(to: .inbox) }) == message("SessionInbox (line + 6)"))
    #expect(text(error { _ = try router.makeDestination() }) == message("FileArchive (line + 2)"))
    #expect(text(error { _ = try session.opening(WebRequest(path: "/")) }) == message())
    #expect(error { _ = try session.makeDestination(to: .handler) }?.code == .scopeClosed)
  }

  @Test func `each error is reported once`() throws {
    let log = Log()
    let registry = try Registry {
      MailModule()
      ReportsErrors { log.append($0.code.description) }
    }
    _ = error { _ = try registry.makeDestination(to: .handler) }
    _ = error { _ = try registry.opening(WebRequest(path: "/")) }
    let session = try registry.opening(UserSession(user: "ann"))
    _ = error { _ = try session.makeDestination(to: .handler) }
    #expect(log.all == ["scopeNotOpen", "scopeNotOpen", "scopeNotOpen"])
  }
}
