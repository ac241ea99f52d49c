public import WaymarkCore

/// A caller's options for performing a route.
///
///     try Router.perform(to: .editor, path: .push(from: window)) { options in
///       options.animated = false
///       options.prepareDestination = { $0.title = "New" }
///       options.onFailure = { error in print(error) }
///     }
///
/// You can also change them through ``ActiveRoute/options`` until the presenter has finished.
@MainActor
public struct PerformOptions<Requested> {
  /// Whether to animate the change, which is the default.
  public var animated = true
  /// A closure that prepares the destination before its route's own preparation.
  public var prepareDestination: ((inout Requested) throws -> Void)?
  /// A closure that receives the destination when it's shown.
  public var onSuccess: ((Requested) -> Void)?
  /// A closure that receives the error that prevented the presentation.
  public var onFailure: ((RouteError) -> Void)?
  /// A closure that receives the old and the new state at each change.
  public var onStateChange: ((_ old: RouteState, _ new: RouteState) -> Void)?
  /// A closure that sets the default options of each removal.
  ///
  ///     try Router.perform(to: .editor, path: .push(from: window)) { options in
  ///       options.configureRemoval = { $0.animated = false }
  ///     }
  ///
  /// The defaults apply to ``ActiveRoute/remove(_:)``, ``ActiveRoute/leave(_:)``, and a ``Navigator``, which sets
  /// `animated` itself. They don't apply when the user removes the destination.
  public var configureRemoval: ((inout RemoveOptions<Requested>) -> Void)?

  init() {}
}

/// A caller's options for removing a destination.
///
///     try editor.remove { options in
///       options.animated = false
///       options.onSuccess = { print("removed") }
///     }
@MainActor
public struct RemoveOptions<Requested> {
  /// Whether to animate the change, which is the default.
  public var animated = true
  /// A closure that prepares the destination for its removal.
  public var prepareDestination: ((inout Requested) throws -> Void)?
  /// A closure that runs when the destination has been removed.
  public var onSuccess: (() -> Void)?
  /// A closure that receives the error that prevented the removal.
  public var onFailure: ((RouteError) -> Void)?

  init() {}
}
