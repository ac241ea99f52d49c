public import Waymark

/// A window for tests, which records the views that it shows and removes.
///
///     let window = RecordingWindow()
///     try registry.perform(to: .editor, path: .push(from: window))
///     #expect(window.shown.count == 1)
///
/// A test controls when a change completes (``completion``), whether it fails (``failNext(with:)``), and whether views
/// can be removed (``canRemove``). A window can have tabs:
///
///     let window = RecordingWindow(tabs: ["inbox", "library"])
///     try await Navigator(from: window, in: registry).select(tab: "library")
///     #expect(window.selectedTab == "library")
@MainActor
public final class RecordingWindow: RouteSource {
  /// A record of a view that the window has shown or removed.
  public struct Entry {
    /// The kind of path of the view.
    public let kind: RoutePath.Kind
    /// Whether the window removed the view, instead of showing it.
    public let isRemoval: Bool
    /// The view.
    public let destination: Any
    /// Whether the request asked for an animation.
    public let animated: Bool
    /// The name of the view's tab, or nil if the view is above all tabs or the window has none.
    public let tab: String?
  }

  /// The time when the window completes a change.
  public enum Completion: Sendable {
    /// The window completes a change immediately.
    case atOnce
    /// The window completes a change when the test calls ``RecordingWindow/completeNext(with:)``, if ever.
    case later
  }

  /// The time when the window completes a change, which is immediately by default.
  public var completion: Completion {
    get { presenter.completion }
    set { presenter.completion = newValue }
  }

  /// Whether the window can remove views, which it can by default.
  public var canRemove: Bool {
    get { presenter.isRemovable }
    set { presenter.isRemovable = newValue }
  }

  private let presenter: Presenter

  /// Creates a window.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of path that the window supports, or nil for all.
  ///   - tabs: The names of the tabs. The first tab is selected. By default, the window has no tabs.
  public init(supporting kinds: [RoutePath.Kind]? = nil, tabs: [String] = []) {
    presenter = Presenter(kinds, tabs)
  }

  /// The name of the selected tab, which a test can set as the user does, or nil if the window has no tabs.
  ///
  /// A name that isn't one of the window's tabs has no effect.
  public var selectedTab: String? {
    get { presenter.selectedTab }
    set { if let newValue, presenter.tabs.contains(newValue) { presenter.selectedTab = newValue } }
  }

  /// The presenter that records the changes.
  public var routePresenter: any RoutePresenter { presenter }

  /// The records of all changes, in order.
  public var entries: [Entry] { presenter.entries }

  /// The shown views of all tabs, which the window retains, in order of presentation.
  public var shown: [Any] { presenter.shown.map(\.destination) }

  /// Returns the shown views of one tab, beginning with the lowest.
  ///
  ///     #expect(window.shown(inTab: "library").count == 1)
  ///
  /// - Parameter tab: The name of the tab, or nil for the views above all tabs.
  public func shown(inTab tab: String?) -> [Any] {
    presenter.shown.filter { presenter.tab(of: $0) == tab }.map(\.destination)
  }

  /// Makes the next change fail.
  ///
  ///     window.failNext(with: CancellationError())
  ///
  /// - Parameter error: The error of the change.
  public func failNext(with error: any Error) { presenter.failures.append(error) }

  /// Completes the oldest pending change, if ``completion`` is `later`.
  ///
  ///     window.completion = .later
  ///     try registry.perform(to: .editor, path: .push(from: window))
  ///     window.completeNext()
  ///
  /// - Parameter error: The error of the change, or nil if it succeeds.
  /// - Returns: Whether there was a pending change.
  @discardableResult
  public func completeNext(with error: (any Error)? = nil) -> Bool {
    guard !presenter.waiting.isEmpty else { return false }
    presenter.waiting.removeFirst()(error)
    return true
  }

  /// Removes the topmost visible view as if the user had swiped it away, without a request to Waymark.
  ///
  ///     try registry.perform(to: .editor, path: .push(from: window))
  ///     window.dismissTopmost()
  ///
  /// - Returns: Whether there was a view.
  @discardableResult
  public func dismissTopmost() -> Bool {
    guard let transition = presenter.topmost else { return false }
    presenter.dismiss(transition)
    return true
  }

  /// Removes the topmost visible view as if the user had swiped it away, unless its route's ``Waymark/Leaves`` decide
  /// to stay.
  ///
  ///     #expect(await window.dismissTopmostIfPossible() == false)
  ///
  /// - Returns: Whether the window removed a view.
  @discardableResult
  public func dismissTopmostIfPossible() async -> Bool {
    guard let transition = presenter.topmost, await transition.mayLeave(),
      presenter.shown.contains(transition)
    else { return false }
    presenter.dismiss(transition)
    return true
  }

  /// Closes the window as the user does, unless the ``Waymark/Leaves`` of a view in any tab decide to stay.
  ///
  ///     #expect(await window.closeIfPossible() == false)
  ///
  /// A closed window shows nothing anymore. Changes in progress end, without a call of ``completeNext(with:)``.
  ///
  /// - Returns: Whether the window is closed.
  @discardableResult
  public func closeIfPossible() async -> Bool {
    guard await presenter.mayClose({ [presenter] in presenter.shown }) else { return false }
    presenter.didClose(self, with: presenter.close())
    return true
  }

  private final class Presenter: TabPresenter {
    typealias Answer = @MainActor ((any Error)?) -> Void

    let kinds: [RoutePath.Kind]?
    let tabs: [String]
    var selectedTab: String?
    var completion = Completion.atOnce
    var isRemovable = true
    var failures: [any Error] = []
    var waiting: [Answer] = []
    var isClosed = false
    var entries: [Entry] = []
    var shown: [RouteTransition] = []
    /// The tabs of the shown views that aren't above all tabs.
    private var places: [RouteTransition.ID: String] = [:]

    init(_ kinds: [RoutePath.Kind]?, _ tabs: [String]) {
      self.kinds = kinds
      self.tabs = tabs
      selectedTab = tabs.first
    }

    /// The topmost view of the selected tab or above the tabs.
    var topmost: RouteTransition? { shown.last { tab(of: $0) == nil || tab(of: $0) == selectedTab } }

    func tab(of transition: RouteTransition) -> String? { places[transition.id] }

    func selectTab(_ name: String, animated: Bool) throws(RouteError) {
      guard tabs.contains(name) else {
        throw RouteError(
          .unsupportedPath, "this RecordingWindow has no tab '\(name)'",
          remedy: "add it to RecordingWindow(tabs:)")
      }
      selectedTab = name
    }

    func validate(_ transition: RouteTransition) throws(RouteError) {
      guard !isClosed else { throw Self.closed }
      guard let kinds, !kinds.contains(transition.path.kind) else { return }
      throw RouteError(
        .unsupportedPath, "this RecordingWindow does not support '\(transition.path.kind)'",
        remedy: "add it to RecordingWindow(supporting:)")
    }

    private static let closed = RouteError(
      .actionFailed, "this RecordingWindow was closed", remedy: "show the view in another window")

    func show(_ transition: RouteTransition, completion: @escaping Answer) {
      // An interceptor may have decided after the window was closed.
      guard !isClosed else { return completion(Self.closed) }
      answer(completion) { [self] in
        shown.append(transition)
        if !coversTabs(transition.path.kind) { places[transition.id] = selectedTab }
        record(transition, isRemoval: false)
      }
    }

    func canRemove(_ transition: RouteTransition) -> Bool { isRemovable }

    func remove(_ transition: RouteTransition, completion: @escaping Answer) {
      answer(completion) { [self] in
        drop(transition)
      }
    }

    func holder(of destination: Any) -> String? {
      let object = destination as AnyObject
      return shown.contains { $0.destination as AnyObject === object } ? "a RecordingWindow" : nil
    }

    /// Removes all views without a request, and returns them, beginning with the lowest.
    func close() -> [RouteTransition] {
      isClosed = true
      waiting = []
      let views = shown
      for view in views.reversed() { drop(view) }
      return views
    }

    /// Removes a view without a request.
    func dismiss(_ transition: RouteTransition) {
      drop(transition)
      transition.wasRemoved()
    }

    private func drop(_ transition: RouteTransition) {
      // The user may dismiss a view while its removal is in progress.
      guard shown.contains(transition) else { return }
      shown.removeAll { $0 == transition }
      record(transition, isRemoval: true)
      places[transition.id] = nil
    }

    private func record(_ transition: RouteTransition, isRemoval: Bool) {
      entries.append(
        Entry(
          kind: transition.path.kind, isRemoval: isRemoval, destination: transition.destination,
          animated: transition.animated, tab: tab(of: transition)))
    }

    private func answer(_ completion: @escaping Answer, _ succeed: @escaping @MainActor () -> Void) {
      let failure = failures.isEmpty ? nil : failures.removeFirst()
      let finish: Answer = { error in
        let error = failure ?? error
        if error == nil { succeed() }
        completion(error)
      }
      switch self.completion {
      case .atOnce: finish(nil)
      case .later: waiting.append(finish)
      }
    }
  }
}
