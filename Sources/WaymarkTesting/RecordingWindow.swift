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

  /// The place of a shown view.
  private struct Place: Hashable {
    /// The name of the tab, or nil if the view is above all tabs or the window has none.
    let tab: String?
    /// The presented view around or below this one, or the view of which it's a part.
    let container: RouteTransition?
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
    /// The places of the shown views.
    private var places: [RouteTransition.ID: Place] = [:]

    init(_ kinds: [RoutePath.Kind]?, _ tabs: [String]) {
      self.kinds = kinds
      self.tabs = tabs
      selectedTab = tabs.first
    }

    /// The topmost view of the selected tab or above the tabs.
    var topmost: RouteTransition? { shown.last { tab(of: $0) == nil || tab(of: $0) == selectedTab } }

    func tab(of transition: RouteTransition) -> String? { places[transition.id]?.tab }

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
        places[transition.id] = place(of: transition)
        shown.append(transition)
        record(transition, isRemoval: false, animated: transition.animated)
      }
    }

    func canRemove(_ transition: RouteTransition) -> Bool { isRemovable }

    func remove(_ transition: RouteTransition, completion: @escaping Answer) {
      var others: [RouteTransition] = []
      answer { error in
        completion(error)
        for other in others { other.wasRemoved() }
      } succeed: { [self] in
        others = drop(transition).filter { $0 != transition }
      }
    }

    func parts(of transition: RouteTransition) -> [RouteTransition] {
      shown.filter { $0.path.kind.isPart && places[$0.id]?.container == transition }
    }

    /// Returns the place of a view that the window is about to show.
    private func place(of transition: RouteTransition) -> Place {
      let kind = transition.path.kind
      let container = shown.last { view in
        if kind.isPart {
          return [view.destination, view.view].contains { $0 as AnyObject === transition.path.source }
        }
        return view.path.kind.isPresented && (tab(of: view) == nil || tab(of: view) == selectedTab)
      }
      if let container { return Place(tab: tab(of: container), container: container) }
      return Place(tab: coversTabs(kind) ? nil : selectedTab, container: nil)
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
      drop(Set(views), animated: nil)
      return views
    }

    /// Removes a view and the views above it without a request.
    func dismiss(_ transition: RouteTransition) {
      for view in drop(transition) { view.wasRemoved() }
    }

    /// Removes a view and the views above it, and returns them, beginning with the topmost.
    @discardableResult
    private func drop(_ transition: RouteTransition) -> [RouteTransition] {
      // The user may dismiss a view while its removal is in progress.
      guard let index = shown.firstIndex(of: transition) else { return [] }
      var removed: Set = [transition]
      for view in shown[(index + 1)...] where isAbove(view, transition, removed) { removed.insert(view) }
      return drop(removed, animated: transition.animated)
    }

    /// Returns whether a view that was shown after another one goes away with it, or with a view above it.
    private func isAbove(
      _ view: RouteTransition, _ lower: RouteTransition, _ removed: Set<RouteTransition>
    ) -> Bool {
      if let container = places[view.id]?.container, removed.contains(container) { return true }
      return view.path.kind.isPushed && lower.path.kind.isPushed && places[view.id] == places[lower.id]
    }

    @discardableResult
    private func drop(_ views: Set<RouteTransition>, animated: Bool?) -> [RouteTransition] {
      let removed = shown.reversed().filter(views.contains)
      shown.removeAll(where: views.contains)
      for view in removed {
        record(view, isRemoval: true, animated: animated ?? view.animated)
        places[view.id] = nil
      }
      return removed
    }

    private func record(_ transition: RouteTransition, isRemoval: Bool, animated: Bool) {
      entries.append(
        Entry(
          kind: transition.path.kind, isRemoval: isRemoval, destination: transition.destination,
          animated: animated, tab: tab(of: transition)))
    }

    private func answer(_ completion: @escaping Answer, succeed: @escaping @MainActor () -> Void) {
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

extension RoutePath.Kind {
  /// Whether a view along the path is in a stack, above the previous one.
  fileprivate var isPushed: Bool { self == .push || self == .show }

  /// Whether a view along the path is a part of its source.
  fileprivate var isPart: Bool { self == .addChild || self == .addSubview }

  /// Whether a view along the path is above its whole window or tab, and contains the views pushed after it.
  fileprivate var isPresented: Bool { !isPushed && !isPart }
}
