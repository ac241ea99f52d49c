import Foundation
import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

/// A window with tabs that places views in them as presenters do by default.
@MainActor final class PlainTabs: RouteSource, TabPresenter {
  var selectedTab: String? = "inbox"
  /// Whether the window ignores the selection of a tab.
  var isStuck = false
  private var shown: [RouteTransition] = []
  var routePresenter: any RoutePresenter { self }

  func selectTab(_ name: String, animated: Bool) throws(RouteError) { if !isStuck { selectedTab = name } }
  func validate(_ transition: RouteTransition) throws(RouteError) {}
  func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    shown.append(transition)
    completion(nil)
  }
  func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    shown.removeAll { $0 == transition }
    completion(nil)
  }
}

@MainActor
@Suite("Tabs as steps of a plan")
struct TabTests {
  private let app: NavigatedApplication
  private let navigator: Navigator

  init() throws {
    app = try NavigatedApplication()
    app.presenter.tabs = ["inbox", "all"]
    navigator = Navigator(from: app.window, in: app.registry)
  }

  private func plan(_ url: String, in tab: String) throws -> RoutePlan {
    RoutePlan(steps: try [.tab(tab)] + app.registry.plan(for: url).steps)
  }

  @Test func `the screens of other tabs stay`() async throws {
    try await navigator.open("notes://folder/work")
    let inbox = navigator.plan
    #expect(inbox.steps.map(\.description).first == "tab inbox" && inbox.steps.count == 3)
    try app.registry.perform(to: .login, path: .sheet(from: app.window))
    let changes = try navigator.changes(to: plan("notes://home", in: "all"))
    #expect(
      "\(changes)" == """
        remove NamedScreen sheet
        select tab all
        show NamedScreen push notes://home
        """)
    try await navigator.apply(changes)
    #expect(app.calls.suffix(3) == ["remove sheet at once", "select all at once", "show push"])
    #expect(try navigator.plan == plan("notes://home", in: "all"))
    #expect(app.shown == ["home", "folder work", "home"])
    try await navigator.apply(
      navigator.changes(to: JSONDecoder().decode(RoutePlan.self, from: JSONEncoder().encode(inbox))))
    #expect(app.calls.last == "select inbox" && navigator.plan == inbox)
  }

  @Test func `a URL can't be shown along a tab`() async throws {
    let problem = error { _ = try app.registry.plan(for: "notes://home", along: .tab) }
    #expect(
      problem?.description == """
        "notes://home" cannot be shown along tab, which selects a tab and shows nothing [unsupportedPath]
            To fix: put RoutePlan.Step.tab(_:) with the name of the tab before the steps of the URL's plan
        """)
    await #expect(throws: Navigator.Failure.self) { try await navigator.open("notes://home", along: .tab) }
    #expect(app.calls.isEmpty)
  }

  @Test func `the navigator knows the tab that the user selects`() async throws {
    try await navigator.open("notes://home")
    app.presenter.selectedTab = "all"
    #expect(navigator.plan == RoutePlan(steps: [.tab("all")]) && navigator.screens.isEmpty)
    try await navigator.open("notes://folder/work")
    #expect(try navigator.plan == plan("notes://folder/work", in: "all"))
    try await navigator.back()
    #expect(app.shown == ["home", "home"])
  }

  @Test func `by default, a view is in the selected tab, and a sheet is above all tabs`() throws {
    let window = PlainTabs()
    let navigator = Navigator(from: window, in: app.registry)
    try app.registry.perform(to: .home, path: .push(from: window))
    try app.registry.perform(to: .login, path: .sheet(from: window))
    try app.registry.perform(to: .login, path: .present(from: window))
    #expect(navigator.screens.map(\.kind) == ["push", "sheet", "present"])
    window.selectedTab = "all"
    #expect(
      navigator.screens.map(\.kind) == ["sheet", "present"] && navigator.plans["inbox"]?.steps.count == 1)
    withExtendedLifetime(window) {}
  }

  @Test func `a presenter decides about a view's tab, whatever its kind`() async throws {
    // A view that is pushed inside a sheet is above all tabs.
    try app.registry.perform(to: .login, path: .sheet(from: app.window))
    app.presenter.placedTabs = [.push: String?.none]
    try app.registry.perform(to: .home, path: .push(from: app.window))
    let changes = try navigator.changes(to: RoutePlan(steps: [.tab("all")]))
    #expect(changes.removed.map(\.kind) == ["push", "sheet"])
    // The user has selected another tab before the end of the animation.
    app.presenter.placedTabs = [.push: "all" as String?]
    try app.registry.perform(to: .home, path: .push(from: app.window))
    #expect(navigator.plans["all"]?.steps.count == 1)
  }

  @Test func `a presenter chooses the tab of a URL`() async throws {
    app.presenter.tabOfPlan = { $0.steps.count > 1 ? "all" : nil }
    try await navigator.open("notes://home")
    #expect(app.presenter.selectedTab == "inbox")
    navigator.receive("notes://folder/work")
    while app.presenter.selectedTab != "all" || navigator.screens.count < 2 { await Task.yield() }
    #expect(try navigator.plan == plan("notes://folder/work", in: "all"))
    try await navigator.apply(navigator.changes(to: plan("notes://folder/work", in: "inbox")))
    #expect(app.presenter.selectedTab == "inbox", "a plan with a tab is for this tab")
  }

  @Test func `selecting an unknown tab is an error`() async throws {
    let changes = try navigator.changes(to: RoutePlan(steps: [.tab("other")]))
    await #expect(throws: Navigator.Failure.self) { try await navigator.apply(changes) }
    app.presenter.tabs = []
    let problem = error { _ = try navigator.changes(to: RoutePlan(steps: [.tab("inbox")])) }
    #expect(
      problem?.description == """
        the presenter of the window has no tabs, so it cannot select 'inbox' [unsupportedPath]
            To fix: create the window with tabs, such as RouteWindow(tabs:)
                or: conform the presenter to TabPresenter
                or: remove the step from the plan
        """)
    app.presenter.tabs = ["inbox"]
    let order = error {
      _ = try navigator.changes(
        to: RoutePlan(steps: app.registry.plan(for: "notes://home").steps + [.tab("inbox")]))
    }
    #expect(
      order?.description == """
        the tab 'inbox' is not the first step of its plan [unsupportedPath]
            To fix: put the step that selects a tab before the screens that are shown in it
        """)
  }

  @Test func `a failure after the selection of a tab lists the selection`() async throws {
    app.presenter.refusal = RouteError(.actionFailed, "no room")
    let changes = try navigator.changes(to: plan("notes://home", in: "all"))
    let failure = await navigatorFailure { try await navigator.apply(changes) }
    #expect(failure?.done.map(\.description) == ["select tab all"])
  }

  @Test func `performing a plan selects its tab`() async throws {
    let shown = try await app.registry.perform(plan("notes://home", in: "all"), from: app.window)
    #expect(shown.count == 1 && app.calls == ["select all", "show push"])
  }

  @Test func `a screen isn't shown in a tab that the user selects meanwhile`() async throws {
    let gate = Log()
    let app = try NavigatedApplication { _ in
      gate.append("asked")
      while !gate.all.contains("open") { await Task.yield() }
      return .proceed
    }
    app.presenter.tabs = ["inbox", "all"]
    let navigator = Navigator(from: app.window, in: app.registry)
    let note = try #require(app.registry.plan(for: "notes://folder/work/note/7").steps.last)
    let changes = try navigator.changes(to: RoutePlan(steps: [.tab("all"), note]))
    let applying = Task { try await navigator.apply(changes) }
    await app.wait { gate.all.contains("asked") }
    app.presenter.selectedTab = "inbox"
    gate.append("open")
    let failure = await navigatorFailure { try await applying.value }
    #expect(failure?.code == .superseded && app.shown.isEmpty)
  }
}
