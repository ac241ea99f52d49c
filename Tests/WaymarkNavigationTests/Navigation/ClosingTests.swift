import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

/// A part of a window that is a source of its own.
@MainActor
private final class Panel: RouteSource {
  let window: ScriptedWindow
  var routePresenter: any RoutePresenter { window.presenter }
  init(_ window: ScriptedWindow) { self.window = window }
}

@MainActor
@Suite("Asking all views of a window before it closes")
struct ClosingTests {
  private let app: NavigatedApplication
  private let navigator: Navigator
  private var presenter: ScriptedPresenter { app.presenter }
  private var asked: [String] { app.log.all.filter { $0.hasPrefix("asked") } }

  init() throws {
    app = try NavigatedApplication()
    navigator = Navigator(from: app.window, in: app.registry)
  }

  /// Shows two notes in each of two tabs, the second tab's along `show`, and one above the tabs.
  private func fill() async throws {
    presenter.tabs = ["inbox", "all"]
    presenter.placedTabs = [.push: "inbox", .show: "all"]
    for number in 1...2 { try await open(number, .push) }
    presenter.selectedTab = "all"
    for number in 3...4 { try await open(number, .show) }
    try await open(5, .sheet)
    app.log.clear()
  }

  @discardableResult
  private func open(_ number: Int, _ kind: RoutePath.Kind) async throws -> NamedScreen {
    let active = try app.registry.open("notes://folder/work/note/\(number)", .custom(kind, from: app.window))
    try await active.completed()
    return try app.screen(presenter.shown.count - 1)
  }

  @Test func `all tabs are asked from the top until a view stays, and their tabs are selected`() async throws
  {
    try await fill()
    try app.screen(1).isEdited = true
    let shown = app.shown
    #expect(await presenter.closeIfPossible(app.window) == false)
    #expect(asked == [5, 4, 3, 2].map { "asked note \($0)" } && presenter.selectedTab == "inbox")
    #expect(app.calls.suffix(1) == ["select inbox at once"])
    #expect(app.shown == shown && !app.log.all.contains { $0.hasPrefix("didRemove") })
    try app.screen(1).isEdited = false
    app.log.clear()
    #expect(await presenter.closeIfPossible(app.window))
    #expect(asked == [5, 4, 3, 2, 1].map { "asked note \($0)" })
    #expect(app.log.all.suffix(5) == [5, 4, 3, 2, 1].map { "didRemove note \($0)" })
    #expect(navigator.screens.isEmpty && app.shown.isEmpty)
    #expect(await presenter.closeIfPossible(app.window), "nothing is left to ask")
  }

  /// Shows a screen that waits for the gate before its answer.
  private func waitingApplication(_ gate: Log) throws -> (Registry, ScriptedWindow) {
    let window = ScriptedWindow()
    let home = Leaves<NamedScreen> { screen in
      gate.append("asked \(screen.name)")
      while !gate.all.contains("open") {
        if Task.isCancelled { gate.append("canceled \(screen.name)") }
        try Task.checkCancellation()
        await Task.yield()
      }
      return .proceed
    }
    let login = Leaves<NamedScreen> { _ in
      gate.append("asked login")
      return .proceed
    }
    let registry = try Registry {
      Observes { event in if case .failed(let error) = event.phase { gate.append("failed \(error.code)") } }
      screens("home", .home, leaves: home)
      screens("login", .login, leaves: login)
    }
    try registry.perform(to: .home, path: .push(from: window))
    return (registry, window)
  }

  private func wait(for line: String, in gate: Log) async {
    for _ in 0..<100_000 where !gate.all.contains(line) { await Task.yield() }
  }

  @Test func `several calls share the questions`() async throws {
    let gate = Log()
    let (registry, window) = try waitingApplication(gate)
    try registry.perform(to: .login, path: .sheet(from: window))
    let first = Task { await window.presenter.mayClose { window.presenter.shown } }
    await wait(for: "asked home", in: gate)
    let second = Task { await window.presenter.mayClose { window.presenter.shown } }
    for _ in 0..<10 { await Task.yield() }
    gate.append("open")
    #expect(try await inTime { await first.value })
    #expect(try await inTime { await second.value })
    #expect(gate.all == ["asked login", "asked home", "open"])
  }

  @Test func `a canceled task removes nothing, and the next one asks again`() async throws {
    let gate = Log()
    let (_, window) = try waitingApplication(gate)
    let first = Task { await window.presenter.closeIfPossible(window) }
    await wait(for: "asked home", in: gate)
    first.cancel()
    #expect(try await inTime { await first.value } == false)
    #expect(window.presenter.shown.count == 1)
    // Until the cancellation arrives, a second call joins the question.
    await wait(for: "canceled home", in: gate)
    let second = Task { await window.presenter.closeIfPossible(window) }
    gate.append("open")
    #expect(try await inTime { await second.value })
    #expect(gate.all.filter { $0 == "asked home" }.count == 2)
  }

  @Test func `a view that closes its own window in its decision stays`() async throws {
    let log = Log()
    let window = app.window
    let leaves = Leaves<NamedScreen> { [weak window] _ in
      guard let window else { return .proceed }
      return await window.presenter.closeIfPossible(window) ? .proceed : .stay
    }
    let registry = try Registry {
      Observes { event in if case .failed(let error) = event.phase { log.append("\(error.code)") } }
      screens("home", .home, leaves: leaves)
    }
    let active = try registry.perform(to: .home, path: .push(from: window))
    #expect(try await inTime { await window.presenter.closeIfPossible(window) } == false)
    #expect(active.state == .routed && log.all == ["busy"])
  }

  // MARK: - Navigators

  @Test func `a busy navigator doesn't delay the questions, and ends with the window`() async throws {
    let log = Log()
    let app = try NavigatedApplication { _ in
      log.append("decides")
      while !Task.isCancelled { await Task.yield() }
      throw CancellationError()
    }
    let navigator = Navigator(from: app.window, in: app.registry)
    let opening = Task { try await navigator.open("notes://folder/work/note/7") }
    await app.wait { !log.all.isEmpty }
    let waiting = Task { try await navigator.open("notes://home") }
    await app.wait { navigator.changes.count == 2 }
    #expect(try await inTime { await app.presenter.closeIfPossible(app.window) })
    let failure = await navigatorFailure { try await opening.value }
    #expect(failure?.code == .superseded && failure?.isCancellation == false)
    let later = await navigatorFailure { try await waiting.value }
    #expect(
      later?.description == """
        the window was closed before the change of its screens had ended [superseded]
            To fix: do nothing if the user has closed the window
                or: make the change in another window
        """)
    #expect(navigator.changes.isEmpty && app.shown.isEmpty)
  }

  @Test func `a window that stays open doesn't end the change in progress`() async throws {
    try await navigator.open("notes://folder/work/note/7")
    try app.screen(2).isEdited = true
    let sheet = try app.registry.plan(for: "notes://home", along: .sheet)
    let plan = RoutePlan(steps: navigator.plan.steps + sheet.steps)
    presenter.isPrompt = false
    let applying = Task { try await navigator.apply(navigator.changes(to: plan)) }
    await app.pending()
    #expect(await presenter.closeIfPossible(app.window) == false)
    presenter.complete()
    try await inTime { try await applying.value }
    #expect(app.shown == ["home", "folder work", "note 7", "home"])
  }

  /// A closed window is no mistake, neither of the presenter nor of the program that releases it.
  @Test(arguments: [false, true], [false, true])
  func `nothing is reported about a window that closes during a change`(isRemoving: Bool, isForgetful: Bool)
    async throws
  {
    let errors = Log()
    let registry = try Registry {
      ReportsErrors { errors.append("\($0.code)") }
      Observes { event in if case .failed(let error) = event.phase { errors.append(error.message) } }
      screens("first", .home, "notes://first")
      screens("second", .login, "notes://second")
    }
    var window: ScriptedWindow? = ScriptedWindow()
    let presenter = try #require(window?.presenter)
    let navigator = Navigator(from: try #require(window), in: registry)
    let plan = try RoutePlan(
      steps: registry.plan(for: "notes://first").steps + registry.plan(for: "notes://second").steps)
    if isRemoving { try await navigator.apply(navigator.changes(to: plan)) }
    presenter.isPrompt = false
    let change = Task {
      try await isRemoving ? navigator.popToRoot() : navigator.apply(navigator.changes(to: plan))
    }
    await app.wait { !presenter.waiting.isEmpty }
    if let window { #expect(await presenter.closeIfPossible(window)) }
    window = nil
    if isForgetful { presenter.forgetCompletions() } else { presenter.complete() }
    let failure = await navigatorFailure { try await change.value }
    #expect(failure?.code == .superseded && errors.all == ["superseded"])
    let later = await navigatorFailure { try await navigator.open("notes://first") }
    #expect(later?.code == .superseded, "the source is gone because its window was closed")
  }

  @Test func `presentations that the presenter doesn't list end with their window, from the newest`()
    async throws
  {
    presenter.isPrompt = false
    let log = Log()
    let actives = try (1...4).map { number in
      try app.registry.perform(to: .home, path: .push(from: app.window)) { options in
        options.onFailure = { _ in log.append("\(number)") }
      }
    }
    let other = ScriptedWindow()
    other.presenter.isPrompt = false
    let elsewhere = try app.registry.perform(to: .home, path: .push(from: other))
    app.log.clear()
    presenter.close(app.window, forgetting: true)
    #expect(log.all == ["4", "3", "2", "1"])
    let error = await #expect(throws: RouteError.self) { _ = try await actives[0].completed() }
    #expect(error?.code == .actionFailed && error?.message.hasPrefix("the window was closed before") == true)
    #expect(actives.allSatisfy { $0.state == .unrouted } && elsewhere.state == .routing)
    presenter.complete()
    presenter.forgetCompletions()
    #expect(app.log.all == Array(repeating: "failed(actionFailed) nothing", count: 4))
    other.presenter.complete()
    #expect(elsewhere.state == .routed)
    try elsewhere.remove()
    other.presenter.close(other, forgetting: true)
    #expect(elsewhere.state == .removed)
  }

  // MARK: - Parts

  /// Adds a note to the topmost screen as a part.
  private func addPart(_ number: Int) async throws -> NamedScreen {
    let parent = try #require(presenter.shown.last)
    let part = try await open(number, .addChild)
    presenter.parts[parent.id, default: []].append(try #require(presenter.shown.last))
    return part
  }

  /// A view without a decision of its own also asks its parts.
  @Test(arguments: ["notes://folder/work/note/1", "notes://home"])
  func `the parts of a view are asked before the view, and once`(url: String) async throws {
    let active = try app.registry.open(url, .push(from: app.window))
    try await active.completed()
    let part = try await addPart(2)
    part.isEdited = true
    #expect(try await active.leave() == false)
    #expect(await presenter.closeIfPossible(app.window) == false)
    let failure = await navigatorFailure { try await navigator.back() }
    #expect(failure?.code == .stayed && asked == ["asked note 2", "asked note 2", "asked note 2"])
    app.log.clear()
    part.isEdited = false
    #expect(await presenter.closeIfPossible(app.window))
    #expect(asked == ["asked note 2"] + (url == "notes://home" ? [] : ["asked note 1"]))
  }

  /// The source has gone during the animation, before the window closes or the animation ends.
  @Test(arguments: [false, true])
  func `a presentation without its source belongs to its window`(isClosed: Bool) throws {
    presenter.isPrompt = false
    var panel: Panel? = Panel(app.window)
    let active = try app.registry.perform(to: .home, path: .push(from: #require(panel)))
    panel = nil
    if isClosed { presenter.close(app.window, forgetting: true) } else { presenter.complete() }
    #expect(active.state == (isClosed ? .unrouted : .routed))
    #expect(navigator.screens.count == (isClosed ? 0 : 1))
  }
}
