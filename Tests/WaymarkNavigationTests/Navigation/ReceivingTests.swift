import Foundation
import ScriptedWindow
import SharedFixtures
import Testing
import Waymark
import WaymarkCore
import WaymarkTesting

@testable import WaymarkNavigation

@MainActor
@Suite("URLs received early")
struct ReceivingTests {
  private let app: NavigatedApplication
  private let session = Readiness(isReady: false)
  private let clock = TestClock()
  private let failures = Log()

  init() throws { app = try NavigatedApplication() }

  private func navigator(
    in app: NavigatedApplication? = nil, keeping: Navigator.KeepPolicy = .newest,
    whileBusy: Navigator.BusyPolicy = .wait
  ) -> Navigator {
    let app = app ?? self.app
    let navigator = Navigator(
      from: app.window, in: app.registry, whileBusy: whileBusy,
      opensWhen: { session.isReady }, keeping: keeping, for: .seconds(300), clock: clock)
    log(navigator)
    return navigator
  }

  private func log(_ navigator: Navigator) {
    navigator.onFailure = { [failures] in failures.append("\($0) \($1.code)") }
  }

  /// Waits until a navigator has opened or dropped its URLs.
  private func opened(_ navigator: Navigator) async {
    await app.wait { navigator.receivedURLs.isEmpty && navigator.opening == nil }
  }

  /// Waits until a navigator has tried to open its URLs without success.
  private func failed(_ navigator: Navigator) async {
    await app.wait { !failures.all.isEmpty && navigator.opening == nil }
    await letOthersProceed()
  }

  /// Ends and renews the observed condition.
  private func becomeReadyAgain() async {
    session.isReady = false
    await letOthersProceed()
    session.isReady = true
  }

  /// Receives the URL of a note, about which an interceptor decides for a long time, with changes that are replaced.
  private func openingNote(
    keeping: Navigator.KeepPolicy = .newest
  ) async throws -> (NavigatedApplication, Navigator) {
    session.isReady = true
    let app = try NavigatedApplication { _ in
      try await Task.sleep(for: .seconds(3_600))
      return .proceed
    }
    let navigator = navigator(in: app, keeping: keeping, whileBusy: .replace)
    navigator.receive("notes://folder/work/note/7")
    await app.wait { app.shown.count == 2 }
    await letOthersProceed()
    return (app, navigator)
  }

  @Test(arguments: [Navigator.KeepPolicy.newest, .all])
  func `a received URL replaces the received URL that is opening`(
    keeping: Navigator.KeepPolicy
  ) async throws {
    let (app, navigator) = try await openingNote(keeping: keeping)
    navigator.receive("notes://home")
    await app.wait { app.shown == ["home"] && !navigator.receivedURLs.contains("notes://home") }
    #expect(failures.all == ["notes://folder/work/note/7 superseded"])
    #expect(navigator.receivedURLs == (keeping == .newest ? [] : ["notes://folder/work/note/7"]))
  }

  @Test func `a URL that replaced another one is tried again after its own failure`() async throws {
    let (app, navigator) = try await openingNote()
    navigator.onFailure = { [weak navigator, failures] url, failure in
      failures.append("\(url) \(failure.code)")
      guard url == "notes://home" else { return }
      app.presenter.failure = nil
      navigator?.retry()
    }
    app.presenter.failure = Failure(description: "stuck")
    navigator.receive("notes://home")
    await app.wait { app.shown == ["home"] }
    #expect(failures.all == ["notes://folder/work/note/7 superseded", "notes://home actionFailed"])
  }

  @Test func `many received URLs leave one observation behind`() async throws {
    final class Calls { var count = 0 }
    let (session, calls) = (session, Calls())
    session.isReady = true
    let navigator = Navigator(
      from: app.window, in: app.registry,
      opensWhen: {
        calls.count += 1
        return session.isReady
      })
    for _ in 0..<20 {
      navigator.receive("notes://home")
      await opened(navigator)
    }
    session.isReady = false
    navigator.receive("notes://folder/work")
    calls.count = 0
    await letOthersProceed()
    #expect(calls.count < 5 && navigator.receivedURLs == ["notes://folder/work"])
    session.isReady = true
    await opened(navigator)
    #expect(app.shown == ["home", "folder work"])
  }

  @Test(arguments: [Navigator.KeepPolicy.newest, .all])
  func `the navigator opens the newest URL or all, along their kinds of path`(keeping: Navigator.KeepPolicy)
    async throws
  {
    let navigator = navigator(keeping: keeping)
    for url in ["notes://folder/one", "notes://folder/two"] {
      navigator.receive(url, along: .sheet, below: .present)
    }
    await letOthersProceed()
    #expect(app.shown == [])
    session.isReady = true
    await opened(navigator)
    #expect(app.shown == ["home", "folder two"] && navigator.screens.map(\.kind) == ["present", "sheet"])
    #expect(app.log.all.contains("didPerform folder one") == (keeping == .all) && failures.all == [])
  }

  @Test func `a URL expires after its limit, which begins again when it is received again`() async throws {
    let navigator = navigator(keeping: .all)
    for url in ["notes://folder/one", "notes://folder/two"] { navigator.receive(url) }
    await clock.advance(by: .seconds(200))
    navigator.receive("notes://folder/one")
    #expect(navigator.receivedURLs == ["notes://folder/two", "notes://folder/one"])
    await clock.advance(by: .milliseconds(99_999))
    #expect(navigator.receivedURLs == ["notes://folder/two", "notes://folder/one"])
    await clock.advance(by: .milliseconds(1))
    #expect(navigator.receivedURLs == ["notes://folder/one"])
    session.isReady = true
    await app.wait { app.shown.count == 2 }
    await letOthersProceed()
    #expect(!app.log.all.contains("didPerform folder two") && app.shown.last == "folder one")
  }

  @Test(arguments: [false, true])
  func `a URL is kept until it is shown, not until it is tried`(isObserved: Bool) async throws {
    session.isReady = true
    let navigator = navigator()
    app.presenter.refusal = RouteError(.unsupportedPath, "no room")
    navigator.receive("notes://home")
    await failed(navigator)
    #expect(failures.all == ["notes://home unsupportedPath"], "it isn't tried over and over")
    #expect(navigator.receivedURLs == ["notes://home"])
    app.presenter.refusal = nil
    if isObserved { await becomeReadyAgain() } else { navigator.retry() }
    await opened(navigator)
    #expect(app.shown == ["home"])
    navigator.retry()
    await letOthersProceed()
    #expect(failures.all.count == 1 && app.calls.count == 1)
  }

  /// The navigator opens each URL only if that is possible at its turn.
  @Test func `a second URL waits if the first one ends the condition`() async throws {
    session.isReady = true
    let navigator = navigator(keeping: .all)
    app.presenter.isPrompt = false
    for url in ["notes://home", "notes://folder/work"] { navigator.receive(url) }
    await app.pending()
    session.isReady = false
    app.presenter.isPrompt = true
    app.presenter.complete()
    await app.wait { navigator.opening == nil }
    await letOthersProceed()
    #expect(app.shown == ["home"] && navigator.receivedURLs == ["notes://folder/work"])
    session.isReady = true
    await opened(navigator)
    #expect(app.shown == ["home", "folder work"] && failures.all.isEmpty)
  }

  /// Other tasks proceed while the navigator receives a URL again and again that can't be opened.
  @Test func `a URL received again on failure doesn't stop the others`() async throws {
    session.isReady = true
    let navigator = navigator(keeping: .all)
    let count = Log()
    navigator.onFailure = { [weak navigator] url, _ in
      count.append(url)
      // Without a limit, a test that fails would never end.
      if count.all.count < 100_000, !count.all.contains("stop") { navigator?.receive(url) }
    }
    navigator.receive("notes://nowhere")
    navigator.receive("notes://folder/work")
    await letOthersProceed()
    count.append("stop")
    await app.wait { navigator.opening == nil }
    #expect(count.all.count < 1_000 && app.shown == ["home", "folder work"])
  }

  @Test func `a URL is dropped if a navigator's own early registry lacks it, or if the window is gone`()
    async throws
  {
    let unmatched = Navigator(from: app.window, in: try Registry(stage: .early) {})
    log(unmatched)
    unmatched.receive("notes://late/7")
    await opened(unmatched)
    let windowless = Navigator(from: ScriptedWindow(), in: app.registry)
    log(windowless)
    windowless.receive("notes://home")
    await opened(windowless)
    #expect(failures.all == ["notes://late/7 unknownURL", "notes://home actionFailed"])
  }

  @Test func `a later attempt removes no screen if the creation fails again`() async throws {
    session.isReady = true
    let fixed = Log()
    let registry = try app.registry.extending {
      Route(NamedScreen.self) {
        RoutableView(.lost)
        URLPattern("notes://lost")
      } make: { _ in
        if fixed.all.isEmpty { throw Failure(description: "offline") }
        return NamedScreen("lost")
      }
    }
    let navigator = Navigator(from: app.window, in: registry)
    log(navigator)
    try await navigator.open("notes://folder/work")
    navigator.receive("notes://lost")
    await failed(navigator)
    #expect(app.shown.isEmpty)
    try await navigator.open("notes://home")
    navigator.retry()
    await app.wait { failures.all.count == 2 && navigator.opening == nil }
    #expect(app.shown == ["home"] && navigator.receivedURLs == ["notes://lost"])
    #expect(failures.all == Array(repeating: "notes://lost factoryFailed", count: 2))
    fixed.append("fixed")
    navigator.retry()
    await opened(navigator)
    #expect(app.shown == ["lost"])
  }

  @Test(arguments: [Navigator.BusyPolicy.wait, .refuse], [false, true])
  func `a received URL waits for the change in progress`(policy: Navigator.BusyPolicy, isReceived: Bool)
    async throws
  {
    session.isReady = true
    let navigator = navigator(whileBusy: policy)
    app.presenter.isPrompt = false
    if isReceived { navigator.receive("notes://home") }
    let opening = isReceived ? nil : Task { try await navigator.open("notes://home") }
    await app.pending()
    navigator.receive(try #require(URL(string: "notes://folder/work")))
    await letOthersProceed()
    app.presenter.isPrompt = true
    app.presenter.complete()
    try await opening?.value
    await opened(navigator)
    #expect(app.shown == ["home", "folder work"] && failures.all == [])
  }

  @Test func `another attempt doesn't replace a change that has begun since`() async throws {
    session.isReady = true
    let navigator = navigator(whileBusy: .replace)
    app.presenter.refusal = RouteError(.unsupportedPath, "no room")
    navigator.receive("notes://home")
    await failed(navigator)
    app.presenter.refusal = nil
    app.presenter.isPrompt = false
    let opening = Task { try await navigator.open("notes://folder/work/note/7") }
    await app.pending()
    navigator.retry()
    await letOthersProceed()
    app.presenter.isPrompt = true
    app.presenter.complete()
    try await opening.value
    await opened(navigator)
    #expect(app.shown == ["home"])
  }

  /// The log-in ends while its screen is still being shown.
  @Test func `a URL behind a log-in is opened before later ones`() async throws {
    let app = try NavigatedApplication { [session] _ in session.isReady ? .proceed : .redirect(to: .login) }
    let navigator = Navigator(
      from: app.window, in: app.registry,
      opensWhen: { [session] in
        _ = session.isReady
        return true
      }, keeping: .all)
    log(navigator)
    app.presenter.isPrompt = false
    for number in 1...2 { navigator.receive("notes://folder/work/note/\(number)") }
    while app.presenter.shown.count < 3 {
      await app.pending()
      if app.presenter.waiting.count > 0, app.calls.count == 3 { session.isReady = true }
      await letOthersProceed()
      app.presenter.complete()
    }
    app.presenter.isPrompt = true
    await opened(navigator)
    #expect(app.shown.last == "note 2" && failures.all.isEmpty)
  }

  @Test func `a navigator with received URLs is released`() async throws {
    weak var released: Navigator?
    do {
      let navigator = navigator()
      navigator.receive("notes://home")
      released = navigator
    }
    #expect(released == nil)
    session.isReady = true
    await letOthersProceed()
    #expect(app.shown == [])
  }
}

/// Lets a navigator open URLs, and counts its questions.
@MainActor
private final class CountedGate {
  var isOpen = true
  var count = 0
}

#if os(macOS) || os(Linux)
  @Suite("A navigator without a registry of its own")
  struct FollowingTests {
    @Test func `a navigator follows the installed registry, and keeps an unmatched URL in the early stage`()
      async
    {
      await #expect(processExitsWith: .success) { try await followInstalledRegistries() }
    }
  }
#endif

@MainActor private func followInstalledRegistries() async throws {
  let early = try Registry(stage: .early) { screens("home", .home, "notes://home") }
  let app = try NavigatedApplication()
  // Before any registry is installed, a link waits, and a request says the cause.
  let first = Navigator(from: app.window)
  first.onFailure = { url, failure in preconditionFailure("\(url): \(failure)") }
  first.receive("notes://home")
  await app.wait { first.opening == nil }
  do {
    try Registry.current.open("notes://home", .push(from: app.window))
  } catch {
    precondition(error.code == .noRegistryInstalled)
  }
  precondition(first.receivedURLs == ["notes://home"])
  Registry.install(early)
  await app.wait { first.receivedURLs.isEmpty && first.opening == nil }
  precondition(app.shown == ["home"])
  try await first.popToRoot()
  let gate = CountedGate()
  let failures = Log()
  let navigator = Navigator(
    from: app.window,
    opensWhen: {
      gate.count += 1
      return gate.isOpen
    }, keeping: .all)
  navigator.onFailure = { failures.append("\($0) \($1.code)") }
  navigator.setRoot("notes://start")
  for url in ["notes://late/7", "not a URL", "notes://home"] { navigator.receive(url) }
  await app.wait { app.shown == ["home"] && navigator.opening == nil }
  precondition(navigator.registry === early && navigator.receivedURLs == ["notes://late/7"])
  precondition(failures.all == ["not a URL malformedURL"])
  // Each attempt waits for another registry, but only one wait begins.
  navigator.retry()
  await app.wait { navigator.opening == nil }
  gate.isOpen = false
  navigator.retry()
  gate.count = 0
  let complete = try early.extending {
    screens("late", .login, "notes://late/:id", through: "notes://home", showing: "id")
  }
  await letOthersProceed()
  precondition(gate.count == 0)
  Registry.install(complete)
  await app.wait { gate.count > 0 }
  await letOthersProceed()
  precondition(gate.count == 1 && navigator.registry === complete)
  gate.isOpen = true
  navigator.retry()
  await app.wait { navigator.receivedURLs.isEmpty && navigator.opening == nil }
  precondition(app.shown == ["home", "late 7"])
  precondition(navigator.plan.steps.map(\.url) == ["notes://home", "notes://late/7"])
  // A complete registry has all URLs.
  navigator.receive("notes://nowhere")
  await app.wait { navigator.receivedURLs.isEmpty }
  precondition(failures.all.last == "notes://nowhere unknownURL")
  // A navigator in a task with a registry keeps that one.
  let bound = Registry.withCurrent(early) { Navigator(from: app.window) }
  precondition(bound.registry === early)
}
