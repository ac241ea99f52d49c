/// One view on its way to or from the screen: what a presenter gets.
@MainActor
public struct RouteTransition {
  /// The view, as it was asked for; an empty tuple while a presenter validates, when nothing is made yet.
  public let destination: Any
  /// How and from where.
  public let path: RoutePath
  /// Whether the change should be animated.
  public let animated: Bool
  /// Where the route is declared.
  public let location: DeclarationLocation

  let removed: @MainActor () -> Void

  /// Tells Waymark that the view was removed without it, for example because the user swiped it back.
  ///
  /// The route becomes `removed`, and observers hear of it. Nothing happens where it is not shown any more.
  public func wasRemoved() { removed() }
}
