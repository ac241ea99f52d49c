import SharedFixtures
import Testing
import Waymark
import WaymarkTesting

private struct Label {}

extension RoutableView<Label> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

@MainActor
@Suite("RecordingWindow", .registry { Route(Editor.self) { View<any EditorInput>() } }, .noLeaks)
struct RecordingWindowTests {
  private let window = RecordingWindow()
  private let tabs = RecordingWindow(tabs: ["inbox", "library"])
  private let failure = Failure(description: "stuck")

  /// Shows an editor in a window.
  @discardableResult
  private func show(_ kind: RoutePath.Kind = .push, in window: RecordingWindow? = nil) throws
    -> ActiveRoute<any EditorInput>
  {
    try Router.perform(to: View<any EditorInput>(), path: .custom(kind, from: window ?? self.window))
  }

  @Test func `the window records presentations and removals`() async throws {
    let active = try Router.perform(to: View<any EditorInput>(), path: .push(from: window)) {
      $0.animated = false
    }
    let screen = try await active.completed()
    #expect(window.shown.count == 1 && window.shown.first as AnyObject === screen)
    try active.remove()
    #expect(window.entries.map(\.kind) == [.push, .push])
    #expect(window.entries.map(\.isRemoval) == [false, true])
    #expect(window.entries.map(\.animated) == [false, true])
    #expect(window.entries.first?.destination as AnyObject === screen && window.shown.isEmpty)
  }

  @Test func `an unsupported kind of path is refused`() throws {
    let window = RecordingWindow(supporting: [.push])
    let error = #expect(throws: RouteError.self) { try show(.popover, in: window) }
    #expect(error?.message == "this RecordingWindow does not support 'popover'" && window.entries.isEmpty)
    try show(in: window)
    #expect(window.shown.count == 1)
  }

  @Test func `the next change fails with the given error`() async throws {
    window.failNext(with: failure)
    let active = try show()
    let error = await #expect(throws: RouteError.self) { _ = try await active.completed() }
    #expect(error?.underlying is Failure && window.entries.isEmpty && active.state == .unrouted)
    try active.perform()
    #expect(active.state == .routed && window.entries.count == 1)
    window.failNext(with: failure)
    try active.remove()
    #expect(active.state == .routed && window.shown.count == 1)
  }

  @Test func `a change can be completed later`() throws {
    window.completion = .later
    let active = try show()
    #expect(active.state == .routing && window.shown.isEmpty)
    #expect(window.completeNext() && active.state == .routed && window.shown.count == 1)
    #expect(!window.completeNext())
    let failing = try show()
    #expect(window.completeNext(with: failure) && failing.state == .unrouted && window.shown.count == 1)
  }

  @Test func `a view can be a value`() throws {
    let registry = try Registry { Route(Label.init) { View<Label>() } }
    let active = try #require(registry.router(to: View<Label>())).perform(.push(from: window))
    #expect(window.shown.count == 1)
    try active.remove()
    #expect(window.shown.isEmpty && window.entries.map(\.isRemoval) == [false, true])
  }

  /// The detection of leaks asks for it.
  @Test func `the window retains the destinations that it shows`() throws {
    let actives = [try show(), try show()]
    let screens = try actives.map { try #require($0.destination) }
    let presenter = window.routePresenter
    #expect(screens.map { presenter.holder(of: $0) } == ["a RecordingWindow", "a RecordingWindow"])
    try actives[1].remove()
    #expect(screens.map { presenter.holder(of: $0) } == ["a RecordingWindow", nil])
    try actives[0].remove()
  }

  // MARK: - The user's actions

  @Test func `a test can dismiss the topmost view like the user`() throws {
    let active = try show()
    #expect(window.dismissTopmost() && active.state == .removed && window.entries.last?.isRemoval == true)
    #expect(!window.dismissTopmost())
    window.canRemove = false
    #expect(try !show().canRemove)
  }

  @Test(arguments: [false, true])
  func `a test can dismiss a view during its animation`(asks: Bool) async throws {
    let lower = try show()
    window.completion = .later
    let upper = try show()
    let dismissed = asks ? await window.dismissTopmostIfPossible() : window.dismissTopmost()
    #expect(dismissed && [lower.state, upper.state] == [.routed, .removed])
    #expect(window.entries.map(\.isRemoval) == [false, false, true] && window.shown.count == 1)
    #expect(!window.completeNext())
    try await upper.removed()
  }

  @Test func `a view that the user dismisses during its removal is removed once`() throws {
    let active = try show(in: tabs)
    tabs.completion = .later
    try active.remove()
    #expect(tabs.dismissTopmost() && active.state == .removed)
    tabs.completeNext()
    #expect(tabs.entries.map(\.isRemoval) == [false, true] && tabs.entries.last?.tab == "inbox")
  }

  @Test func `a window closes with the views of all tabs unless one stays`() async throws {
    let registry = try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
        Leaves { $0.title == "edited" ? .stay : .proceed }
      }
    }
    let first = try registry.perform(to: View<any EditorInput>(), path: .push(from: tabs))
    tabs.selectedTab = "library"
    let second = try registry.perform(to: View<any EditorInput>(), path: .sheet(from: tabs))
    first.destination?.title = "edited"
    #expect(await tabs.closeIfPossible() == false)
    #expect(tabs.selectedTab == "inbox" && tabs.shown.count == 2)
    first.destination?.title = ""
    tabs.completion = .later
    let third = try registry.perform(to: View<any EditorInput>(), path: .sheet(from: tabs))
    try second.remove()
    #expect(await tabs.closeIfPossible())
    #expect([first.state, second.state, third.state] == [.removed, .removed, .unrouted])
    #expect(tabs.shown.isEmpty && tabs.entries.filter(\.isRemoval).count == 2)
    let isDismissed = await tabs.dismissTopmostIfPossible()
    #expect(!tabs.completeNext() && !isDismissed)
    let error = #expect(throws: RouteError.self) { try first.perform() }
    #expect(error?.message == "this RecordingWindow was closed")
  }

  // MARK: - Tabs

  @Test func `a view belongs to the tab where its push began`() throws {
    tabs.completion = .later
    let active = try show(in: tabs)
    tabs.selectedTab = "library"
    #expect(!tabs.dismissTopmost(), "the view of another tab isn't visible")
    tabs.completeNext()
    #expect(tabs.shown(inTab: "inbox").count == 1 && tabs.entries.last?.tab == "inbox")
    tabs.selectedTab = "inbox"
    #expect(tabs.dismissTopmost() && active.state == .removed)
  }

  @Test func `a window with tabs shows the views of each tab`() throws {
    let actives = try [RoutePath.Kind.push, .sheet].map { try show($0, in: tabs) }
    #expect(tabs.selectedTab == "inbox" && tabs.entries.map(\.tab) == ["inbox", nil])
    #expect(tabs.shown(inTab: "inbox").count == 1 && tabs.shown(inTab: nil).count == 1)
    tabs.selectedTab = "other"
    #expect(tabs.selectedTab == "inbox")
    tabs.selectedTab = "library"
    #expect(tabs.dismissTopmost() && actives[1].state == .removed)
    #expect(!tabs.dismissTopmost(), "the view of another tab isn't visible")
    let presenter = try #require(tabs.routePresenter as? any TabPresenter)
    let error = #expect(throws: RouteError.self) { try presenter.selectTab("other", animated: true) }
    #expect(error?.message == "this RecordingWindow has no tab 'other'")
    try presenter.selectTab("inbox", animated: true)
    #expect(tabs.dismissTopmost() && tabs.entries.last?.tab == "inbox" && tabs.shown.isEmpty)
  }

  @Test(arguments: [RoutePath.Kind.push, .showDetail])
  func `the stacks of tabs are independent`(lowest: RoutePath.Kind) throws {
    let inbox = [try show(lowest, in: tabs), try show(in: tabs)]
    tabs.selectedTab = "library"
    let library = [try show(in: tabs), try show(in: tabs)]
    try inbox[0].remove()
    #expect(inbox.map(\.state) == [.removed, .removed] && library.map(\.state) == [.routed, .routed])
    #expect(tabs.shown(inTab: "library").count == 2)
  }

  // MARK: - Views above another one

  /// The walk in this window compares the states only, not the order of the reports.
  @Test(arguments: [RecordingWindow.Completion.atOnce, .later])
  func `removing a pushed view removes the views pushed above it`(
    completion: RecordingWindow.Completion
  ) throws {
    let all = [try show(), try show(), try show(.show)]
    let views = window.shown.map { $0 as AnyObject }
    let order = Log()
    for (index, active) in all.enumerated() {
      active.options.onStateChange = { old, new in order.append("\(index) \(old) → \(new)") }
    }
    window.completion = completion
    try all[1].remove { options in
      options.animated = false
      options.onSuccess = { order.append("success") }
    }
    if completion == .later {
      #expect(window.shown.count == 3)
      window.completeNext()
    }
    #expect(all.map(\.state) == [.routed, .removed, .removed])
    #expect(window.shown.count == 1 && window.shown[0] as AnyObject === views[0])
    let removals = window.entries.filter(\.isRemoval).map { $0.destination as AnyObject }
    #expect(removals.count == 2 && removals[0] === views[2] && removals[1] === views[1])
    #expect(window.entries.suffix(2).map(\.animated) == [false, false])
    #expect(order.all == ["1 routed → removing", "1 removing → removed", "success", "2 routed → removed"])
  }

  @Test(arguments: [RecordingWindow.Completion.atOnce, .later])
  func `a view that is pushed while a sheet appears is inside of the sheet`(
    completion: RecordingWindow.Completion
  ) async throws {
    let navigator = Navigator(from: tabs)
    tabs.completion = completion
    let all = [try show(.sheet, in: tabs), try show(in: tabs)]
    while tabs.completeNext() {}
    #expect(tabs.shown.count == 2 && tabs.shown(inTab: "inbox").isEmpty)
    #expect(navigator.screens.map(\.kind) == ["sheet", "push"])
    tabs.completion = .atOnce
    try all[0].remove()
    #expect(all.map(\.state) == [.removed, .removed] && tabs.shown.isEmpty)
  }

  @Test func `views are in the order in which their presentations began`() async throws {
    let navigator = Navigator(from: window)
    window.completion = .later
    let lower = try show()
    window.completion = .atOnce
    let dismissed = try show()
    #expect(window.dismissTopmost() && [lower.state, dismissed.state] == [.routing, .removed])
    let upper = try show(.present)
    window.completeNext()
    #expect(window.entries.suffix(2).map(\.kind) == [.present, .push])
    #expect(window.shown.count == 2 && window.shown.first as AnyObject === lower.destination)
    #expect(navigator.screens.map(\.kind) == ["push", "present"])
    try await navigator.back()
    #expect([lower.state, upper.state] == [.routed, .removed])
  }
}
