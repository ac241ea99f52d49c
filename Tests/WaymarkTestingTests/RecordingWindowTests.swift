import SharedFixtures
import Testing
import Waymark
import WaymarkTesting

@MainActor
@Suite("RecordingWindow", .registry { Route(Editor.self) { View<any EditorInput>() } }, .noLeaks)
struct RecordingWindowTests {
  private struct Failure: Error {}

  @Test func `the window records presentations and removals`() async throws {
    let window = RecordingWindow(supporting: [.push, .present])
    let active = try Router.perform(to: View<any EditorInput>(), path: .push(from: window)) {
      $0.animated = false
    }
    let screen = try await active.completed()
    #expect(window.shown.count == 1 && window.shown.first as AnyObject === screen)
    try active.remove()
    #expect(window.entries.map(\.kind) == [.push, .push])
    #expect(window.entries.map(\.isRemoval) == [false, true])
    #expect(
      window.entries.map(\.animated) == [false, true]
        && window.entries.first?.destination as AnyObject === screen)
    #expect(window.shown.isEmpty)
  }

  @Test func `an unsupported kind of path is refused`() {
    let window = RecordingWindow(supporting: [.push])
    let error = #expect(throws: RouteError.self) {
      try Router.perform(to: View<any EditorInput>(), path: .popover(from: window))
    }
    #expect(error?.message == "this RecordingWindow does not support 'popover'" && window.entries.isEmpty)
  }

  @Test func `the next change fails with the given error`() async throws {
    let window = RecordingWindow()
    window.failNext(with: Failure())
    let active = try Router.perform(to: View<any EditorInput>(), path: .push(from: window))
    let error = await #expect(throws: RouteError.self) { _ = try await active.completed() }
    #expect(error?.underlying is Failure && window.entries.isEmpty && active.state == .unrouted)
    try active.perform()
    #expect(active.state == .routed && window.entries.count == 1)
    window.failNext(with: Failure())
    try active.remove()
    #expect(active.state == .routed && window.shown.count == 1)
  }

  @Test func `a change can be completed later`() throws {
    let window = RecordingWindow()
    window.completion = .later
    let active = try Router.perform(to: View<any EditorInput>(), path: .push(from: window))
    #expect(active.state == .routing && window.shown.isEmpty)
    #expect(window.completeNext() && active.state == .routed && window.shown.count == 1)
    #expect(!window.completeNext())
    let failing = try Router.perform(to: View<any EditorInput>(), path: .push(from: window))
    #expect(window.completeNext(with: Failure()) && failing.state == .unrouted && window.shown.count == 1)
  }

  @Test func `closing a window ends its changes in progress`() async throws {
    let window = RecordingWindow()
    let removed = try Router.perform(to: View<any EditorInput>(), path: .push(from: window))
    window.completion = .later
    try removed.remove()
    let shown = try Router.perform(to: View<any EditorInput>(), path: .push(from: window))
    let removal = Task { try await removed.removed() }
    let error = await #expect(throws: RouteError.self) {
      Task { @MainActor in await window.closeIfPossible() }
      _ = try await shown.completed()
    }
    #expect(error?.message.contains("closed") == true)
    try await removal.value
    #expect(removed.state == .removed)
  }

  @Test func `a test can dismiss the topmost view like the user`() throws {
    let window = RecordingWindow()
    let active = try Router.perform(to: View<any EditorInput>(), path: .push(from: window))
    #expect(window.dismissTopmost() && active.state == .removed && window.entries.last?.isRemoval == true)
    #expect(!window.dismissTopmost())
    window.canRemove = false
    let stuck = try Router.perform(to: View<any EditorInput>(), path: .push(from: window))
    #expect(!stuck.canRemove)
  }

  @Test(arguments: [false, true])
  func `a test can dismiss a view during its animation`(asks: Bool) async throws {
    let window = RecordingWindow()
    let lower = try Router.perform(to: View<any EditorInput>(), path: .push(from: window))
    window.completion = .later
    let upper = try Router.perform(to: View<any EditorInput>(), path: .push(from: window))
    let dismissed = asks ? await window.dismissTopmostIfPossible() : window.dismissTopmost()
    #expect(dismissed && [lower.state, upper.state] == [.routed, .removed])
    #expect(window.entries.map(\.isRemoval) == [false, false, true] && window.shown.count == 1)
    #expect(!window.completeNext())
    try await upper.removed()
  }

  @Test func `a view belongs to the tab where its push began`() throws {
    let window = RecordingWindow(tabs: ["inbox", "library"])
    window.completion = .later
    let active = try Router.perform(to: View<any EditorInput>(), path: .push(from: window))
    window.selectedTab = "library"
    #expect(!window.dismissTopmost(), "the view of another tab isn't visible")
    window.completeNext()
    #expect(window.shown(inTab: "inbox").count == 1 && window.entries.last?.tab == "inbox")
    window.selectedTab = "inbox"
    #expect(window.dismissTopmost() && active.state == .removed)
  }

  @Test func `a window with tabs shows the views of each tab`() throws {
    let window = RecordingWindow(tabs: ["inbox", "library"])
    let kinds: [RoutePath] = [.push(from: window), .sheet(from: window)]
    let actives = try kinds.map { try Router.perform(to: View<any EditorInput>(), path: $0) }
    #expect(window.selectedTab == "inbox" && window.entries.map(\.tab) == ["inbox", nil])
    #expect(window.shown(inTab: "inbox").count == 1 && window.shown(inTab: nil).count == 1)
    window.selectedTab = "other"
    #expect(window.selectedTab == "inbox")
    window.selectedTab = "library"
    #expect(window.dismissTopmost() && actives[1].state == .removed)
    #expect(!window.dismissTopmost(), "the view of another tab isn't visible")
    let presenter = try #require(window.routePresenter as? any TabPresenter)
    let error = #expect(throws: RouteError.self) { try presenter.selectTab("other", animated: true) }
    #expect(error?.message == "this RecordingWindow has no tab 'other'")
    try presenter.selectTab("inbox", animated: true)
    #expect(window.dismissTopmost() && window.entries.last?.tab == "inbox" && window.shown.isEmpty)
  }

  @Test func `a window closes with the views of all tabs unless one stays`() async throws {
    let registry = try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
        Leaves { $0.title == "edited" ? .stay : .proceed }
      }
    }
    let window = RecordingWindow(tabs: ["inbox", "library"])
    let first = try registry.perform(to: View<any EditorInput>(), path: .push(from: window))
    window.selectedTab = "library"
    let second = try registry.perform(to: View<any EditorInput>(), path: .sheet(from: window))
    first.destination?.title = "edited"
    #expect(await window.closeIfPossible() == false)
    #expect(window.selectedTab == "inbox" && window.shown.count == 2)
    first.destination?.title = ""
    window.completion = .later
    let third = try registry.perform(to: View<any EditorInput>(), path: .sheet(from: window))
    try second.remove()
    #expect(await window.closeIfPossible())
    #expect([first.state, second.state, third.state] == [.removed, .removed, .unrouted])
    #expect(window.shown.isEmpty && window.entries.filter(\.isRemoval).count == 2)
    let isDismissed = await window.dismissTopmostIfPossible()
    #expect(!window.completeNext() && !isDismissed)
    let error = #expect(throws: RouteError.self) { try first.perform() }
    #expect(error?.message == "this RecordingWindow was closed")
  }

  /// The detection of leaks asks for it.
  @Test func `the window retains the destinations that it shows`() throws {
    let window = RecordingWindow()
    let first = try Router.perform(to: View<any EditorInput>(), path: .push(from: window))
    let second = try Router.perform(to: View<any EditorInput>(), path: .push(from: window))
    let screens = try [#require(first.destination), #require(second.destination)]
    let presenter = window.routePresenter
    #expect(screens.map { presenter.holder(of: $0) } == ["a RecordingWindow", "a RecordingWindow"])
    try second.remove()
    #expect(screens.map { presenter.holder(of: $0) } == ["a RecordingWindow", nil])
    try first.remove()
  }

  @Test func `a view can be a value`() throws {
    let registry = try Registry { Route(Label.init) { View<Label>() } }
    let window = RecordingWindow()
    let active = try #require(registry.router(to: View<Label>())).perform(.push(from: window))
    #expect(window.shown.count == 1)
    try active.remove()
    #expect(window.shown.isEmpty && window.entries.map(\.isRemoval) == [false, true])
  }

  // MARK: - Views above a removed one

  /// Shows editors along paths, and returns their active routes.
  private func editors(_ paths: [RoutePath]) throws -> [ActiveRoute<any EditorInput>] {
    try paths.map { try Router.perform(to: View<any EditorInput>(), path: $0) }
  }

  @Test(arguments: [RecordingWindow.Completion.atOnce, .later])
  func `removing a pushed view removes the views pushed above it`(
    completion: RecordingWindow.Completion
  ) throws {
    let window = RecordingWindow()
    let all = try editors([.push(from: window), .push(from: window), .show(from: window)])
    let views = window.shown.map { $0 as AnyObject }
    let order = Order()
    for (index, active) in all.enumerated() {
      active.options.onStateChange = { old, new in order.states.append("\(index) \(old) → \(new)") }
    }
    window.completion = completion
    try all[1].remove { options in
      options.animated = false
      options.onSuccess = { order.states.append("success") }
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
    #expect(order.states == ["1 routed → removing", "1 removing → removed", "success", "2 routed → removed"])
  }

  @Test(arguments: [RecordingWindow.Completion.atOnce, .later])
  func `a view that is pushed while a sheet appears is inside of the sheet`(
    completion: RecordingWindow.Completion
  ) async throws {
    let window = RecordingWindow(tabs: ["inbox", "library"])
    let navigator = Navigator(from: window)
    window.completion = completion
    let all = try editors([.sheet(from: window), .push(from: window)])
    while window.completeNext() {}
    #expect(window.shown.count == 2 && window.shown(inTab: "inbox").isEmpty)
    #expect(navigator.screens.map(\.kind) == ["sheet", "push"])
    window.completion = .atOnce
    try all[0].remove()
    #expect(all.map(\.state) == [.removed, .removed] && window.shown.isEmpty)
  }

  @Test func `views are in the order in which their presentations began`() async throws {
    let window = RecordingWindow()
    let navigator = Navigator(from: window)
    window.completion = .later
    let lower = try Router.perform(to: View<any EditorInput>(), path: .push(from: window))
    window.completion = .atOnce
    let upper = try Router.perform(to: View<any EditorInput>(), path: .present(from: window))
    window.completeNext()
    #expect(window.entries.map(\.kind) == [.present, .push])
    #expect(window.shown.count == 2 && window.shown.first as AnyObject === lower.destination)
    #expect(navigator.screens.map(\.kind) == ["push", "present"])
    try await navigator.back()
    #expect([lower.state, upper.state] == [.routed, .removed])
  }

  @Test func `the user dismisses the view whose presentation began last`() throws {
    let window = RecordingWindow()
    window.completion = .later
    let lower = try Router.perform(to: View<any EditorInput>(), path: .push(from: window))
    window.completion = .atOnce
    let upper = try Router.perform(to: View<any EditorInput>(), path: .push(from: window))
    #expect(window.dismissTopmost() && [lower.state, upper.state] == [.routing, .removed])
    window.completeNext()
    #expect(lower.state == .routed && window.shown.count == 1)
  }

  @Test(arguments: [RoutePath.Kind.push, .showDetail])
  func `the stacks of tabs are independent`(lowest: RoutePath.Kind) throws {
    let window = RecordingWindow(tabs: ["inbox", "library"])
    let inbox = try editors([.custom(lowest, from: window), .push(from: window)])
    window.selectedTab = "library"
    let library = try editors([.push(from: window), .push(from: window)])
    try inbox[0].remove()
    #expect(inbox.map(\.state) == [.removed, .removed] && library.map(\.state) == [.routed, .routed])
    #expect(window.shown(inTab: "library").count == 2)
  }

  @Test func `a view that the user dismisses during its removal is removed once`() throws {
    let window = RecordingWindow(tabs: ["inbox"])
    let active = try Router.perform(to: View<any EditorInput>(), path: .push(from: window))
    window.completion = .later
    try active.remove()
    #expect(window.dismissTopmost() && active.state == .removed)
    window.completeNext()
    #expect(window.entries.map(\.isRemoval) == [false, true])
    #expect(window.entries.last?.tab == "inbox")
  }
}

private struct Label {}

@MainActor private final class Order { var states: [String] = [] }

extension RoutableView<Label> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
