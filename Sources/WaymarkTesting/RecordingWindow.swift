public import Waymark

/// A window that records what is shown and removed, and answers as a test wants.
@MainActor
public final class RecordingWindow: RouteSource {
  /// Something that was shown or removed.
  public struct Entry {
    /// How it was shown.
    public let kind: RoutePath.Kind
    /// Whether it was removed.
    public let isRemoval: Bool
    /// The view.
    public let destination: Any
    /// Whether the change should have been animated.
    public let animated: Bool
  }

  /// When the window says that something was shown or removed.
  public enum Completion: Sendable {
    /// At once.
    case atOnce
    /// When the test calls ``RecordingWindow/completeNext(with:)``, which it may also never do.
    case later
  }

  /// When the window says that something was shown or removed.
  public var completion: Completion {
    get { presenter.completion }
    set { presenter.completion = newValue }
  }

  /// Whether what is shown can be removed.
  public var canRemove: Bool {
    get { presenter.isRemovable }
    set { presenter.isRemovable = newValue }
  }

  private let presenter: Presenter

  /// Creates a window.
  ///
  /// - Parameter kinds: The kinds of path that it supports; nil for all.
  public init(supporting kinds: [RoutePath.Kind]? = nil) { presenter = Presenter(kinds) }

  /// What shows views from here.
  public var routePresenter: any RoutePresenter { presenter }

  /// What was shown and removed, in its order.
  public var entries: [Entry] { presenter.entries }

  /// The views that are shown, the lowest first; the window keeps them.
  public var shown: [Any] { presenter.shown.map(\.destination) }

  /// Lets the next attempt to show or to remove something fail.
  ///
  /// - Parameter error: What is said of it.
  public func failNext(with error: any Error) { presenter.failures.append(error) }

  /// Completes what was asked for first, where ``completion`` is `later`.
  ///
  /// - Parameter error: Why it did not work; nil where it did.
  /// - Returns: Whether there was anything to complete.
  @discardableResult
  public func completeNext(with error: (any Error)? = nil) -> Bool {
    guard !presenter.waiting.isEmpty else { return false }
    presenter.waiting.removeFirst()(error)
    return true
  }

  /// Removes the topmost view as if the user had swiped it away, without asking Waymark.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func dismissTopmost() -> Bool {
    guard let transition = presenter.shown.popLast() else { return false }
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
        remedy: "name it in RecordingWindow(supporting:)")
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
        if let index = shown.lastIndex(where: { Self.isSame($0, transition) }) { shown.remove(at: index) }
        record(transition, isRemoval: true)
      }
    }

    /// Whether two transitions are about one view: the same object, or a value of one route, shown in one way.
    private static func isSame(_ first: RouteTransition, _ second: RouteTransition) -> Bool {
      if type(of: second.destination) is AnyObject.Type {
        return first.destination as AnyObject === second.destination as AnyObject
      }
      return first.location == second.location && first.path.kind == second.path.kind
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
