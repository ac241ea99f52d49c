public import Waymark

/// A window for tests, which records the views that it shows and removes.
///
///     let window = RecordingWindow()
///     try registry.perform(to: .editor, path: .push(from: window))
///     #expect(window.shown.count == 1)
///
/// A test controls when a change completes (``completion``), whether it fails (``failNext(with:)``), and whether views
/// can be removed (``canRemove``).
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
  /// - Parameter kinds: The kinds of path that the window supports, or nil for all.
  public init(supporting kinds: [RoutePath.Kind]? = nil) { presenter = Presenter(kinds) }

  /// The presenter that records the changes.
  public var routePresenter: any RoutePresenter { presenter }

  /// The records of all changes, in order.
  public var entries: [Entry] { presenter.entries }

  /// The shown views, which the window retains, beginning with the lowest.
  public var shown: [Any] { presenter.shown.map(\.destination) }

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

  /// Removes the topmost view as if the user had swiped it away, without a request to Waymark.
  ///
  ///     try registry.perform(to: .editor, path: .push(from: window))
  ///     window.dismissTopmost()
  ///
  /// - Returns: Whether there was a view.
  @discardableResult
  public func dismissTopmost() -> Bool {
    guard let transition = presenter.shown.popLast() else { return false }
    presenter.record(transition, isRemoval: true)
    transition.wasRemoved()
    return true
  }

  /// Removes the topmost view as if the user had swiped it away, unless its route's ``Waymark/Leaves`` decide to stay.
  ///
  ///     #expect(await window.dismissTopmostIfPossible() == false)
  ///
  /// - Returns: Whether the window removed a view.
  @discardableResult
  public func dismissTopmostIfPossible() async -> Bool {
    guard let transition = presenter.shown.last, await transition.mayLeave(),
      let index = presenter.shown.firstIndex(of: transition)
    else { return false }
    presenter.shown.remove(at: index)
    presenter.record(transition, isRemoval: true)
    transition.wasRemoved()
    return true
  }

  private final class Presenter: RoutePresenter {
    typealias Answer = @MainActor ((any Error)?) -> Void

    let kinds: [RoutePath.Kind]?
    var completion = Completion.atOnce
    var isRemovable = true
    var failures: [any Error] = []
    var waiting: [Answer] = []
    var entries: [Entry] = []
    var shown: [RouteTransition] = []

    init(_ kinds: [RoutePath.Kind]?) { self.kinds = kinds }

    func validate(_ transition: RouteTransition) throws(RouteError) {
      guard let kinds, !kinds.contains(transition.path.kind) else { return }
      throw RouteError(
        .unsupportedPath, "this RecordingWindow does not support '\(transition.path.kind)'",
        remedy: "add it to RecordingWindow(supporting:)")
    }

    func show(_ transition: RouteTransition, completion: @escaping Answer) {
      answer(completion) { [self] in
        shown.append(transition)
        record(transition, isRemoval: false)
      }
    }

    func canRemove(_ transition: RouteTransition) -> Bool { isRemovable }

    func remove(_ transition: RouteTransition, completion: @escaping Answer) {
      answer(completion) { [self] in
        shown.removeAll { $0 == transition }
        record(transition, isRemoval: true)
      }
    }

    func holder(of destination: Any) -> String? {
      let object = destination as AnyObject
      return shown.contains { $0.destination as AnyObject === object } ? "a RecordingWindow" : nil
    }

    func record(_ transition: RouteTransition, isRemoval: Bool) {
      entries.append(
        Entry(
          kind: transition.path.kind, isRemoval: isRemoval, destination: transition.destination,
          animated: transition.animated))
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
