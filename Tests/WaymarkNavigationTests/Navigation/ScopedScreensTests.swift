import SharedFixtures
import Testing
import Waymark
import WaymarkTesting

/// A screen with the user whose scope has made it.
@MainActor private final class UserScreen {
  let user: String
  init(_ user: String) { self.user = user }
  init(session: UserSession) { user = session.user }
}

private final class Mailbox: Sendable {
  let user: String
  init(session: UserSession) { user = session.user }
}

extension RoutableService<Mailbox> { fileprivate static var mailbox: Self { declared() } }
extension RoutableView<UserScreen> {
  fileprivate static var kept: Self { declared() }
  fileprivate static var direct: Self { declared() }
  fileprivate static var indirect: Self { declared() }
  fileprivate static var resolving: Self { declared() }
  fileprivate static var optional: Self { declared() }
  fileprivate static var welcome: Self { declared() }
  fileprivate static var page: Self { declared() }
  fileprivate static var shared: Self { declared() }
  fileprivate static var extra: Self { declared() }
}

private struct MailModule: RouteModule {
  var decide: @MainActor @Sendable () -> RouteDecision = { .proceed }

  var routes: Routes {
    Route(Mailbox.init(session:)) { Service(.mailbox) }
    Route(UserScreen.init(session:)) {
      View(.kept)
      Scoped(to: UserSession.self)
      URLPattern("mail://kept")
      Intercepts(immediately: { [decide] _ in decide() })
    }
    Route(UserScreen.init(session:)) {
      View(.direct)
      URLPattern("mail://direct")
    }
    Route({ @MainActor (mailbox: Mailbox) in UserScreen(mailbox.user) }) {
      View(.indirect)
      URLPattern("mail://indirect")
    }
    Route(UserScreen.self) {
      View(.resolving)
      URLPattern("mail://resolving")
    } make: { resolver in
      UserScreen(try resolver(.mailbox).user)
    }
    Route({ @MainActor (session: UserSession?) in UserScreen(session?.user ?? "nobody") }) {
      View(.optional)
      URLPattern("mail://optional")
    }
    Route({ @MainActor (mailbox: DestinationServiceRouter<Mailbox>) in UserScreen("all") }) {
      View(.welcome)
      URLPattern("mail://welcome")
    }
    Route({ @MainActor in UserScreen("page") }) {
      View(.page)
      URLPattern("mail://page")
    }
    Route({ @MainActor in UserScreen("shared") }) {
      View(.shared)
      URLPattern("mail://shared")
      Singleton()
    }
  }
}

@MainActor
@Suite("Screens and links of scopes")
struct ScopedScreensTests {
  private let window = RecordingWindow()
  private let application: Registry

  init() throws { application = try Registry { MailModule() } }

  nonisolated private static let scopedURLs = ["mail://kept", "mail://direct", "mail://indirect"]

  private var shown: [String] { window.shown.compactMap { ($0 as? UserScreen)?.user } }

  private func session(_ user: String) throws -> Registry {
    try application.opening(UserSession(user: user))
  }

  /// Opens a URL with a navigator of its own, which follows the earlier screens of the window.
  private func open(_ url: String, in registry: Registry) async throws {
    try await Navigator(from: window, in: registry).open(url)
  }

  /// Returns whether a registry keeps the topmost screen for a URL.
  private func keeps(_ url: String, in registry: Registry) throws -> Bool {
    try Navigator(from: window, in: registry).changes(to: registry.plan(for: url)).isEmpty
  }

  // MARK: - Keeping screens

  @Test(arguments: scopedURLs + ["mail://resolving", "mail://optional"], [true, false])
  func `a link shows the screen of the new user`(_ url: String, isClosed: Bool) async throws {
    let (ann, bob) = (try session("ann"), try session("bob"))
    try await open(url, in: ann)
    #expect(shown == ["ann"])
    if isClosed { await ann.close() }
    try await open(url, in: bob)
    #expect(shown == ["bob"])
  }

  /// Without a session, beside another's open session, or after its end.
  @Test(arguments: scopedURLs, ["none", "open", "closed"])
  func `a link to a user's screen changes nothing without a user`(_ url: String, session: String) async throws
  {
    let ann = try self.session("ann")
    if session == "none" {
      try await open("mail://page", in: application)
    } else {
      try await open(url, in: ann)
    }
    let before = shown
    if session == "closed" { await ann.close() }
    let failure = await navigatorFailure { try await open(url, in: application) }
    #expect(failure?.done == [] && shown == before)
    let expected = error { _ = try application.makeDestination(for: url) }
    #expect(failure?.code == .scopeNotOpen && failure?.error.description == expected?.description)
  }

  @Test func `a screen stays if its scopes stay open or it needs none`() async throws {
    let ann = try session("ann")
    try await open("mail://page", in: application)
    #expect(try keeps("mail://page", in: ann))
    try await open("mail://direct", in: ann)
    #expect(try keeps("mail://direct", in: ann.opening(WebRequest(path: "/"))))
    let request = try ann.opening(WebRequest(path: "/"))
    try await open("mail://indirect", in: request)
    #expect(try keeps("mail://indirect", in: ann))
    try await open("mail://page", in: request)
    #expect(try keeps("mail://page", in: ann) && keeps("mail://page", in: application))
    await request.close()
    #expect(try !keeps("mail://page", in: ann))
  }

  @Test(arguments: [true, false])
  func `an extension of a scope is the same scope`(isShownByExtension: Bool) async throws {
    let ann = try session("ann")
    let extended = try ann.extending { Route({ @MainActor in UserScreen("extra") }) { View(.extra) } }
    try await open("mail://direct", in: isShownByExtension ? extended : ann)
    #expect(try keeps("mail://direct", in: isShownByExtension ? ann : extended))
    #expect(try keeps("mail://direct", in: extended.extending {}))
    #expect(try !keeps("mail://direct", in: session("ann")))
  }

  @Test func `a change in a closed scope changes nothing`() async throws {
    let ann = try session("ann")
    try await open("mail://page", in: ann)
    await ann.close()
    let failure = await navigatorFailure { try await open("mail://welcome", in: ann) }
    #expect(failure?.code == .scopeClosed && failure?.done == [] && shown == ["page"])
    #expect(
      failure?.error.remedy?.contains("\ncreate another Navigator with a registry of open scopes")
        == true)
    // Nothing has to be made for a screen that stays.
    try await open("mail://page", in: ann)
    #expect(shown == ["page"])
  }

  // MARK: - Links to scopes that aren't open

  @Test func `a received link waits for its scope without a change`() async throws {
    let failures = Log()
    let navigator = Navigator(from: window, in: application)
    navigator.onFailure = { failures.append("\($0) \($1.code) \($1.done)") }
    try await navigator.open("mail://page")
    for attempt in 1...2 {
      if attempt == 1 { navigator.receive("mail://kept") } else { navigator.retry() }
      await letOthersProceed(100)
      #expect(shown == ["page"] && navigator.receivedURLs == ["mail://kept"] && window.entries.count == 1)
      #expect(failures.all == Array(repeating: "mail://kept scopeNotOpen []", count: attempt))
    }
  }

  @Test(arguments: ["mail://optional", "mail://welcome"])
  func `a link to a screen that doesn't need the scope yet is shown`(_ url: String) async throws {
    try await open("mail://page", in: application)
    try await open(url, in: application)
    #expect(shown == [url == "mail://optional" ? "nobody" : "all"])
  }

  @Test func `an interceptor decides before the scope has to be open`() async throws {
    let registry = try Registry { MailModule(decide: { .redirect(to: .page) }) }
    try await open("mail://welcome", in: registry)
    try await open("mail://kept", in: registry)
    #expect(shown == ["page"])
  }

  @Test func `a plan with a kept view in two steps, or a link to one in another window, changes nothing`()
    async throws
  {
    try await open("mail://page", in: application)
    let navigator = Navigator(from: window, in: application)
    let shared = try application.plan(for: "mail://shared").steps
    let twice = await navigatorFailure { [plan = RoutePlan(steps: shared + shared)] in
      try await navigator.apply(navigator.changes(to: plan))
    }
    let other = RecordingWindow()
    let active = try application.perform(to: .shared, path: .push(from: other))
    let elsewhere = await navigatorFailure { try await open("mail://shared", in: application) }
    for failure in [twice, elsewhere] { #expect(failure?.code == .alreadyShown && failure?.done == []) }
    #expect(shown == ["page"])
    try active.remove()
    try await open("mail://shared", in: application)
    #expect(shown == ["shared"])
  }

  @Test func `a kept view that the change removes can be shown again`() async throws {
    let window = RecordingWindow(tabs: ["inbox", "library"])
    let navigator = Navigator(from: window, in: application)
    try application.perform(to: .page, path: .push(from: window))
    try application.perform(to: .shared, path: .push(from: window))
    try await navigator.open("mail://shared")
    #expect(window.shown(inTab: "inbox").count == 1)
    try await navigator.select(tab: "library")
    try await navigator.open("mail://page")
    let failure = await navigatorFailure { try await navigator.open("mail://shared") }
    #expect(failure?.code == .alreadyShown && failure?.done == [] && window.shown.count == 2)
    // A restoration removes the view from the selected tab before it shows the view in another one.
    try await navigator.select(tab: "inbox")
    let page = try application.plan(for: "mail://page").steps
    let shared = try application.plan(for: "mail://shared")
    try await navigator.restore(["inbox": RoutePlan(steps: [.tab("inbox")] + page), "library": shared])
    let users = ["inbox", "library"].map { (window.shown(inTab: $0).first as? UserScreen)?.user }
    #expect(users == ["page", "shared"])
  }
}
