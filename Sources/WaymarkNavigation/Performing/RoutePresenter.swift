public import WaymarkCore

/// A type that shows and removes views in one user-interface toolkit.
///
/// Waymark does everything that's independent of the toolkit: states, preparation, observers, interceptors. A
/// presenter calls each `completion` exactly once, immediately or later. A second call is ignored and
/// reported to observers.
///
///     final class StackPresenter: RoutePresenter {
///       private var stack: [Any] = []
///
///       func validate(_ transition: RouteTransition) throws(RouteError) {}
///
///       func show(
///         _ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void
///       ) {
///         stack.append(transition.view)
///         completion(nil)
///       }
///
///       func remove(
///         _ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void
///       ) {
///         stack.removeLast()
///         completion(nil)
///       }
///     }
///
/// If a view is removed without Waymark, for example because the user swipes back or closes its window, the
/// presenter calls ``RouteTransition/wasRemoved()`` on the transition with which the view was shown.
@MainActor
public protocol RoutePresenter: AnyObject {
  /// Throws if a view can't be shown, before anything is created.
  ///
  /// - Parameter transition: The requested change, which has no destination yet.
  /// - Throws: The reason why it can't be shown.
  func validate(_ transition: RouteTransition) throws(RouteError)

  /// Shows a view.
  ///
  /// - Parameters:
  ///   - transition: The view, and how to show it.
  ///   - completion: Called once, with nil when the view is shown, or with the error that prevented it.
  func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void)

  /// Returns whether a view that was shown can be removed now.
  ///
  /// - Parameter transition: The view, and how it was shown.
  func canRemove(_ transition: RouteTransition) -> Bool

  /// Removes a view that was shown.
  ///
  /// - Parameters:
  ///   - transition: The view, and how it was shown.
  ///   - completion: Called once, with nil when the view is removed, or with the error that prevented it.
  func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void)

  /// Returns a description of the object that still shows a view, for the report of a leak.
  ///
  /// - Parameter destination: A view that was removed but not deallocated.
  /// - Returns: The description, or nil if it isn't known.
  func holder(of destination: Any) -> String?
}

extension RoutePresenter {
  /// Returns true: by default, every view that's shown can be removed.
  public func canRemove(_ transition: RouteTransition) -> Bool { true }

  /// Returns nil: by default, the holder isn't known.
  public func holder(of destination: Any) -> String? { nil }
}
