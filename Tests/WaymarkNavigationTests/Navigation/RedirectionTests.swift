import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

/// The account that the interceptors of an application depend on.
@MainActor
private final class Account {
  var decision = RouteDecision.redirect(to: .login)
  /// The decision about the terms, after a redirection from a note.
  var terms = RouteDecision.proceed
  var error: (any Error)?
  /// The continuations of the interceptors that wait.
  var waiting: [CheckedContinuation<RouteDecision, Never>] = []
  var isWaiting = false
  let asked = Log()

  func decide(_ attempt: RouteAttempt) async throws -> RouteDecision {
    asked.append("\(attempt.path.kind) \(attempt.url ?? "") after \(attempt.redirectedFrom.count)")
    if let error { throw error }
    guard isWaiting else { return decision }
    return await withCheckedContinuation { waiting.append($0) }
  }
}

@MainActor
@Suite("A step that interceptors redirect")
struct RedirectionTests: RouteVocabulary {
  private let app: NavigatedApplication
  private let account = Account()
  private let navigator: Navigator
  private let note = "notes://folder/work/note/7"

  init() throws {
    let account = account
    app = try NavigatedApplication {
      try await account.decide($0)
    } aboutTerms: { _ in
      account.terms
    }
    navigator = Navigator(from: app.window, in: app.registry)
  }

  private var window: ScriptedWindow { app.window }
  /// The screens above the folder of the note.
  private var shown: [String] { Array(app.shown.drop { $0 == "home" || $0 == "folder work" }) }
  /// The numbers of screens that the presenter was asked to show above the folder and to remove.
  private var changes: [Int] {
    let counts = ["show", "remove"].map { verb in app.calls.count { $0.hasPrefix(verb) } }
    return [counts[0] - 2, counts[1]]
  }

  /// Waits until an interceptor waits.
  private func waiting() async { await app.wait { !account.waiting.isEmpty } }

  /// Waits until an interceptor waits, and resumes it.
  private func decide(_ decision: RouteDecision) async {
    await waiting()
    account.waiting.removeFirst().resume(returning: decision)
  }

  // MARK: - The same decision

  @Test(arguments: [true, false])
  func `a screen that a router was redirected to counts as the wanted step`(isLoggedIn: Bool) async throws {
    try await navigator.open("notes://folder/work")
    account.decision = .redirectToURL("notes://login/expired")
    _ = try await app.registry.open(note, .push(from: window)).finallyCompleted()
    #expect(shown == ["login expired"] && navigator.plan.steps.last?.url == note)
    if isLoggedIn { account.decision = .proceed }
    try await navigator.open(note)
    #expect(shown == [isLoggedIn ? "note 7" : "login expired"])
    #expect(changes == (isLoggedIn ? [2, 1] : [1, 0]))
  }

  @Test func `a chain of redirections with the same end keeps the screen`() async throws {
    account.decision = .redirect(to: .terms)
    account.terms = .redirect(to: .login)
    try await navigator.open(note)
    try await navigator.open(note)
    #expect(shown == ["login"] && changes == [1, 0])
    account.terms = .proceed
    try await navigator.open(note)
    #expect(shown == ["terms"] && changes == [2, 1])
    account.terms = .redirect(to: .draft)
    account.decision = .redirect(to: .terms)
    let failure = await navigatorFailure { try await navigator.open(note) }
    #expect(failure?.code == .redirectionCycle, "the draft redirects to the terms again")
    #expect(failure?.done == [] && shown == ["terms"])
  }

  @Test func `a screen that stays takes over the wanted step`() async throws {
    try await navigator.open("notes://draft/1")
    try await navigator.open("notes://draft/2")
    #expect(shown == ["login"] && app.calls.count == 2)
    #expect(!app.log.all.contains { $0.contains("gets") }, "the log-in screen has other parameters")
    #expect(navigator.plan.steps.last?.url == "notes://draft/2")
    account.decision = .proceed
    try await navigator.open("notes://draft/2")
    try await navigator.open("notes://draft/3")
    #expect(shown == ["draft 2"] && app.log.all.last == "draft 2 gets id=3")
  }

  // MARK: - Another decision

  nonisolated private static let login = RouteDecision.redirect(to: .login)
  nonisolated private static let terms = RouteDecision.redirect(to: .terms)
  nonisolated private static func url(_ url: String) -> RouteDecision { .redirectToURL("notes://\(url)") }

  /// Decisions about the note, the screens that follow, and the numbers of shown and removed screens.
  nonisolated private static let redirections: [([(RouteDecision, String)], [Int])] = [
    // The same URL keeps the screen.
    (
      [(url("login/a?from=b"), "login a"), (.redirectToURL("NOTES://login/a?from=b#top"), "login a")], [1, 0]
    ),
    // Other parameters replace the screen, and so does another URL.
    ([(url("login/a"), "login a"), (url("login/b"), "login b"), (login, "login")], [3, 2]),
    ([(login, "login"), (terms, "terms"), (terms, "terms")], [2, 1]),
    ([(login, "login"), (url("terms"), "terms"), (url("terms"), "terms")], [2, 1]),
  ]

  @Test(arguments: redirections)
  func `only a redirection to another screen replaces the first`(
    decisions: [(RouteDecision, String)], changes: [Int]
  ) async throws {
    for (decision, screen) in decisions {
      account.decision = decision
      app.log.clear()
      try await navigator.open(note)
      #expect(shown == [screen] && navigator.plan.steps.last?.url == note)
    }
    // Interceptors decide again after the log-in was asked.
    #expect(self.changes == changes && account.asked.all.count == decisions.count + changes[1])
    // A redirection to the screen that is shown isn't one more attempt.
    let isSame = decisions[decisions.count - 2].1 == decisions[decisions.count - 1].1
    #expect(app.log.all.contains("failed(redirected) nothing") == !isSame)
  }

  @Test(arguments: [true, false], [false, true])
  func `a refusal changes nothing and reaches the caller`(throwing isThrowing: Bool, isLoggedIn: Bool)
    async throws
  {
    if isLoggedIn { account.decision = .proceed }
    try await navigator.open(note)
    account.decision = .refuse(Failure(description: "locked"))
    account.error = isThrowing ? Failure(description: "locked") : nil
    app.log.clear()
    let failure = await navigatorFailure { try await navigator.open(note) }
    #expect(failure?.code == .refused && failure?.error.underlying is Failure)
    #expect(failure?.done == [] && account.asked.all.count == 2)
    #expect(shown == [isLoggedIn ? "note 7" : "login"])
    #expect(app.log.all == ["failed(refused) nothing"])
  }

  @Test func `a configuration that fails ends the change, like a refusal`() async throws {
    let (account, failing) = (account, Log())
    let registry = try app.registry.extending {
      Route(NamedScreen.self, configuration: EditorConfiguration.init) {
        ViewModule<any EditorModuleConfig>()
        URLPattern("notes://configured")
        Intercepts { try await account.decide($0) }
      } make: { _, _ in
        NamedScreen("configured")
      } open: { _, _ in
        guard !failing.all.isEmpty else { return }
        failing.clear()
        throw Failure(description: "no note")
      }
    }
    let navigator = Navigator(from: window, in: registry)
    try await navigator.open("notes://configured")
    #expect(shown == ["login"] && account.asked.all.count == 1)
    failing.append("next")
    let failure = await navigatorFailure { try await navigator.open("notes://configured") }
    #expect(failure?.error.underlying is Failure && shown == ["login"] && account.asked.all.count == 1)
  }

  @Test func `changes assume the same decision`() async throws {
    try await navigator.open(note)
    account.decision = .proceed
    let changes = try navigator.changes(to: app.registry.plan(for: note))
    #expect(changes.isEmpty && account.asked.all.count == 1)
    try await navigator.apply(changes)
    #expect(shown == ["note 7"])
  }

  // MARK: - Decisions that take time

  @Test func `a later change replaces one that waits for an interceptor`() async throws {
    let navigator = Navigator(from: window, in: app.registry, whileBusy: .replace)
    try await navigator.open(note)
    account.isWaiting = true
    let first = Task { try await navigator.open(note) }
    await waiting()
    account.isWaiting = false
    account.decision = .proceed
    let second = Task { try await navigator.open(note) }
    await letOthersProceed()
    await decide(.redirect(to: .terms))
    #expect(await navigatorFailure { try await first.value }?.code == .superseded)
    try await inTime { try await second.value }
    #expect(shown == ["note 7"] && changes == [2, 1])
  }

  @Test func `a screen that the user removes during the decision is shown again`() async throws {
    try await navigator.open(note)
    account.isWaiting = true
    let call = Task { try await navigator.open(note) }
    await waiting()
    window.presenter.swipeBack()
    await decide(.redirect(to: .login))
    try await inTime { try await call.value }
    #expect(shown == ["login"] && account.asked.all.count == 2)
  }

  @Test(arguments: [Navigator.BusyPolicy.wait, .replace])
  func `an interceptor that is asked again can't wait for its navigator`(policy: Navigator.BusyPolicy)
    async throws
  {
    let own = OwnNavigator()
    let registry = try app.registry.extending {
      Intercepts { attempt in
        if attempt.url == "notes://folder/work/note/7" { await own.open("notes://home") }
        return .proceed
      }
    }
    let navigator = Navigator(from: window, in: registry, whileBusy: policy)
    try await navigator.open(note)
    own.navigator = navigator
    try await inTime { try await navigator.open(note) }
    #expect(
      own.failure?.error.description == """
        a closure that decides about a change of the navigator waits for another change of the same navigator [busy]
            To fix: make the other change in a task that the closure does not await
                or: return .redirectToURL(_:) or .redirect(to:), if the closure is an interceptor
        """)
    #expect(shown == ["login"])
  }

  // MARK: - Restoring

  @Test(arguments: [true, false])
  func `restoring asks again`(isLoggedIn: Bool) async throws {
    window.presenter.tabs = ["inbox", "library"]
    try await navigator.open(note)
    let plans = navigator.plans
    if isLoggedIn { account.decision = .proceed }
    try await navigator.select(tab: "library")
    try await navigator.open("notes://home")
    try await navigator.restore(plans)
    #expect(navigator.selectedTab == "inbox")
    #expect(navigator.screens.map(\.url) == ["notes://home", "notes://folder/work", note])
    #expect(shown == (isLoggedIn ? ["note 7"] : ["login"]))
  }
}
