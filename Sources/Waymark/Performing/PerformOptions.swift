/// How one perform is to be done, filled by its caller.
///
/// It can also be changed through ``ActiveRoute/options`` until the presenter has finished.
@MainActor
public struct PerformOptions<Requested> {
  /// Whether the change is animated.
  public var animated = true
  /// Prepares the destination before its route does.
  public var prepareDestination: ((inout Requested) throws -> Void)?
  /// Called with the destination when it is shown.
  public var onSuccess: ((Requested) -> Void)?
  /// Called with the error that prevented it.
  public var onFailure: ((RouteError) -> Void)?
  /// Called at each change of the state, with the old and the new one.
  public var onStateChange: ((_ old: RouteState, _ new: RouteState) -> Void)?

  init() {}
}
