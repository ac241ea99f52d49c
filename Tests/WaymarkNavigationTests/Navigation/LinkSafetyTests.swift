import SharedFixtures
import Testing
import Waymark
import WaymarkTesting

private let secret = "app://secret/7"
private let detail = "app://secret/7/detail"

@MainActor
@Suite("No link shows a screen above a log-in, and none is lost")
struct LinkSafetyTests {
  private let account = GuardedAccount()

  /// The interceptor of an account, which decides at once or after other tasks.
  private func guarded(atOnce: Bool = true) -> Intercepts {
    let account = account
    guard atOnce else {
      return Intercepts { attempt in
        await Task.yield()
        return account.decide(attempt)
      }
    }
    return Intercepts(immediately: { account.decide($0) })
  }

  @Test(arguments: [true, false])
  func `interceptors decide again after a question to the user`(atOnce: Bool) async throws {
    let answered = Gate()
    let app = try GuardedApplication(
      account: account, secret: guarded(atOnce: atOnce), leavingLogin: { await answered.pass() })
    await app.receive(secret)
    #expect(app.shown == ["login"])
    account.isOpen = true
    app.navigator.retry()
    #expect(try await becomesTrue { answered.waitingCount == 1 })
    // The user logs out during the question.
    account.isOpen = false
    answered.open()
    await app.settle()
    #expect(app.shown == ["login"] && app.navigator.receivedURLs == [secret])
  }

  @Test func `a link ends if another caller shows a log-in while an interceptor decides`() async throws {
    let decided = Gate()
    let app = try GuardedApplication(
      account: account,
      detail: Intercepts { _ in
        await decided.pass()
        return .proceed
      })
    account.isOpen = true
    await app.receive(detail)
    #expect(app.shown == ["secret 7"])
    try app.registry.open("app://account", .push(from: app.window))
    decided.open()
    await app.settle()
    #expect(app.shown == ["secret 7", "login"] && app.log.all == ["\(detail) superseded"])
  }

  @Test func `a view that an interceptor shows and removes doesn't end a link`() async throws {
    @MainActor final class Holder { weak var window: RecordingWindow? }
    let holder = Holder()
    let app = try GuardedApplication(
      account: account,
      detail: Intercepts { _ in
        guard let window = holder.window else { return .proceed }
        let question = try Registry.current.perform(to: .form, path: .sheet(from: window))
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
    (holder.window, account.isOpen) = (app.window, true)
    await app.receive(detail)
    app.window.completeNext()
    await app.settle()
    #expect(app.shown == ["secret 7", "detail 7"] && app.log.all.isEmpty)
  }

  /// The navigator asks all interceptors before it continues, and then shows the second log-in by their decisions.
  ///
  /// The first log-in has no ``Leaves``, because interceptors decide again after a question.
  @Test func `an interceptor of a log-in asks the user once`() async throws {
    let account = account
    let app = try GuardedApplication(
      account: account,
      secret: Intercepts(immediately: { _ in
        account.isOpen ? .redirect(to: .terms) : .redirect(to: .home)
      }))
    await app.receive(secret)
    #expect(app.shown == ["home"] && account.asked.all.isEmpty)
    account.isOpen = true
    await app.retry()
    #expect(app.shown == ["terms"] && account.asked.all == ["terms"])
    app.window.dismissTopmost()
    try await app.open(secret)
    #expect(app.shown == ["terms"] && account.asked.all.count == 2)
  }

  @Test func `a second log-in follows the first`() async throws {
    let second = GuardedAccount()
    let app = try GuardedApplication(
      account: account, secret: guarded(atOnce: false), detail: Intercepts { second.decide($0) })
    await app.receive(detail)
    app.window.dismissTopmost()
    account.isOpen = true
    await app.retry()
    #expect(app.shown == ["secret 7", "login"] && app.navigator.receivedURLs == [detail])
    second.isOpen = true
    await app.retry()
    #expect(app.shown == ["secret 7", "detail 7"] && app.navigator.receivedURLs.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a refusal above a step with a log-in waits behind it`(atOnce: Bool) async throws {
    let account = account
    let app = try GuardedApplication(
      account: account, secret: guarded(atOnce: atOnce),
      detail: Intercepts(immediately: { _ in
        account.isOpen ? .proceed : .refuse(Failure(description: "locked"))
      }))
    await app.receive(detail)
    #expect(app.shown == ["login"] && app.navigator.receivedURLs == [detail])
    account.isOpen = true
    await app.retry()
    #expect(app.shown == ["secret 7", "detail 7"])
  }

  @Test(arguments: [secret, "APP://secret/7", "https://app.example/secret/7"])
  func `a link ends if another caller shows its screen by any URL`(url: String) async throws {
    let app = try GuardedApplication(account: account, secret: guarded())
    await app.receive(secret)
    app.window.dismissTopmost()
    account.isOpen = true
    try app.registry.open(url, .push(from: app.window))
    #expect(app.navigator.receivedURLs.isEmpty)
    app.window.dismissTopmost()
    await app.retry()
    #expect(app.shown.isEmpty)
  }

  // MARK: - Links that can't be shown

  @Test(
    arguments: GuardedApplication.Setting.allCases,
    [
      ("app://item/seven", RouteError.Code.invalidParameter), ("app://sized/7", .missingParameter),
      ("app://sized/7?size=big", .invalidParameter), ("app://refused", .refused),
      ("app://refused/child", .refused), ("app://lost", .unknownURL),
      ("app://lost?to=not%20a%20URL", .malformedURL),
    ])
  func `a link that can't be shown changes nothing`(
    setting: GuardedApplication.Setting, link: (url: String, code: RouteError.Code)
  ) async throws {
    let app = try GuardedApplication(setting)
    try await app.open("app://form")
    let changes = app.window.entries.count
    let failure = try await app.open(link.url)
    #expect(failure?.code == link.code && failure?.done == [])
    #expect(app.shown == ["form"] && app.window.entries.count == changes && app.log.all.isEmpty)
    // A received URL is dropped.
    app.navigator.receive(link.url)
    #expect(try await becomesTrue { !app.log.all.isEmpty })
    await app.retry()
    // The interceptor may redirect to another URL later.
    let isKept = [.unknownURL, .malformedURL].contains(link.code)
    #expect(app.log.all == Array(repeating: "\(link.url) \(link.code)", count: isKept ? 2 : 1))
    #expect(app.navigator.receivedURLs == (isKept ? [link.url] : []) && app.shown == ["form"])
  }

  /// A screen, a log-in in place of one, and a screen above a log-in.
  @Test(arguments: [
    ("app://login", RoutePath.Kind.sheet), ("app://account", .sheet), ("\(secret)/draft", .push),
  ])
  func `a kind of path that a route doesn't support changes nothing`(url: String, kind: RoutePath.Kind)
    async throws
  {
    let app = try GuardedApplication(account: account, secret: guarded())
    try await app.open("app://form")
    let failure = await navigatorFailure { try await app.navigator.open(url, along: kind) }
    #expect(failure?.code == .unsupportedPath && failure?.done == [])
    #expect(app.shown == ["form"] && app.log.all.isEmpty)
  }

  @Test func `observers and reporters receive the error of a step once`() async throws {
    let app = try GuardedApplication()
    let log = Log()
    let registry = try app.registry.extending {
      ReportsErrors { log.append("reported \($0.code)") }
      Observes { event in
        if case .failed(let error) = event.phase { log.append("\(event.url ?? "none") \(error.code)") }
      }
    }
    let navigator = Navigator(from: app.window, in: registry)
    for url in ["app://item/seven", "app://refused/child"] {
      await #expect(throws: Navigator.Failure.self) { try await navigator.open(url) }
    }
    #expect(
      log.all == [
        "reported invalidParameter", "app://item/seven invalidParameter", "reported refused",
        "app://refused refused",
      ])
  }

  @Test func `an interceptor that waits is asked only when its screen is next`() async throws {
    let app = try GuardedApplication(account: account)
    (account.guardsDetail, account.isOpen, account.discards) = (true, true, false)
    try await app.open("app://form")
    #expect(try await app.open(detail)?.code == .stayed)
    #expect(account.asked.all.isEmpty && app.shown == ["form"])
    account.discards = true
    try await app.open(detail)
    #expect(account.asked.all == [secret, detail] && app.shown == ["secret 7", "detail 7"])
  }

  // MARK: - Other callers

  @Test(arguments: [false, true])
  func `a link waits for another caller's change of the same screen`(isRemoval: Bool) async throws {
    let app = try GuardedApplication()
    app.window.completion = isRemoval ? .atOnce : .later
    let active = try app.registry.perform(to: .home, path: .push(from: app.window))
    app.window.completion = .later
    if isRemoval { try active.remove() }
    let opening = Task { try await app.open("app://home") }
    await app.settle()
    app.window.completion = .atOnce
    #expect(app.window.completeNext())
    #expect(try await opening.value == nil)
    #expect(app.shown == ["home"] && app.window.entries.count == (isRemoval ? 3 : 1))
  }

  @Test func `a link waits for a change that another caller begins during a question`() async throws {
    let answered = Gate()
    let app = try GuardedApplication(account: account, leavingLogin: { await answered.pass() })
    await app.receive(secret)
    account.isOpen = true
    let opening = Task { try await app.open(secret) }
    #expect(try await becomesTrue { answered.waitingCount == 1 })
    app.window.completion = .later
    try app.registry.perform(to: .home, path: .push(from: app.window))
    answered.open()
    await app.settle()
    #expect(app.window.shown.count == 1, "the presentation is still in progress")
    app.window.completion = .atOnce
    #expect(app.window.completeNext())
    #expect(try await opening.value == nil)
    #expect(app.shown == ["secret 7"])
  }

  @Test func `a canceled change doesn't wait for another caller's change`() async throws {
    let app = try GuardedApplication()
    app.window.completion = .later
    let active = try app.registry.perform(to: .home, path: .push(from: app.window))
    let opening = Task { try await app.navigator.open("app://home") }
    await app.settle()
    opening.cancel()
    let failure = await navigatorFailure { try await opening.value }
    #expect(failure?.isCancellation == true && active.state == .routing)
    app.window.completeNext()
    #expect(app.shown == ["home"])
  }

  @Test func `a Shows closure can wait for a navigator of its window`() async throws {
    let own = OwnNavigator()
    let app = try GuardedApplication()
    let registry = try app.registry.extending {
      Route(NamedScreen.self) {
        RoutableView(.shown)
        Shows(along: .push) { _ in try await own.navigator?.open("app://home") }
      } make: {
        NamedScreen("shown")
      }
    }
    own.navigator = app.navigator
    let active = try registry.perform(to: .shown, path: .push(from: app.window))
    _ = try? await inTime { _ = try await active.completed() }
    #expect(app.shown == ["home"] && active.state == .routed)
  }
}
