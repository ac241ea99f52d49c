import SharedFixtures
import Testing
import Waymark
import WaymarkTesting

@MainActor
@Suite("Received links that continue after the log-in")
struct ContinuedLinkTests {
  private static let secret = "app://secret/7"
  private static let detail = "app://secret/7/detail"

  /// The event after which the navigator continues.
  enum Event: CaseIterable { case retry, observed }

  private let session = Readiness(isReady: true)

  private func application(
    _ setting: GuardedApplication.Setting = .prompt, whileBusy: Navigator.BusyPolicy = .wait
  ) throws -> GuardedApplication {
    try GuardedApplication(setting, whileBusy: whileBusy, opensWhen: { session.isReady })
  }

  /// Receives a link, and waits until the log-in is shown.
  private func receive(_ url: String, in app: GuardedApplication) async throws {
    app.navigator.receive(url)
    #expect(try await becomesTrue { app.shown.last == "login" })
    await app.settle()
    #expect(app.navigator.receivedURLs == [url])
  }

  private func continues(_ app: GuardedApplication, after event: Event = .retry) async {
    guard event == .observed else { return await app.retry() }
    session.isReady = false
    await app.settle()
    session.isReady = true
    await app.settle()
  }

  @Test(arguments: GuardedApplication.Setting.allCases, Event.allCases)
  func `a link waits behind the log-in, and continues after it`(
    setting: GuardedApplication.Setting, event: Event
  ) async throws {
    for url in [Self.secret, Self.detail] {
      session.isReady = true
      let app = try application(setting)
      try await app.open("app://home")
      try await receive(url, in: app)
      #expect(app.shown == ["login"])
      app.account.isOpen = true
      await continues(app, after: event)
      let expected = url == Self.secret ? ["secret 7"] : ["secret 7", "detail 7"]
      #expect(try await becomesTrue { app.shown == expected && app.navigator.receivedURLs.isEmpty })
      #expect(app.log.all == ["asked login"])
      // The link has been shown, so it doesn't come back.
      try await app.open("app://home")
      await continues(app, after: event)
      #expect(app.shown == ["home"])
    }
  }

  @Test(arguments: Event.allCases)
  func `a link behind the log-in changes nothing until interceptors decide otherwise`(
    event: Event
  ) async throws {
    let app = try application()
    try await receive(Self.detail, in: app)
    // The user is in the middle of a registration above the log-in.
    try app.registry.perform(to: .home, path: .push(from: app.window))
    let changes = app.window.entries.count
    await continues(app, after: event)
    #expect(app.shown == ["login", "home"] && app.window.entries.count == changes && app.log.all.isEmpty)
    // The user turns away, and the log-in doesn't come back by itself.
    app.window.dismissTopmost()
    app.window.dismissTopmost()
    await continues(app, after: event)
    #expect(app.shown.isEmpty && app.navigator.receivedURLs == [Self.detail])
    // Another decision is shown.
    app.account.otherwise = .redirectToURL("app://form")
    await continues(app, after: event)
    #expect(app.shown == ["form"] && app.navigator.receivedURLs == [Self.detail])
    app.account.isOpen = true
    await continues(app, after: event)
    #expect(app.shown == ["secret 7", "detail 7"] && app.navigator.receivedURLs.isEmpty)
  }

  @Test(arguments: ["refused", "stayed", "newer"])
  func `a link behind the log-in can also end otherwise`(end: String) async throws {
    let app = try application()
    try await receive(Self.secret, in: app)
    switch end {
    case "refused": app.account.otherwise = .refuse(Failure(description: "locked"))
    case "stayed":
      try await app.open("app://form")
      app.account.isOpen = true
      app.account.discards = false
    default:
      app.navigator.receive("app://form")
      #expect(try await becomesTrue { app.shown == ["form"] })
    }
    let shown = app.shown
    await continues(app)
    #expect(app.shown == shown && app.navigator.receivedURLs.isEmpty)
  }

  /// The user selects another tab while the link's first screen appears, or the program opens another screen and
  /// the navigator replaces its changes.
  @Test(arguments: [true, false], Event.allCases)
  func `a link that another action supersedes is dropped`(isUserAction: Bool, event: Event) async throws {
    let app = try isUserAction ? application(.tabs) : application(whileBusy: .replace)
    app.account.isOpen = true
    app.window.completion = .later
    app.navigator.receive(Self.detail)
    await app.settle()
    if isUserAction { app.window.selectedTab = "library" }
    let opening = isUserAction ? nil : Task { try await app.open("app://home") }
    await app.settle()
    app.window.completion = .atOnce
    #expect(app.window.completeNext())
    #expect(try await opening?.value == nil)
    #expect(try await becomesTrue { app.log.all == ["\(Self.detail) superseded"] })
    if isUserAction { #expect(app.navigator.plans["inbox"]?.steps.map(\.url) == [Self.secret]) }
    await continues(app, after: event)
    #expect(app.navigator.receivedURLs.isEmpty && app.shown == (isUserAction ? [] : ["home"]))
    #expect(app.log.all == ["\(Self.detail) superseded"])
  }
}
