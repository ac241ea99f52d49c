import SharedFixtures
import Testing
import Waymark
import WaymarkTesting

@MainActor private final class Login {}
@MainActor private final class Inbox {}
@MainActor private final class Message {}
@MainActor private final class Settings {}

extension RoutableView<Login> { fileprivate static var safeLogin: Self { declared() } }
extension RoutableView<Inbox> { fileprivate static var safeInbox: Self { declared() } }
extension RoutableView<Message> { fileprivate static var safeMessage: Self { declared() } }
extension RoutableView<Settings> {
  fileprivate static var safeSettings: Self { declared() }
  fileprivate static var safeAccount: Self { declared() }
}

/// Links to an inbox and its message, which need log-ins.
@MainActor
@Suite("No link shows a screen above a log-in, and none is lost")
struct LinkSafetyTests {
  private let window = RecordingWindow()
  private let session = Readiness(isReady: true)
  private let account = GuardedAccount()

  nonisolated private static let inbox = "mail://inbox"
  nonisolated private static let message = "mail://inbox/message"

  private func navigator(
    inbox: Intercepts = Intercepts(immediately: { _ in .proceed }),
    message: Intercepts = Intercepts(immediately: { _ in .proceed }),
    leaves: @escaping @MainActor @Sendable (Login) async -> LeaveDecision = { _ in .proceed }
  ) throws -> Navigator {
    let (session, log) = (session, account.asked)
    let registry = try Registry {
      Route(Login.init) {
        RoutableView(.safeLogin)
        Leaves(leaves)
        Supports(.push)
      }
      Route(Inbox.init) {
        RoutableView(.safeInbox)
        URLPattern(Self.inbox)
        URLPattern("https://mail.example/inbox")
        inbox
      }
      Route(Message.init) {
        RoutableView(.safeMessage)
        URLPattern(Self.message, through: Self.inbox)
        message
      }
      Route(Settings.init) {
        RoutableView(.safeSettings)
        URLPattern("mail://settings")
        Intercepts(immediately: { _ in .redirect(to: .safeLogin) })
      }
    }
    let navigator = Navigator(from: window, in: registry, opensWhen: { session.isReady })
    navigator.onFailure = { log.append("\($0) \($1.code)") }
    return navigator
  }

  /// The interceptor of an account, which decides at once or after other tasks.
  private func guarded(atOnce: Bool = true) -> Intercepts {
    account.otherwise = .redirect(to: .safeLogin)
    guard atOnce else {
      return Intercepts { attempt in
        await Task.yield()
        return account.decide(attempt)
      }
    }
    return Intercepts(immediately: { account.decide($0) })
  }

  private var shown: [String] { window.shown.map { "\(type(of: $0))" } }

  private func receive(_ url: String, _ navigator: Navigator) async {
    navigator.receive(url)
    await letOthersProceed(300)
  }

  private func retry(_ navigator: Navigator) async {
    navigator.retry()
    await letOthersProceed(300)
  }

  @Test(arguments: [true, false])
  func `interceptors decide again after a question to the user`(atOnce: Bool) async throws {
    let answers = Log()
    let navigator = try navigator(inbox: guarded(atOnce: atOnce)) { _ in
      answers.append("asked")
      while answers.all.count < 2 { await Task.yield() }
      return .proceed
    }
    await receive(Self.inbox, navigator)
    #expect(shown == ["Login"])
    account.isOpen = true
    navigator.retry()
    #expect(try await becomesTrue { answers.all == ["asked"] })
    // The user logs out during the question.
    account.isOpen = false
    answers.append("answered")
    await letOthersProceed(300)
    #expect(shown == ["Login"] && navigator.receivedURLs == [Self.inbox])
  }

  @Test func `a link ends if another caller shows a log-in while an interceptor decides`() async throws {
    let gate = Log()
    let navigator = try navigator(
      message: Intercepts { _ in
        while gate.all.isEmpty { await Task.yield() }
        return .proceed
      })
    await receive(Self.message, navigator)
    #expect(shown == ["Inbox"])
    try navigator.registry.open("mail://settings", .push(from: window))
    gate.append("decided")
    await letOthersProceed(300)
    #expect(shown == ["Inbox", "Login"] && account.asked.all == ["\(Self.message) superseded"])
  }

  @Test func `a view that an interceptor shows and removes doesn't end a link`() async throws {
    let navigator = try navigator(
      message: Intercepts { _ in
        let question = try Registry.current.perform(to: .safeInbox, path: .sheet(from: window))
        _ = try await question.completed()
        window.completion = .later
        try question.remove()
        Task {
          await Task.yield()
          window.completion = .atOnce
          window.completeNext()
        }
        return .proceed
      })
    await receive(Self.message, navigator)
    window.completeNext()
    await letOthersProceed(300)
    #expect(navigator.screens.map(\.destination) == ["Inbox", "Message"] && account.asked.all.isEmpty)
  }

  /// Returns a registry with an inbox that needs one log-in, or else another one with an interceptor that waits.
  private func registry(asked: Log) throws -> Registry {
    try Registry {
      Route(Login.init) { RoutableView(.safeLogin) }
      Route(Settings.init) {
        RoutableView(.safeSettings)
        Intercepts { _ in
          asked.append("asked")
          await Task.yield()
          return .proceed
        }
      }
      Route(Inbox.init) {
        RoutableView(.safeInbox)
        URLPattern(Self.inbox)
        Intercepts(immediately: { _ in
          account.isOpen ? .redirect(to: .safeSettings) : .redirect(to: .safeLogin)
        })
      }
    }
  }

  /// The navigator asks all interceptors before it continues, and then shows the second log-in by their decisions.
  @Test func `an interceptor of a log-in asks the user once`() async throws {
    let asked = Log()
    let navigator = Navigator(from: window, in: try registry(asked: asked))
    await receive(Self.inbox, navigator)
    #expect(shown == ["Login"] && asked.all.isEmpty)
    account.isOpen = true
    await retry(navigator)
    #expect(shown == ["Settings"] && asked.all == ["asked"])
    window.dismissTopmost()
    try await navigator.open(Self.inbox)
    #expect(shown == ["Settings"] && asked.all.count == 2)
  }

  @Test func `a screen has no URL if that leads to another screen`() async throws {
    let registry = try navigator().registry.overriding {
      Route(Settings.init) {
        RoutableView(.safeSettings)
        URLPattern("mail://settings")
        URLPattern(Self.inbox)
        URLPattern("https://mail.example/inbox")
      }
    }
    let navigator = Navigator(from: window, in: registry)
    try registry.perform(to: .safeInbox, path: .push(from: window))
    #expect(navigator.screens.map(\.url) == [nil])
    try registry.perform(to: .safeSettings, path: .push(from: window))
    #expect(navigator.screens.last?.url == "mail://settings")
  }

  @Test func `a second log-in follows the first`() async throws {
    let second = GuardedAccount()
    second.otherwise = .redirect(to: .safeLogin)
    let navigator = try navigator(inbox: guarded(atOnce: false), message: Intercepts { second.decide($0) })
    await receive(Self.message, navigator)
    window.dismissTopmost()
    account.isOpen = true
    await retry(navigator)
    #expect(shown == ["Inbox", "Login"] && navigator.receivedURLs == [Self.message])
    second.isOpen = true
    await retry(navigator)
    #expect(shown == ["Inbox", "Message"] && navigator.receivedURLs.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a refusal above a step with a log-in waits behind it`(atOnce: Bool) async throws {
    let navigator = try navigator(
      inbox: guarded(atOnce: atOnce),
      message: Intercepts(immediately: { _ in
        account.isOpen ? .proceed : .refuse(Failure(description: "locked"))
      }))
    await receive(Self.message, navigator)
    #expect(shown == ["Login"] && navigator.receivedURLs == [Self.message])
    account.isOpen = true
    await retry(navigator)
    #expect(shown == ["Inbox", "Message"])
  }

  @Test(arguments: [Self.inbox, "MAIL://inbox", "https://mail.example/inbox"])
  func `a link ends if another caller shows its screen by any URL`(url: String) async throws {
    let navigator = try navigator(inbox: guarded())
    await receive(Self.inbox, navigator)
    window.dismissTopmost()
    account.isOpen = true
    try navigator.registry.open(url, .push(from: window))
    #expect(navigator.receivedURLs.isEmpty)
    window.dismissTopmost()
    await retry(navigator)
    #expect(shown.isEmpty)
  }

  @Test func `a change with an impossible log-in changes nothing`() async throws {
    let navigator = try navigator(inbox: guarded())
    account.isOpen = true
    try await navigator.open(Self.message)
    account.isOpen = false
    let failure = await navigatorFailure { try await navigator.open("mail://settings", along: .sheet) }
    #expect(failure?.code == .unsupportedPath && failure?.done == [])
    #expect(shown == ["Inbox", "Message"])
  }

  @Test func `a link with an impossible step doesn't show the log-in below it`() async throws {
    let registry = try navigator(inbox: guarded()).registry.extending {
      Route(Settings.init) {
        RoutableView(.safeAccount)
        URLPattern("mail://inbox/account", through: Self.inbox)
        Supports(.sheet)
      }
    }
    let navigator = Navigator(from: window, in: registry)
    let failure = await navigatorFailure { try await navigator.open("mail://inbox/account") }
    #expect(failure?.code == .unsupportedPath && failure?.done == [] && shown.isEmpty)
  }

  @Test func `a change in a closed scope changes nothing`() async throws {
    let registry = try navigator().registry
    let scope = try registry.opening(AppWindow(number: 1))
    let navigator = Navigator(from: window, in: scope)
    try await navigator.open(Self.inbox)
    await scope.close()
    let failure = await navigatorFailure { try await navigator.open("mail://settings") }
    #expect(failure?.code == .scopeClosed && failure?.done == [] && shown == ["Inbox"])
    // Nothing has to be made for a screen that stays.
    try await navigator.open(Self.inbox)
    #expect(shown == ["Inbox"])
  }
}
