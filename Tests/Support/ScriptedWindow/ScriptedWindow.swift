package import Waymark

/// A window with a presenter that follows a test's script, even into incorrect behavior.
///
/// `WaymarkTesting.RecordingWindow` is the window for tests of applications. This one is for tests of Waymark
/// itself: it completes a change twice or never, loses views without reporting it, and records every call.
@MainActor package final class ScriptedWindow: RouteSource {
  package let presenter = ScriptedPresenter()
  package var routePresenter: any RoutePresenter { presenter }

  package init() {}
}

/// The presenter of a ``ScriptedWindow``.
@MainActor package final class ScriptedPresenter: TabPresenter {
  package typealias Completion = @MainActor ((any Error)?) -> Void

  /// Whether completions are called immediately, not by ``complete(_:)``.
  package var isPrompt = true
  /// The error that changes throw, or nil for successful changes.
  package var failure: (any Error)?
  /// The error that validation throws, or nil for successful validation.
  package var refusal: RouteError?
  package var isRemovable = true
  package var leakHolder: String?
  /// The views that are shown, the lowest first.
  package private(set) var shown: [RouteTransition] = []
  /// The calls of the presenter's functions, such as `show push`.
  package private(set) var calls: [String] = []
  /// The names of the tabs, or an empty array for a window without tabs.
  package var tabs: [String] = [] {
    didSet { selectedTab = tabs.first }
  }
  package var selectedTab: String?
  /// The tabs of views that a test has placed elsewhere than in the selected tab, by the kind of path.
  package var placedTabs: [RoutePath.Kind: String?] = [:]
  /// The parts of views, by the identity of the view.
  package var parts: [RouteTransition.ID: [RouteTransition]] = [:]
  /// Returns the tab of a URL's screens.
  package var tabOfPlan: (RoutePlan) -> String? = { _ in nil }
  /// The completions that weren't called yet.
  package private(set) var waiting: [Completion] = []

  package func validate(_ transition: RouteTransition) throws(RouteError) {
    calls.append("validate \(transition.path.kind)")
    if let refusal { throw refusal }
  }

  package func show(_ transition: RouteTransition, completion: @escaping Completion) {
    calls.append("show \(transition.path.kind)\(transition.animated ? "" : " at once")")
    if failure == nil { shown.append(transition) }
    answer(completion)
  }

  package func canRemove(_ transition: RouteTransition) -> Bool { isRemovable }

  package func remove(_ transition: RouteTransition, completion: @escaping Completion) {
    calls.append("remove \(transition.path.kind)\(transition.animated ? "" : " at once")")
    if failure == nil { shown.removeAll { $0 == transition } }
    answer(completion)
  }

  package func holder(of destination: Any) -> String? { leakHolder }

  /// Removes the topmost view as if the user had swiped it away.
  package func swipeBack() { shown.removeLast().wasRemoved() }

  /// Removes the topmost view as if the user had swiped it away, if it may be removed.
  package func swipeBackIfPossible() async -> Bool {
    guard let transition = shown.last, await transition.mayLeave() else { return false }
    shown.removeAll { $0 == transition }
    transition.wasRemoved()
    return true
  }

  /// Closes the window as the user does, if all views may be removed.
  package func closeIfPossible(_ window: ScriptedWindow) async -> Bool {
    guard await mayClose({ [self] in shown }) else { return false }
    close(window)
    return true
  }

  /// Closes the window as the toolkit does, without asking.
  package func close(_ window: ScriptedWindow, forgetting isForgetful: Bool = false) {
    let views = isForgetful ? [] : shown
    shown = []
    didClose(window, with: views)
  }

  package func parts(of transition: RouteTransition) -> [RouteTransition] { parts[transition.id] ?? [] }

  package func validate(tab name: String) throws(RouteError) {
    guard tabs.contains(name) else { throw RouteError(.unsupportedPath, "there is no tab '\(name)'") }
  }

  package func selectTab(_ name: String, animated: Bool) throws(RouteError) {
    calls.append("select \(name)\(animated ? "" : " at once")")
    try validate(tab: name)
    selectedTab = name
  }

  package func tab(of transition: RouteTransition) -> String? {
    placedTabs[transition.path.kind] ?? (coversTabs(transition.path.kind) ? nil : selectedTab)
  }

  package func tab(for plan: RoutePlan) -> String? { tabOfPlan(plan) }

  /// Calls the oldest completion that wasn't called yet.
  package func complete(_ error: (any Error)? = nil) { waiting.removeFirst()(error) }

  /// Releases the completions that weren't called yet, as a presenter does that forgets them.
  package func forgetCompletions() { waiting = [] }

  /// Releases all views without reporting that they were removed.
  package func forgetAll() { shown = [] }

  private func answer(_ completion: @escaping Completion) {
    if isPrompt { completion(failure) } else { waiting.append(completion) }
  }
}
