/// Shows and removes views in one user-interface toolkit, and is all that knows the toolkit.
///
/// Everything around it is Waymark's: states, preparation, observers, interceptors. A presenter calls each
/// `completion` once, at once or later. A second call is ignored and reported to observers.
///
/// When the user removes a view without Waymark (swipes it back, closes its window), the presenter tells the
/// transition with which it was shown: ``RouteTransition/wasRemoved()``.
@MainActor
public protocol RoutePresenter: AnyObject {
  /// Refuses what cannot be shown, before anything is made.
  ///
  /// - Parameter transition: What is wanted; it has no destination yet.
  /// - Throws: Why it cannot be shown.
  func validate(_ transition: RouteTransition) throws(RouteError)

  /// Shows a view.
  ///
  /// - Parameters:
  ///   - transition: The view, and how it is shown.
  ///   - completion: Called once when the view is there, with nil, or with the error that prevented it.
  func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void)

  /// Whether a view that was shown can be removed now.
  ///
  /// - Parameter transition: The view, and how it was shown.
  func canRemove(_ transition: RouteTransition) -> Bool

  /// Removes a view that was shown.
  ///
  /// - Parameters:
  ///   - transition: The view, and how it was shown.
  ///   - completion: Called once when the view is gone, with nil, or with the error that prevented it.
  func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void)

  /// Who still shows a view that should be gone, for the report of a leak; nil where that is not known.
  ///
  /// - Parameter destination: The view.
  func holder(of destination: Any) -> String?
}

extension RoutePresenter {
  /// Whatever is shown can be removed.
  public func canRemove(_ transition: RouteTransition) -> Bool { true }

  /// Nothing is known.
  public func holder(of destination: Any) -> String? { nil }
}
