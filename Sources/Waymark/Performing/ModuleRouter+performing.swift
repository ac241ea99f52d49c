extension ModuleRouter {
  /// Fills the configuration, makes the view of the same route, and shows it.
  ///
  /// - Parameters:
  ///   - path: How and from where.
  ///   - configuring: Fills the configuration, which starts with its default values, and says how the view is
  ///     prepared and who hears of the result. It runs once for each perform.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `unsupportedPath`, or why it could not be made.
  @MainActor
  @discardableResult
  public func perform<Module>(
    _ path: RoutePath,
    configuring: @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Any>) -> Void = {
      _, _ in
    }
  ) throws(RouteError) -> ActiveRoute<Any> where Token == RoutableViewModule<Module> {
    let (registry, route) = (registry, provider.route)
    let active = ActiveRoute<Any>(route, in: registry, path) { options throws(RouteError) in
      let configuration = try provider.configuration(
        filledBy: { (module: inout Module) in configuring(&module, &options) }, in: registry)
      return .init(configuration: configuration) { preparing throws(RouteError) in
        try route.makeAny(in: registry, configuration, preparing)
      }
    }
    try active.perform()
    return active
  }
}
