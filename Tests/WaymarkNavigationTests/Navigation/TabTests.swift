import Foundation
import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

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
@Suite("Tabs")
struct TabTests {
  private let app: NavigatedApplication
  private let navigator: Navigator

  init() throws {
    app = try NavigatedApplication()
    app.presenter.tabs = ["inbox", "library", "settings"]
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
    let changes = try navigator.changes(to: plan("notes://home", in: "library"))
    #expect(
      "\(changes)" == """
        remove NamedScreen sheet
        select tab library
        show NamedScreen push notes://home
        """)
    try await navigator.apply(changes)
    #expect(app.calls.suffix(3) == ["remove sheet at once", "select library at once", "show push"])
    #expect(try navigator.plan == plan("notes://home", in: "library"))
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
    app.presenter.selectedTab = "library"
    #expect(navigator.plan == RoutePlan(steps: [.tab("library")]) && navigator.screens.isEmpty)
    try await navigator.open("notes://folder/work")
    #expect(try navigator.plan == plan("notes://folder/work", in: "library"))
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
    window.selectedTab = "library"
    #expect(
      navigator.screens.map(\.kind) == ["sheet", "present"] && navigator.plans["inbox"]?.steps.count == 1)
    withExtendedLifetime(window) {}
  }

  @Test func `a presenter decides about a view's tab, whatever its kind`() async throws {
    // A view that is pushed inside a sheet is above all tabs.
    try app.registry.perform(to: .login, path: .sheet(from: app.window))
    app.presenter.placedTabs = [.push: String?.none]
    try app.registry.perform(to: .home, path: .push(from: app.window))
    let changes = try navigator.changes(to: RoutePlan(steps: [.tab("library")]))
    #expect(changes.removed.map(\.kind) == ["push", "sheet"])
    // The user has selected another tab before the end of the animation.
    app.presenter.placedTabs = [.push: "library" as String?]
    try app.registry.perform(to: .home, path: .push(from: app.window))
    #expect(navigator.plans["library"]?.steps.count == 1)
  }

  @Test func `a presenter chooses the tab of a URL`() async throws {
    app.presenter.tabOfPlan = { $0.steps.count > 1 ? "library" : nil }
    try await navigator.open("notes://home")
    #expect(app.presenter.selectedTab == "inbox")
    navigator.receive("notes://folder/work")
    while app.presenter.selectedTab != "library" || navigator.screens.count < 2 { await Task.yield() }
    #expect(try navigator.plan == plan("notes://folder/work", in: "library"))
    try await navigator.apply(navigator.changes(to: plan("notes://folder/work", in: "inbox")))
    #expect(app.presenter.selectedTab == "inbox", "a plan with a tab is for this tab")
  }

  @Test func `a change keeps the screens of a tab that the user selects meanwhile`() async throws {
    let presenter = app.presenter
    let registry = try app.registry.extending {
      screens(
        "form", .form, "notes://form",
        leaves: Leaves { _ in
          presenter.selectedTab = "inbox"
          return .proceed
        })
    }
    let navigator = Navigator(from: app.window, in: registry)
    try await navigator.open("notes://folder/work")
    try await navigator.select(tab: "library")
    try await navigator.open("notes://form")
    let failure = await navigatorFailure { try await navigator.popToRoot() }
    #expect(failure?.code == .superseded && failure?.done == [])
    #expect(app.shown == ["home", "folder work", "form"])
  }

  @Test func `selecting an unknown tab is an error before a screen is asked or removed`() async throws {
    try app.registry.perform(to: .login, path: .sheet(from: app.window))
    let unknown = error { _ = try navigator.changes(to: RoutePlan(steps: [.tab("other")])) }
    let failure = await navigatorFailure { try await navigator.select(tab: "other") }
    #expect(unknown?.message == "there is no tab 'other'" && failure?.error == unknown && failure?.done == [])
    #expect(app.shown == ["login"] && app.log.all.filter { $0.hasPrefix("asked") }.isEmpty)
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
    let changes = try navigator.changes(to: plan("notes://home", in: "library"))
    let failure = await navigatorFailure { try await navigator.apply(changes) }
    #expect(failure?.done.map(\.description) == ["select tab library"])
  }

  @Test func `performing a plan selects its tab`() async throws {
    let shown = try await app.registry.perform(plan("notes://home", in: "library"), from: app.window)
    #expect(shown.count == 1 && app.calls == ["select library", "show push"])
  }

  @Test func `a screen isn't shown in a tab that the user selects meanwhile`() async throws {
    let decided = Gate()
    let app = try NavigatedApplication { _ in
      await decided.pass()
      return .proceed
    }
    app.presenter.tabs = ["inbox", "library"]
    let navigator = Navigator(from: app.window, in: app.registry)
    let note = try #require(app.registry.plan(for: "notes://folder/work/note/7").steps.last)
    let changes = try navigator.changes(to: RoutePlan(steps: [.tab("library"), note]))
    let applying = Task { try await navigator.apply(changes) }
    await app.wait { decided.waitingCount == 1 }
    app.presenter.selectedTab = "inbox"
    decided.open()
    let failure = await navigatorFailure { try await applying.value }
    #expect(failure?.code == .superseded && app.shown.isEmpty)
  }

  // MARK: - The screens of all tabs

  /// Shows two screens in the first tab, and one in the second, which is then selected.
  private func fill() async throws {
    try await navigator.open("notes://folder/work")
    try await navigator.select(tab: "library")
    try await navigator.open("notes://home")
  }

  @Test func `restoring shows the screens of all tabs, and the sheet above them last`() async throws {
    try await fill()
    var plans = navigator.plans
    #expect(
      plans.mapValues { $0.steps.map(\.url) } == [
        "inbox": ["notes://home", "notes://folder/work"], "library": ["library", "notes://home"],
      ])
    #expect(plans["library"] == navigator.plan)
    plans["library"]?.steps += try app.registry.plan(for: "notes://folder/work/note/7", along: .sheet).steps
      .suffix(1)
    let data = try JSONEncoder().encode(plans)

    let second = try NavigatedApplication()
    second.presenter.tabs = app.presenter.tabs
    let restored = Navigator(from: second.window, in: second.registry)
    try await restored.restore(JSONDecoder().decode([String: RoutePlan].self, from: data))
    #expect(restored.plans == plans && second.presenter.selectedTab == "library")
    let calls = [
      "select library at once", "show push at once", "select inbox at once", "show push at once",
      "show push at once", "select library at once", "show sheet at once",
    ]
    #expect(second.calls == calls)
    try await restored.restore(plans)
    #expect(second.calls == calls, "all screens stay")
  }

  @Test func `plans that do not tell which tab to select are an error, and nothing changes`() async throws {
    try await fill()
    let plans = navigator.plans
    let inbox = RoutePlan(steps: [.tab("inbox")] + (plans["inbox"]?.steps ?? []))
    for (plans, said) in [
      (
        ["inbox": inbox, "library": navigator.plan],
        "the plan of 'inbox' selects 'inbox', and the plan of 'library' selects 'library'"
      ),
      (["library": inbox], "the plan of 'library' selects 'inbox'"),
    ] {
      let failure = await navigatorFailure { try await navigator.restore(plans) }
      #expect(failure?.code == .unsupportedPath)
      #expect(failure?.error.message == "the plans to restore do not tell which tab to select: \(said)")
    }
    #expect(navigator.plans == plans)
  }

  @Test func `restoring doesn't ask a sheet that stays`() async throws {
    try await navigator.open("notes://folder/work")
    try await navigator.select(tab: "library")
    try await navigator.open("notes://folder/work/note/7", along: .sheet)
    try app.screen(4).isEdited = true
    let (calls, plans) = (app.calls.count, navigator.plans)
    try await navigator.restore(plans)
    #expect(app.calls.count == calls && navigator.plans == plans)
    #expect(!app.log.all.contains("asked note 7"))
    // The change of the other tab removes the sheet.
    let failure = await navigatorFailure { try await navigator.restore(["library": navigator.plan]) }
    #expect(failure?.code == .stayed && app.calls.count == calls)
  }

  @Test(arguments: ["inbox", "library"])
  func `no tab changes if a screen of another tab stays`(tab: String) async throws {
    try await navigator.open(tab == "inbox" ? "notes://folder/work/note/7" : "notes://home")
    try await navigator.select(tab: "library")
    try await navigator.open(tab == "library" ? "notes://folder/work/note/7" : "notes://home")
    for transition in app.presenter.shown {
      guard let screen = transition.destination as? NamedScreen else { continue }
      screen.isEdited = screen.name == "note 7"
    }
    let (calls, plans) = (app.calls.count, navigator.plans)
    let failure = await navigatorFailure { try await navigator.restore([:]) }
    #expect(failure?.code == .stayed && navigator.plans == plans && app.calls.count == calls)
    try await navigator.restore([:], asking: false)
    #expect(app.shown.isEmpty)
  }

  @Test func `the plans of a window without tabs have an empty name`() async throws {
    let single = try NavigatedApplication()
    let navigator = Navigator(from: single.window, in: single.registry)
    try await navigator.open("notes://folder/work")
    let plans = navigator.plans
    #expect(plans == ["": navigator.plan])
    try await navigator.popToRoot()
    #expect(navigator.plans == ["": RoutePlan(steps: [])])
    try await navigator.restore(plans)
    #expect(navigator.plans == plans)
    let failure = await navigatorFailure { try await navigator.restore(["inbox": RoutePlan(steps: [])]) }
    #expect(failure?.code == .unsupportedPath)
    // The plans of an earlier version without tabs are for the selected tab.
    try await self.navigator.restore(plans)
    #expect(app.shown == ["home", "folder work"])
  }

  // MARK: - Plans that no longer fit

  /// Returns saved plans: a removed tab before and after the others, unknown URLs, and a selected tab.
  private func saved(selected: String, changing change: (inout [String: RoutePlan]) -> Void) throws
    -> [String: RoutePlan]
  {
    let folder = try app.registry.plan(for: "notes://folder/work")
    var plans = ["inbox": folder, "library": folder, "settings": folder]
    change(&plans)
    plans[selected]?.steps.insert(.tab(selected), at: 0)
    return plans
  }

  private func urls(_ plan: RoutePlan?) -> [String] { plan?.steps.filter { $0.tab == nil }.map(\.url) ?? [] }

  @Test(arguments: [false, true], ["inbox", "library", "settings", "archive", "zone"])
  func `restores plans that fit, and one error lists the rest`(isSlow: Bool, selected: String) async throws {
    var plans = try saved(selected: selected) { plans in
      plans["archive"] = plans["inbox"]
      plans["zone"] = plans["inbox"]
    }
    for name in ["library", "settings"] {
      let index = plans[name]?.steps.lastIndex { $0.tab == nil } ?? 0
      plans[name]?.steps[name == "library" ? index : index - 1].url = "notes://gone/\(name)"
    }
    let log = Log()
    let registry = try app.registry.extending { ReportsErrors { log.append("\($0.code)") } }
    let navigator = Navigator(from: app.window, in: registry)
    app.presenter.isPrompt = !isSlow
    let restoring = Task { try await navigator.restore(plans) }
    if isSlow {
      for _ in 0..<3 {
        await app.pending()
        app.presenter.complete()
        await Task.yield()
      }
    }
    let failure = await navigatorFailure { try await restoring.value }
    let all = navigator.plans
    #expect(urls(all["inbox"]) == ["notes://home", "notes://folder/work"])
    #expect(urls(all["library"]) == ["notes://home"] && urls(all["settings"]) == [])
    let isKnown = app.presenter.tabs.contains(selected)
    #expect(app.presenter.selectedTab == (isKnown ? selected : "inbox"))
    let message = failure?.error.message ?? ""
    let parts = [
      "the tab 'archive', because there is no tab 'archive'",
      "push notes://gone/library in the tab 'library', because no route matches \"notes://gone/library\"",
      "push notes://gone/settings, NamedScreen push notes://folder/work in the tab 'settings', because no route",
      "the tab 'zone', because there is no tab 'zone'",
    ]
    for part in parts { #expect(message.contains(part), "\(message)") }
    #expect(message.hasPrefix("some saved screens could not be restored: ") && failure?.error.remedy != nil)
    // The selected tab comes first, and each error is reported once.
    #expect(selected != "library" || app.calls.prefix(2) == ["select library at once", "show push at once"])
    #expect(log.all.sorted() == ["unknownURL", "unknownURL", "unsupportedPath", "unsupportedPath"])
  }

  @Test func `a screen that fails costs only the screens above it`() async throws {
    let plans = try saved(selected: "library") { _ in }
    app.presenter.isPrompt = false
    let restoring = Task { try await navigator.restore(plans) }
    await app.pending()
    app.presenter.complete()
    await app.pending()
    app.presenter.complete(Failure(description: "stuck"))
    app.presenter.isPrompt = true
    let failure = await navigatorFailure { try await restoring.value }
    #expect(urls(navigator.plans["inbox"]).count == 2 && urls(navigator.plans["settings"]).count == 2)
    #expect(failure?.code == .actionFailed && navigator.selectedTab == "library")
    #expect(
      failure?.error.message.contains("push notes://folder/work in the tab 'library', because the presenter")
        == true)
  }

  @Test func `a canceled restoration ends at once`() async throws {
    let plans = try saved(selected: "library") { _ in }
    app.presenter.isPrompt = false
    let restoring = Task { try await navigator.restore(plans) }
    await app.pending()
    restoring.cancel()
    app.presenter.complete()
    let failure = await navigatorFailure { try await restoring.value }
    #expect(failure?.isCancellation == true && app.shown.count == 1)
  }

  @Test func `selecting a tab keeps its screens and removes the screens above all tabs`() async throws {
    try await fill()
    try app.registry.perform(to: .login, path: .sheet(from: app.window))
    try await navigator.select(tab: "inbox")
    #expect(app.calls.suffix(2) == ["remove sheet at once", "select inbox"])
    #expect(navigator.screens.map(\.url) == ["notes://home", "notes://folder/work"])
    try app.registry.perform(to: .login, path: .sheet(from: app.window))
    try await navigator.select(tab: "inbox")
    #expect(app.calls.last == "remove sheet" && navigator.screens.count == 2)
    let count = app.calls.count
    try await navigator.select(tab: "inbox")
    #expect(app.calls.count == count)
    for tab in ["other", "inbox"] {
      let failure = await navigatorFailure { try await navigator.select(tab: tab) }
      #expect(failure?.code == .unsupportedPath)
      app.presenter.tabs = []
    }
  }

  @Test func `a screen pushed below a sheet belongs to its tab`() async throws {
    try await navigator.open("notes://home")
    try app.registry.perform(to: .login, path: .sheet(from: app.window))
    try app.registry.open("notes://folder/work", .push(from: app.window))
    #expect(navigator.screens.map(\.url) == ["notes://home", "notes://folder/work", nil])
    #expect(navigator.plan.steps.compactMap(\.url) == ["inbox", "notes://home", "notes://folder/work"])
    try await navigator.select(tab: "inbox")
    #expect(app.calls.last == "remove sheet")
    #expect(navigator.screens.map(\.url) == ["notes://home", "notes://folder/work"])
    try app.registry.perform(to: .login, path: .sheet(from: app.window))
    try app.registry.open("notes://home", .push(from: app.window))
    try await navigator.back()
    #expect(app.calls.last == "remove sheet")
  }

  @Test func `popping to the root removes the screens of the selected tab`() async throws {
    try await fill()
    try await navigator.popToRoot()
    #expect(app.shown == ["home", "folder work"] && navigator.screens.isEmpty)
    try await navigator.select(tab: "inbox")
    try await navigator.popToRoot()
    #expect(app.calls.suffix(2) == ["remove push at once", "remove push"] && app.shown.isEmpty)
    let count = app.calls.count
    try await navigator.popToRoot()
    #expect(app.calls.count == count)
  }
}
