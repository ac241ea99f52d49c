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
    _ path: RoutePath, along input: RequestContext?, redirectedFrom: [CompiledRoute],
    _ configuring: @escaping @MainActor (inout PerformOptions<Any>) -> Void
  ) throws(RouteError) -> ActiveRoute<Any> {
    let (registry, route) = (registry, route)
    let active = ActiveRoute<Any>(
      route, in: registry, path, along: input, redirectedFrom: redirectedFrom
    ) { options throws(RouteError) in
      configuring(&options)
      let configuration = try route.configuration(openedBy: input)
      return .init(configuration: configuration) { preparing throws(RouteError) in
        try route.makeAny(in: registry, configuration, preparing, context: input)
      }
    }
    try active.perform()
    return active
  }
}
