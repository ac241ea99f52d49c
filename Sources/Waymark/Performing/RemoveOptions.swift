/// How one removal is to be done, filled by its caller.
@MainActor
public struct RemoveOptions<Requested> {
  /// Whether the change is animated.
  public var animated = true
  /// Prepares the destination for going.
  public var prepareDestination: ((inout Requested) throws -> Void)?
  /// Called when the destination is gone from the screen.
  public var onSuccess: (() -> Void)?
  /// Called with the error that prevented it.
  public var onFailure: ((RouteError) -> Void)?

  init() {}
}
