extension DestinationRouter {
  /// Makes the view and shows it.
  ///
  /// - Parameters:
  ///   - path: How and from where.
  ///   - configuring: Says how the view is prepared, and who hears of the result. It runs once for each
  ///     perform, also when the same route is performed again.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `unsupportedPath`, or why it could not be made. What the presenter and interceptors say comes
  ///   later, through ``ActiveRoute/completed()`` and `onFailure`.
  @MainActor
  @discardableResult
  public func perform<Requested>(
    _ path: RoutePath, configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> where Token == RoutableView<Requested> {
    let active = ActiveRoute<Requested>(provider.route, in: registry, path) { options in
      configuring(&options)
      return .init { preparing throws(RouteError) in try make(preparing) }
    }
    try active.perform()
    return active
  }

  /// Shows a view that was made elsewhere, prepared as if the route had made it.
  ///
  /// - Parameters:
  ///   - destination: A view of the type that the route makes. An object is not kept once it is shown.
  ///   - path: How and from where.
  ///   - configuring: Says how the view is prepared, and who hears of the result.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `unsupportedPath`, `destinationMismatch` for a view of another type, or what a preparation
  ///   threw.
  @MainActor
  @discardableResult
  public func perform<Requested>(
    on destination: Requested, _ path: RoutePath,
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> where Token == RoutableView<Requested> {
    let given = GivenDestination(destination)
    let active = ActiveRoute<Requested>(provider.route, in: registry, path) { options in
      configuring(&options)
      return .init { preparing throws(RouteError) in
        guard let destination = given.take() else { throw RouteError.destinationGone(provider.route) }
        return try prepare(destination, preparing)
      }
    }
    try active.perform()
    return active
  }
}

/// A destination that was made elsewhere: kept until it is shown for the first time.
@MainActor
private final class GivenDestination<Requested> {
  private var held = HeldDestination<Requested>()

  init(_ destination: Requested) { held.hold(destination) }

  func take() -> Requested? {
    defer { held.loosen() }
    return held.current
  }
}
