public import WaymarkCore

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
