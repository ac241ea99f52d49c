public import WaymarkCore

/// A caller's options for performing a route.
///
///     try Router.perform(to: .editor, path: .push(from: window)) { options in
///       options.animated = false
///       options.prepareDestination = { $0.title = "New" }
///       options.onFailure = { error in print(error) }
///     }
///
/// You can also change them through ``ActiveRoute/options`` until the presenter has finished. When the destination is
/// removed, or can't be shown, the active route releases the closures of its options.
///
/// ``Registry/current`` in `onSuccess`, `onFailure`, and `onStateChange` is the registry that is bound at the time of
/// the call, or else the installed one. It isn't always the registry that shows the destination.
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

  mutating func releaseClosures() {
    (prepareDestination, onSuccess, onFailure, onStateChange) = (nil, nil, nil, nil)
    configureRemoval = nil
  }
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

@MainActor
extension DestinationRouter {
  /// Creates the view and shows it.
  ///
  ///     let router = try DestinationRouter(to: .editor)
  ///     try router.perform(.push(from: window)) { $0.animated = false }
  ///
  /// - Parameters:
  ///   - path: The kind of presentation and its source.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - configuring: A closure that sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unsupportedPath`, or an error of the creation.
  @discardableResult
  public func perform<Requested>(
    _ path: RoutePath, userInfo: [String: any Sendable] = [:],
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> where Token == RoutableView<Requested> {
    try .performing(AnyRouter(registry: registry, provider), path, userInfo) { options in
      configuring(&options)
      return nil
    }
  }

  /// Shows an existing view, prepared as if the route had created it.
  ///
  ///     let router = try DestinationRouter(to: .editor)
  ///     try router.perform(on: Editor(), .push(from: window))
  ///
  /// Use it for a view from another part of the program, such as a storyboard.
  ///
  /// - Parameters:
  ///   - destination: A view of the type that the route creates, which the active route doesn't retain once it's shown.
  ///   - path: The kind of presentation and its source.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - configuring: A closure that sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unsupportedPath`, `destinationMismatch` for a view of another type, or the error of a preparation.
  @discardableResult
  public func perform<Requested>(
    on destination: Requested, _ path: RoutePath, userInfo: [String: any Sendable] = [:],
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> where Token == RoutableView<Requested> {
    try .performing(AnyRouter(registry: registry, provider), path, on: destination, userInfo) { options in
      configuring(&options)
      return nil
    }
  }
}

@MainActor
extension AnyRouter {
  /// Creates the destination and shows it.
  ///
  ///     try AnyRouter(identifier: "editor").perform(.push(from: window))
  ///
  /// - Parameters:
  ///   - path: The kind of presentation and its source. A service supports `makeDestination` only.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - configuring: A closure that sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unsupportedPath`, or an error of the creation.
  @discardableResult
  public func perform(
    _ path: RoutePath, userInfo: [String: any Sendable] = [:],
    configuring: @escaping @MainActor (inout PerformOptions<Any>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try RouteRequest(router: self, input: context(userInfo)).perform(path, configuring)
  }
}
