extension AnyRouter {
  /// Makes the destination and shows it.
  ///
  /// - Parameters:
  ///   - path: How and from where; a service can only be made.
  ///   - configuring: Says how the destination is prepared, and who hears of the result. It runs once for each
  ///     perform.
  /// - Returns: The route, whose state says what has become of the destination.
  /// - Throws: `unsupportedPath`, or why it could not be made.
  @MainActor
  @discardableResult
  public func perform(
    _ path: RoutePath, configuring: @escaping @MainActor (inout PerformOptions<Any>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try perform(path, along: nil, redirectedFrom: [], configuring)
  }

  @MainActor
  func perform(
    _ path: RoutePath, along input: RouteInput?, redirectedFrom: [RouteRecord],
    _ configuring: @escaping @MainActor (inout PerformOptions<Any>) -> Void
  ) throws(RouteError) -> ActiveRoute<Any> {
    let (registry, route) = (registry, route)
    let active = ActiveRoute<Any>(
      route, in: registry, path, along: input, redirectedFrom: redirectedFrom
    ) { options throws(RouteError) in
      configuring(&options)
      let configuration = try route.configuration(openedBy: input)
      return .init(configuration: configuration) { preparing throws(RouteError) in
        try route.make(in: registry, configuration: configuration, preparing, along: input)
      }
    }
    try active.perform()
    return active
  }
}

extension RouteRecord {
  /// Makes the destination of a route whose type only the route knows.
  func make(
    in registry: Registry, configuration: Any?, _ preparing: Preparation<Any>?, along input: RouteInput? = nil
  ) throws(RouteError) -> Any {
    do throws(RouteError) {
      return try draft.production(self).make(
        Resolver(registry: registry, input: input), configuration, preparing)
    } catch {
      throw registry.reporting(error)
    }
  }
}
