import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

@MainActor
@Suite("Changes requested during another change")
struct BusyNavigatorTests {
  private let app: NavigatedApplication

  init() throws { app = try NavigatedApplication() }

  private func opening(_ url: String, _ navigator: Navigator) -> Task<Void, any Error> {
    Task { try await navigator.open(url) }
  }

  /// Begins to open a URL, and waits until the navigator has received the change.
  private func next(_ url: String, _ navigator: Navigator) async -> Task<Void, any Error> {
    let last = navigator.changes.last
    let task = opening(url, navigator)
    await app.wait { navigator.changes.last !== last }
    return task
  }

  private func failing(of task: Task<Void, any Error>) async -> Navigator.Failure? {
    await navigatorFailure { try await task.value }
  }

  /// Ends the presenter's current step, and the next ones at once.
  private func proceed() {
    app.presenter.isPrompt = true
    app.presenter.complete()
  }

  /// Opens `notes://folder/work` while the presenter is still showing the first screen.
  private func busyNavigator(
    _ policy: Navigator.BusyPolicy
  ) async -> (navigator: Navigator, first: Task<Void, any Error>) {
    let navigator = Navigator(from: app.window, in: app.registry, whileBusy: policy)
    app.presenter.isPrompt = false
    let first = opening("notes://folder/work", navigator)
    await app.pending()
    return (navigator, first)
  }

  /// The closure waits for the navigator, and the navigator's change waits for the closure's decision.
  @Test(arguments: [Navigator.BusyPolicy.wait, .replace], [false, true])
  func `a Leaves closure can't wait for its own navigator`(
    policy: Navigator.BusyPolicy, isAskedFirst: Bool
  ) async throws {
    let own = OwnNavigator()
    let window = ScriptedWindow()
    let log = Log()
    let leaves = Leaves<NamedScreen> { _ in
      log.append("asked")
      // The navigator's change asks this screen before, or after, the closure requests its own.
      while !isAskedFirst, own.navigator?.changes.isEmpty != false { await Task.yield() }
      while isAskedFirst, log.all.count < 2 { await Task.yield() }
      await own.open("notes://other")
      return .proceed
    }
    let errors = Log()
    let registry = try Registry {
      ReportsErrors { errors.append("\($0.code)") }
      screens("home", .home, "notes://home", leaves: leaves)
      screens("other", .login, "notes://other")
    }
    let active = try registry.perform(to: .home, path: .push(from: window))
    let navigator = Navigator(from: window, in: registry, whileBusy: policy)
    navigator.record(active)
    own.navigator = navigator
    let leaving = Task { try await active.leave() }
    for _ in 0..<1_000 where log.all.isEmpty { await Task.yield() }
    let opening = opening("notes://other", navigator)
    if isAskedFirst {
      await letOthersProceed(20)
      log.append("the navigator asks")
    }
    if policy == .wait || !isAskedFirst {
      await app.wait { own.failure != nil }
      #expect(own.failure?.code == .busy && errors.all.count { $0 == "busy" } == 1)
    }
    _ = try? await inTime { try await leaving.value }
    _ = await failing(of: opening)
    #expect(active.state == .removed && navigator.changes.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a task started by an interceptor may wait for the navigator`(isDeciding: Bool) async throws {
    let own = OwnNavigator()
    let app = try NavigatedApplication { _ in
      own.task = Task { try await own.navigator?.open("notes://home") }
      await letOthersProceed(isDeciding ? 100 : 0)
      return .proceed
    }
    let navigator = Navigator(from: app.window, in: app.registry, whileBusy: .wait)
    own.navigator = navigator
    try await inTime { try await navigator.open("notes://folder/work/note/7") }
    try await inTime { try await own.task?.value }
    #expect(app.shown == ["home"])
  }

  @Test func `changes wait in order`() async throws {
    let (navigator, first) = await busyNavigator(.wait)
    let second = await next("notes://folder/one", navigator)
    let third = await next("notes://folder/two", navigator)
    #expect(app.calls.count == 1)
    proceed()
    for task in [first, second, third] { try await task.value }
    #expect(app.shown == ["home", "folder two"])
    let performed = Array(app.log.all.filter { $0.hasPrefix("didPerform") }.suffix(3))
    #expect(performed == ["work", "one", "two"].map { "didPerform folder \($0)" })
  }

  @Test func `a later change replaces the changes before it`() async throws {
    let (navigator, first) = await busyNavigator(.replace)
    let second = await next("notes://folder/one", navigator)
    let third = await next("notes://folder/two", navigator)
    let end = try await inTime { await failing(of: second) }
    #expect(end?.code == .superseded && navigator.changes.count == 2, "the waiting change ends at once")
    proceed()
    let failure = await failing(of: first)
    #expect(failure?.code == .superseded)
    #expect(failure?.done.map(\.description) == ["show NamedScreen push notes://home"])
    try await inTime { try await third.value }
    #expect(app.shown == ["home", "folder two"])
    #expect(app.calls.count == 2, "the screen that was being shown is kept")
  }

  @Test func `a replaced change asks no other screen`() async throws {
    let own = OwnNavigator()
    let log = Log()
    let leaves = Leaves<NamedScreen> { screen in
      log.append("asked \(screen.name)")
      // On a busy machine, the change that replaces this one can end before the next look.
      let asking = own.navigator?.changes.first
      await app.wait { own.navigator?.changes.count == 2 || own.navigator?.changes.first !== asking }
      return .proceed
    }
    let registry = try Registry {
      screens("list", .home, "notes://list", leaves: leaves)
      screens("note", .detail, "notes://note", through: "notes://list", leaves: leaves)
      screens("login", .login, "notes://login")
    }
    let navigator = Navigator(from: app.window, in: registry, whileBusy: .replace)
    own.navigator = navigator
    try await navigator.open("notes://note")
    let first = opening("notes://login", navigator)
    await app.wait { log.all == ["asked note"] }
    try await inTime { try await navigator.open("notes://note") }
    #expect(await failing(of: first)?.code == .superseded)
    #expect(log.all == ["asked note"] && app.shown == ["list", "note"])
  }

  // MARK: - Cancellation

  @Test func `a canceled change finishes its current step, and isn't made before its turn`() async throws {
    let (navigator, first) = await busyNavigator(.wait)
    let second = await next("notes://folder/one", navigator)
    second.cancel()
    #expect(await failing(of: second)?.isCancellation == true)
    first.cancel()
    await letOthersProceed(20)
    let third = await next("notes://home", navigator)
    #expect(app.calls.count == 1)
    app.presenter.complete()
    let failure = await failing(of: first)
    #expect(
      failure?.description == """
        the task was canceled while the navigator changed its screens [refused]
            after: show NamedScreen push notes://home
        """)
    #expect(failure?.isCancellation == true)
    try await inTime { try await third.value }
    #expect(app.shown == ["home"] && app.calls.count == 1 && navigator.changes.isEmpty)
  }

  @Test func `removing a screen during a change ends the change`() async throws {
    let decided = Gate()
    let app = try NavigatedApplication { _ in
      await decided.pass()
      return .proceed
    }
    let navigator = Navigator(from: app.window, in: app.registry)
    let opening = opening("notes://folder/work/note/7", navigator)
    await app.wait { decided.waitingCount == 1 }
    app.presenter.swipeBack()
    decided.open()
    #expect(
      await failing(of: opening)?.error.description == """
        the screens have changed before NamedScreen push notes://folder/work/note/7 could be shown above them [superseded]
            To fix: do nothing if the user has changed the screens
                or: open the URL again
        """)
    #expect(app.shown == ["home"] && !app.log.all.contains("willPerform note 7"))
  }

  @Test func `a screen that appears during a change is also asked`() async throws {
    let navigator = Navigator(from: app.window, in: app.registry)
    try await navigator.open("notes://folder/work")
    app.presenter.isPrompt = false
    let opening = opening("notes://folder/other", navigator)
    await app.pending()
    app.presenter.isPrompt = true
    try app.registry.open("notes://folder/work/note/7", .push(from: app.window))
    await app.wait { app.shown.contains("note 7") }
    try app.screen(app.shown.firstIndex(of: "note 7") ?? 0).isEdited = true
    app.presenter.complete()
    #expect(await failing(of: opening)?.code == .stayed)
    #expect(app.shown == ["home", "note 7"])
  }

  @Test func `a shown source is the source of the next step`() async throws {
    let presenter = app.presenter
    let registry = try Registry {
      Route({ @MainActor in SourceScreen(presenter) }) {
        RoutableView<any HomeInput>.as { _ in NamedScreen("source") }
        URLPattern("notes://source")
      }
      screens("next", .login, "notes://next", through: "notes://source")
    }
    let navigator = Navigator(from: app.window, in: registry)
    try await navigator.open("notes://next")
    #expect(presenter.shown[0].path.source === app.window)
    #expect(presenter.shown[1].path.source === presenter.shown[0].destination as AnyObject)
    #expect(navigator.screens.count == 2)
  }
}

@MainActor private final class SourceScreen: RouteSource {
  let routePresenter: any RoutePresenter
  init(_ presenter: any RoutePresenter) { routePresenter = presenter }
}
