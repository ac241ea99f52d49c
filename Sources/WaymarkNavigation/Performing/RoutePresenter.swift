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

/// A presenter of a toolkit that makes some views by itself, such as the destinations of a storyboard's segues.
///
/// Along a kind for which ``makesView(along:)`` returns true, a route's factory isn't called. The presenter makes the
/// toolkit show the view, and prepares it with the closure that it gets, as soon as it exists.
@MainActor
public protocol AdoptingPresenter: RoutePresenter {
  /// Returns whether the toolkit makes the views of a kind of path.
  ///
  /// - Parameter kind: The kind of presentation.
  func makesView(along kind: RoutePath.Kind) -> Bool

  /// Shows a view that the toolkit makes.
  ///
  /// - Parameters:
  ///   - transition: The requested change, which has no destination yet.
  ///   - adopt: Prepares the view for its caller and as its route does, and returns the change with the view. It throws
  ///     if the view isn't what was requested, or if its preparation threw.
  ///   - completion: Called once, with nil when the view is shown, or with the error that prevented it.
  func show(
    _ transition: RouteTransition,
    adopting adopt: @escaping @MainActor (Any) throws(RouteError) -> RouteTransition,
    completion: @escaping @MainActor ((any Error)?) -> Void)
}

/// A presenter whose window has tabs, each with screens of its own.
///
///     func selectTab(_ name: String, animated: Bool) throws(RouteError) {
///       guard tabs.contains(name) else { throw RouteError(.unsupportedPath, "there is no tab '\(name)'") }
///       selectedTab = name
///     }
///
/// A ``Navigator`` selects a tab for a step that is a ``RoutePlan/Step/tab(_:)``, and knows what is shown in each.
/// Nothing has to be reported when the user selects another tab.
@MainActor
public protocol TabPresenter: RoutePresenter {
  /// The name of the selected tab, or nil if the window has no tabs.
  var selectedTab: String? { get }

  /// Selects a tab.
  ///
  /// - Parameters:
  ///   - name: The name of the tab.
  ///   - animated: Whether the change should be animated.
  /// - Throws: The reason why the tab can't be selected.
  func selectTab(_ name: String, animated: Bool) throws(RouteError)

  /// Returns whether views of a kind of path are shown above all tabs, not in one of them.
  ///
  /// - Parameter kind: The kind of presentation.
  func coversTabs(_ kind: RoutePath.Kind) -> Bool
}

extension TabPresenter {
  /// Returns true for `present`, `sheet`, and `popover`.
  public func coversTabs(_ kind: RoutePath.Kind) -> Bool {
    kind == .present || kind == .sheet || kind == .popover
  }
}
