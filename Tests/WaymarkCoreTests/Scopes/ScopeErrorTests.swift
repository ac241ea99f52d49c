import SharedFixtures
import Testing
import WaymarkCore
import WaymarkRuntime

private struct InnerPage: RouteScope { typealias Outer = Visit }
extension RoutableService<Int> { fileprivate static var windowNumber: Self { declared() } }

@Suite("Errors about scopes")
struct ScopeErrorTests: RouteVocabulary {
  private func text(_ problem: RouteError?) -> String? {
    problem.map { relative($0.description, fileID: "SharedFixtures/Scopes.swift", line: MailModule.line) }
  }

  @Test func `requesting an instance or the value of an unopened scope is an error`() throws {
    let registry = try Registry { MailModule() }
    #expect(
      text(error { _ = try registry.makeDestination(to: .handler) }) == """
        SessionInbox is Scoped(to: UserSession.self), but no UserSession is open [scopeNotOpen]
            while making SessionInbox (line + 6), needed by RequestHandler (line + 10)
            To fix: add .scope(UserSession(…)), after .registry, to the test or its suite
                or: use the registry of a UserSession, which opening(_:) returns and withScope(_:operation:) makes the current one
                or: open the scope of longer work, such as a streamed response, with opening(_:), and run the work in closing(_:)
        """)
    let session = try registry.opening(UserSession(user: "ann"))
    let value = error { _ = try session.makeDestination(to: .handler) }
    #expect(value?.code == .scopeNotOpen && value?.path.map(\.destination) == ["RequestHandler"])
    #expect(
      value?.message
        == "the value of WebRequest was requested, but no WebRequest is open (open here: UserSession)")
    #expect(value?.remedy?.hasPrefix("add .scope(WebRequest(…)), after .registry, to the test") == true)
    let outside = TestingLibrary.$isLoaded.withValue(false) { error { _ = try registry(.handler) } }
    #expect(outside?.remedy?.hasPrefix("use the registry of a UserSession, ") == true)
  }

  @Test func `a singleton's request of a scope's instance is explained`() throws {
    let registry = try Registry {
      MailModule()
      kept({ (routes: Resolver) in try routes(.inbox).user.count }, Service(.windowNumber))
    }
    let session = try registry.opening(UserSession(user: "ann"))
    #expect(
      error { _ = try session(.windowNumber) }?.remedy == """
        add Scoped(to: UserSession.self) to Route(Int) in place of Singleton()
        let its callers pass the values of the scope
        request Registry.current(.inbox) where it is used, while a UserSession is open
        """)
  }

  @Test func `opening a scope outside its outer scope is an error`() async throws {
    let registry = try Registry { MailModule() }
    let problem = error { _ = try registry.opening(WebRequest(path: "/")) }
    #expect(
      text(problem) == """
        WebRequest cannot be opened here: it is enclosed by UserSession, but no UserSession is open [scopeNotOpen]
            To fix: write .scope(UserSession(…)) before .scope(WebRequest(…)) in the traits of a test
                or: open the WebRequest from the registry of a UserSession, which opening(_:) returns
        """)
    await #expect(throws: RouteError.self) { try await registry.withScope(WebRequest(path: "/")) {} }
  }

  @Test func `a scope that another one has left is explained`() async throws {
    let registry = try Registry { VisitModule() }
    let visit = try registry.opening(Visit(path: "/"))
    let login = try visit.opening(Login(user: "ann"))
    #expect(login.scope(Visit.self) == nil)
    let problem = error { _ = try login(.visitorGreeting) }
    #expect(
      problem?.message
        == "the value of Visit was requested, but the Login was opened from the registry of a Visit, "
        + "and is not inside it")
    #expect(
      problem?.remedy == """
        open the Login first, and then the Visit inside it
        use the registry of a Visit, which opening(_:) returns and withScope(_:operation:) makes the current one
        open the scope of longer work, such as a streamed response, with opening(_:), and run the work in closing(_:)
        """)
    let path = try await login.withScope(Visit(path: "/inner")) {
      try Registry.current(.visitorGreeting).visit.path
    }
    #expect(path == "/inner")
    let page = error { _ = try login.opening(InnerPage()) }
    #expect(
      page.map { "\($0)" } == """
        InnerPage cannot be opened here: it is enclosed by Visit, but the Login was opened from the registry of a \
        Visit, and is not inside it [scopeNotOpen]
            To fix: write .scope(Visit(…)) before .scope(InnerPage(…)) in the traits of a test
                or: open the InnerPage from the registry of a Visit, which opening(_:) returns
        """)
  }

  @Test func `an instance of a scope beside the open one is explained`() throws {
    let registry = try Registry {
      scoped({ AppWindow(number: 1).number }, Service(.windowNumber), to: AppWindow.self)
    }
    let session = try registry.opening(AppWindow(number: 1)).opening(UserSession(user: "ann"))
    let problem = error { _ = try session(.windowNumber) }
    #expect(
      problem?.message
        == "Int is Scoped(to: AppWindow.self), but the UserSession was opened from the registry of an "
        + "AppWindow, and is not inside it")
    #expect(problem?.remedy?.contains("\nuse the registry of an AppWindow, ") == true)
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
    #expect(
      text(error { _ = try session.makeDestination(to: .archive) }) == """
        the UserSession of this registry was closed [scopeClosed]
            while making FileArchive (line + 2)
            To fix: finish the work before the scope is closed
                or: open a scope for longer work, such as a streamed response, with opening(_:), and run the work in closing(_:)
                or: use the registry of another UserSession
        """)
    func check(_ body: () throws -> Void, _ path: [String], line: Int = #line) {
      let problem = error(of: body)
      #expect(problem?.code == .scopeClosed && problem?.path.map(\.destination) == path, "line \(line)")
    }
    check({ _ = try session.makeDestination(to: .inbox) }, ["SessionInbox"])
    check({ _ = try router.makeDestination() }, ["FileArchive"])
    check({ _ = try session.opening(WebRequest(path: "/")) }, [])
    // A scope around the closed one stays open.
    let around = try Registry { MailModule() }.opening(UserSession(user: "bob"))
    let request = try around.opening(WebRequest(path: "/"))
    await request.close()
    check({ _ = try request.opening(WebRequest(path: "/2")) }, [])
    check({ _ = try request.opening(AppWindow(number: 1)) }, [])
    _ = try around.opening(WebRequest(path: "/2"))
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
