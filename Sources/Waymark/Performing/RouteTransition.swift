/// One change that a presenter carries out: the view to show or to remove, and how.
///
///     func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
///       stack.append(transition.view)
///       completion(nil)
///     }
@MainActor
public struct RouteTransition {
  /// The view, as the requested interface; an empty tuple during validation, when no view exists yet.
  public let destination: Any
  /// The object to show: the wrapper that the route's ``Wrapped`` entry made, or else the destination.
  public let view: Any
  /// How, and from which source, the view is shown.
  public let path: RoutePath
  /// Whether the change should be animated.
  public let animated: Bool
  /// The source location of the route's declaration.
  public let location: DeclarationLocation

  let removed: @MainActor () -> Void

  /// Reports that the view was removed without Waymark, for example because the user swiped back.
  ///
  /// The state becomes `removed`, and observers receive ``RouteEvent/Phase/didRemove``. The call has no
  /// effect if the view is no longer shown.
  public func wasRemoved() { removed() }
}
