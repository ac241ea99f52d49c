import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

@MainActor private protocol TermsInput: AnyObject {}
@MainActor private protocol DraftInput: AnyObject {}

extension NamedScreen: TermsInput, DraftInput {}

extension RoutableView<any TermsInput> { fileprivate static var terms: Self { declared() } }
extension RoutableView<any DraftInput> { fileprivate static var draft: Self { declared() } }

/// The account of an application, on which its interceptors depend.
@MainActor
private final class Account {
  var decision = RouteDecision.redirect(to: .login)
  /// The decision about the terms, to which the decision about a note may redirect.
  var terms = RouteDecision.proceed
  var error: (any Error)?
  /// The continuations of the interceptors that wait.
  var waiting: [CheckedContinuation<RouteDecision, Never>] = []
  var isWaiting = false
  var isLoginEdited = false
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
  private let window = ScriptedWindow()
  private let account = Account()
  private let events = Log()
  private let registry: Registry
  private let navigator: Navigator
  private let note = "notes://note/7"

  init() throws {
    let (account, events) = (account, events)
    registry = try Registry {
      Observes { events.append("\($0.phase.word) \($0.url ?? "none")") }
      Route(NamedScreen.self) {
        View(.home)
        URLPattern("notes://home")
      } make: {
        NamedScreen("home")
      }
      Route(NamedScreen.self) {
        View(.login)
        URLPattern("notes://login/:reason")
        Leaves { _ in account.isLoginEdited ? .stay : .proceed }
      } make: { routes in
        NamedScreen("login\(routes.parameters.map { " \($0["reason"] ?? "")" } ?? "")")
      }
      Route(NamedScreen.self) {
        View(.terms)
        URLPattern("notes://terms")
        Intercepts { _ in account.terms }
      } make: {
        NamedScreen("terms")
      }
      Route(NamedScreen.self) {
        View(.draft)
        URLPattern("notes://draft/:id", through: "notes://home")
        Intercepts { try await account.decide($0) }
        Reuses(.always) { draft, parameters in events.append("\(draft.name) gets \(parameters)") }
      } make: { routes in
        NamedScreen("draft \(routes.parameters?["id"] ?? "")")
      }
      Route(NamedScreen.self) {
        RoutableView<any PreviewInput>.as { $0 }
        URLPattern("notes://note/:id", through: "notes://home")
        Intercepts { try await account.decide($0) }
      } make: { routes in
        NamedScreen("note \(routes.parameters?["id"] ?? "")")
      }
    }
    navigator = Navigator(from: window, in: registry)
  }

  private var shown: [String] {
    window.presenter.shown.compactMap { ($0.destination as? NamedScreen)?.name }
  }
  /// The numbers of screens that the presenter was asked to show and to remove.
  private var changes: [Int] {
    ["show", "remove"].map { verb in window.presenter.calls.count { $0.hasPrefix(verb) } }
  }

  /// Opens the note, and returns the failure, if any.
  private func opening(with other: Navigator? = nil) async -> Navigator.Failure? {
    do throws(Navigator.Failure) {
      try await (other ?? navigator).open(note)
      return nil
    } catch {
      return error
    }
  }

  /// Waits until a number of interceptors wait.
  private func waiting(_ count: Int) async {
    for _ in 0..<10_000 where account.waiting.count < count { await Task.yield() }
  }

  // MARK: - The same decision

  @Test func `a double tap shows one log-in screen`() async throws {
    try await navigator.open(note)
    events.clear()
    try await navigator.open(note)
    #expect(shown == ["home", "login"] && changes == [2, 0] && events.all.isEmpty)
    #expect(account.asked.all == Array(repeating: "push notes://note/7 after 0", count: 2))
    #expect(navigator.plan.steps.map(\.url) == ["notes://home", note])
  }

  @Test(arguments: [true, false])
  func `a screen that a router was redirected to counts as the wanted step`(isLoggedIn: Bool) async throws {
    try await navigator.open("notes://home")
    account.decision = .redirectToURL("notes://login/expired")
    _ = try await registry.open(note, .push(from: window)).finallyCompleted()
    #expect(shown == ["home", "login expired"] && navigator.plan.steps.map(\.url) == ["notes://home", note])
    if isLoggedIn { account.decision = .proceed }
    try await navigator.open(note)
    #expect(shown == ["home", isLoggedIn ? "note 7" : "login expired"])
    #expect(changes == (isLoggedIn ? [3, 1] : [2, 0]))
  }

  @Test func `a redirection to the same URL keeps the screen`() async throws {
    account.decision = .redirectToURL("notes://login/expired?from=note")
    try await navigator.open(note)
    account.decision = .redirectToURL("NOTES://login/expired?from=note#top")
    try await navigator.open(note)
    #expect(shown == ["home", "login expired"] && changes == [2, 0])
  }

  @Test func `a chain of redirections with the same end keeps the screen`() async throws {
    account.decision = .redirect(to: .terms)
    account.terms = .redirect(to: .login)
    try await navigator.open(note)
    try await navigator.open(note)
    #expect(shown == ["home", "login"] && changes == [2, 0])
    account.terms = .proceed
    try await navigator.open(note)
    #expect(shown == ["home", "terms"] && changes == [3, 1])
    account.terms = .redirect(to: .draft)
    account.decision = .redirect(to: .terms)
    let failure = await opening()
    #expect(failure?.code == .redirectionCycle, "the draft redirects to the terms again")
    #expect(failure?.done == [] && shown == ["home", "terms"])
  }

  @Test func `a screen that stays takes over the wanted step`() async throws {
    try await navigator.open("notes://draft/1")
    try await navigator.open("notes://draft/2")
    #expect(shown == ["home", "login"] && changes == [2, 0])
    #expect(!events.all.contains { $0.contains("gets") }, "the log-in screen has other parameters")
    #expect(navigator.plan.steps.last?.url == "notes://draft/2")
    account.decision = .proceed
    try await navigator.open("notes://draft/2")
    try await navigator.open("notes://draft/3")
    #expect(shown == ["home", "draft 2"] && events.all.last == "draft 2 gets id=3")
  }

  // MARK: - Another decision

  @Test func `opening the URL again after the log-in shows the screen`() async throws {
    try await navigator.open(note)
    account.decision = .proceed
    events.clear()
    let opening = Task { try await navigator.open(note) }
    try await inTime { try await opening.value }
    #expect(shown == ["home", "note 7"] && changes == [3, 1] && account.asked.all.count == 2)
    #expect(
      events.all == [
        "willRemove none", "didRemove none", "willPerform notes://note/7", "didPerform notes://note/7",
      ])
    try await navigator.open(note)
    #expect(changes == [3, 1] && account.asked.all.count == 3, "the screen that stays is asked about, too")
  }

  @Test func `screens above a redirected step go with it`() async throws {
    try await navigator.open(note)
    try registry.perform(to: .terms, path: .sheet(from: window))
    for _ in 0..<10_000 where shown.count < 3 { await Task.yield() }
    account.decision = .proceed
    try await navigator.open(note)
    #expect(shown == ["home", "note 7"] && changes == [4, 2])
  }

  @Test(arguments: [
    RouteDecision.redirect(to: .terms), .redirectToURL("notes://terms"),
  ])
  func `a redirection to another screen replaces the first`(decision: RouteDecision) async throws {
    try await navigator.open(note)
    account.decision = decision
    events.clear()
    try await navigator.open(note)
    #expect(shown == ["home", "terms"] && changes == [3, 1] && account.asked.all.count == 2)
    #expect(events.all.contains("failed(redirected) notes://note/7"))
    #expect(navigator.plan.steps.last?.url == note)
    try await navigator.open(note)
    #expect(shown == ["home", "terms"] && changes == [3, 1])
  }

  @Test func `a redirection to a URL with other parameters replaces the screen`() async throws {
    for reason in ["expired", "locked"] {
      account.decision = .redirectToURL("notes://login/\(reason)")
      try await navigator.open(note)
      #expect(shown == ["home", "login \(reason)"])
    }
    #expect(changes == [3, 1])
    account.decision = .redirect(to: .login)
    try await navigator.open(note)
    #expect(shown == ["home", "login"], "the URL is a parameter, too")
  }

  @Test(arguments: [true, false])
  func `a refusal changes nothing and reaches the caller`(throwing isThrowing: Bool) async throws {
    try await navigator.open(note)
    account.decision = .refuse(Failure(description: "locked"))
    account.error = isThrowing ? Failure(description: "locked") : nil
    events.clear()
    let failure = await opening()
    #expect(failure?.code == .refused && failure?.error.underlying is Failure && shown == ["home", "login"])
    #expect(failure?.done == [] && account.asked.all.count == 2)
    #expect(events.all == ["failed(refused) notes://note/7"])
  }

  @Test func `a configuration that fails ends the change, like a refusal`() async throws {
    let (account, failing) = (account, Log())
    let registry = try registry.extending {
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
    let failure = await #expect(throws: Navigator.Failure.self) {
      try await navigator.open("notes://configured")
    }
    #expect(failure?.error.underlying is Failure && shown == ["login"] && account.asked.all.count == 1)
  }

  @Test func `a screen that stays prevents another decision`() async throws {
    try await navigator.open(note)
    account.isLoginEdited = true
    try await navigator.open(note)
    account.decision = .proceed
    let failure = await opening()
    #expect(failure?.code == .stayed && shown == ["home", "login"])
    try await navigator.apply(navigator.changes(to: registry.plan(for: note)), asking: false)
    #expect(shown == ["home", "note 7"])
  }

  @Test func `changes assume the same decision`() async throws {
    try await navigator.open(note)
    account.decision = .proceed
    let changes = try navigator.changes(to: registry.plan(for: note))
    #expect(changes.isEmpty && account.asked.all.count == 1)
    try await navigator.apply(changes)
    #expect(shown == ["home", "note 7"])
  }

  // MARK: - Decisions that take time

  @Test func `two calls with a waiting interceptor show one screen`() async throws {
    account.isWaiting = true
    let calls = (0..<2).map { _ in Task { try await navigator.open(note) } }
    await waiting(1)
    account.waiting.removeFirst().resume(returning: .redirect(to: .login))
    await waiting(1)
    #expect(shown == ["home", "login"])
    account.waiting.removeFirst().resume(returning: .redirect(to: .login))
    for call in calls { try await inTime { try await call.value } }
    #expect(shown == ["home", "login"] && changes == [2, 0] && account.asked.all.count == 2)
  }

  @Test func `the second of two calls replaces the screen of the first`() async throws {
    account.isWaiting = true
    let calls = (0..<2).map { _ in Task { try await navigator.open(note) } }
    for decision in [RouteDecision.redirect(to: .login), .proceed] {
      await waiting(1)
      account.waiting.removeFirst().resume(returning: decision)
    }
    for call in calls { try await inTime { try await call.value } }
    #expect(shown == ["home", "note 7"] && changes == [3, 1])
  }

  @Test func `a canceled change removes nothing`() async throws {
    try await navigator.open(note)
    account.isWaiting = true
    let call = Task { await opening() }
    await waiting(1)
    call.cancel()
    account.waiting.removeFirst().resume(returning: .proceed)
    let failure = try await inTime { await call.value }
    #expect(failure?.isCancellation == true && shown == ["home", "login"])
  }

  @Test func `a later change replaces one that waits for an interceptor`() async throws {
    let navigator = Navigator(from: window, in: registry, whileBusy: .replace)
    try await navigator.open(note)
    account.isWaiting = true
    let first = Task { await opening(with: navigator) }
    await waiting(1)
    account.isWaiting = false
    account.decision = .proceed
    let second = Task { try await navigator.open(note) }
    for _ in 0..<100 { await Task.yield() }
    account.waiting.removeFirst().resume(returning: .redirect(to: .terms))
    #expect(try await inTime { await first.value }?.code == .superseded)
    try await inTime { try await second.value }
    #expect(shown == ["home", "note 7"] && changes == [3, 1])
  }

  @Test func `a screen that the user removes during the decision is shown again`() async throws {
    try await navigator.open(note)
    account.isWaiting = true
    let call = Task { try await navigator.open(note) }
    await waiting(1)
    window.presenter.swipeBack()
    account.waiting.removeFirst().resume(returning: .redirect(to: .login))
    try await inTime { try await call.value }
    #expect(shown == ["home", "login"] && account.asked.all.count == 2)
  }

  @Test func `an interceptor that is asked again can't wait for its navigator`() async throws {
    let own = OwnCode()
    let registry = try registry.extending {
      Intercepts { attempt in
        if attempt.url == "notes://note/7" { await own.open() }
        return .proceed
      }
    }
    let navigator = Navigator(from: window, in: registry)
    try await navigator.open(note)
    own.navigator = navigator
    try await inTime { try await navigator.open(note) }
    #expect(own.code == .busy && shown == ["home", "login"])
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
    #expect(navigator.screens.map(\.url) == ["notes://home", note])
    #expect(shown == (isLoggedIn ? ["home", "note 7"] : ["home", "login"]))
  }
}

@MainActor private final class OwnCode {
  var navigator: Navigator?
  var code: RouteError.Code?

  /// Opens the home screen with the navigator.
  func open() async {
    do {
      try await navigator?.open("notes://home")
    } catch {
      code = error.code
    }
  }
}
