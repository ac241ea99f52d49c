public import WaymarkCore

/// The options with which a caller removes a destination.
///
///     try editor.remove { options in
///       options.animated = false
///       options.onSuccess = { print("removed") }
///     }
@MainActor
public struct RemoveOptions<Requested> {
  /// Whether the change is animated; true by default.
  public var animated = true
  /// A closure that prepares the destination for its removal.
  public var prepareDestination: ((inout Requested) throws -> Void)?
  /// A closure that is called when the destination has been removed.
  public var onSuccess: (() -> Void)?
  /// A closure that receives the error that prevented the removal.
  public var onFailure: ((RouteError) -> Void)?

  init() {}
}
