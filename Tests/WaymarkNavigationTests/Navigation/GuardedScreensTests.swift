import SharedFixtures
import Testing
import Waymark
import WaymarkTesting

@MainActor
@Suite("Links to guarded screens")
struct GuardedScreensTests {
  private static let secret = "app://secret/7"
  private static let detail = "app://secret/7/detail"

  // MARK: - Before the first step

  @Test(
    arguments: GuardedApplication.Setting.allCases,
    [
      ("app://item/seven", RouteError.Code.invalidParameter), ("app://sized/7", .missingParameter),
      ("app://sized/7?size=big", .invalidParameter), ("app://refused", .refused),
      ("app://refused/child", .refused), ("app://lost", .unknownURL),
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
    app.navigator.retry()
    await app.settle()
    // The interceptor may redirect to another URL later.
    let isKept = link.code == .unknownURL
    #expect(app.log.all == Array(repeating: "\(link.url) \(link.code)", count: isKept ? 2 : 1))
    #expect(app.navigator.receivedURLs == (isKept ? [link.url] : []) && app.shown == ["form"])
  }

  @Test func `a kind of path that the route doesn't support changes nothing`() async throws {
    let app = try GuardedApplication()
    try await app.open("app://form")
    let failure = await navigatorFailure { try await app.navigator.open("app://login", along: .sheet) }
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
    let app = try GuardedApplication()
    app.account.guardsDetail = true
    app.account.isOpen = true
    try await app.open("app://form")
    app.account.discards = false
    #expect(try await app.open(Self.detail)?.code == .stayed)
    #expect(app.account.asked.all.isEmpty && app.shown == ["form"])
    app.account.discards = true
    try await app.open(Self.detail)
    #expect(app.account.asked.all == [Self.secret, Self.detail] && app.shown == ["secret 7", "detail 7"])
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
    @MainActor final class Holder { var navigator: Navigator? }
    let holder = Holder()
    let app = try GuardedApplication()
    let registry = try app.registry.extending {
      Route(NamedScreen.self) {
        RoutableView(.draft)
        Shows(along: .push) { _ in try await holder.navigator?.open("app://home") }
      } make: {
        NamedScreen("shown")
      }
    }
    holder.navigator = app.navigator
    let active = try registry.perform(to: .draft, path: .push(from: app.window))
    _ = try? await inTime { _ = try await active.completed() }
    #expect(app.shown == ["home"] && active.state == .routed)
  }
}
