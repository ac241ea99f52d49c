public import Waymark

/// A window for tests, which records the views that it shows and removes.
///
///     let window = RecordingWindow()
///     try registry.perform(to: .editor, path: .push(from: window))
///     #expect(window.shown.count == 1)
///
/// Removing a view also removes the views above it, which become `removed`: the views pushed after it, the views inside
/// or above a presented one, and its parts.
///
/// A test controls when a change completes (``completion``), whether it fails (``failNext(with:)``), and whether views
/// can be removed (``canRemove``). A window can have tabs. A view belongs to the tab in which its presentation began:
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

  /// The records of all changes, in order, which retain removed views.
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
    presenter.waiting.removeFirst().finish(error)
    return true
  }

  /// Removes the topmost visible view as if the user had swiped it away, without a request to Waymark.
  ///
  /// The view may still be appearing, if ``completion`` is `later`. The presentation then ends, without a call of
  /// ``completeNext(with:)``.
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
    guard let transition = presenter.topmost, await transition.mayLeave(), presenter.contains(transition)
    else {
      return false
    }
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
    // Releasing the completions earlier would be failures of the changes in progress.
    withExtendedLifetime(presenter.waiting) { presenter.didClose(self, with: presenter.close()) }
    return true
  }
}
