extension Router {
  /// Makes a view of the current registry and shows it.
  ///
  /// - Parameters:
  ///   - token: What is asked for.
  ///   - path: How and from where.
  ///   - configuring: Says how the view is prepared, and who hears of the result. It runs once for each
  ///     perform.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `unregistered` where nothing provides it, `unsupportedPath`, or why it could not be made.
  @MainActor
  @discardableResult
  public static func perform<Requested>(
    to token: RoutableView<Requested>, path: RoutePath,
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> {
    try DestinationRouter<RoutableView<Requested>>(in: .current).perform(path, configuring: configuring)
  }

  /// Fills a configuration of the current registry, makes its view, and shows it.
  ///
  /// - Parameters:
  ///   - token: What is asked for.
  ///   - path: How and from where.
  ///   - configuring: Fills the configuration, and says how the view is prepared and who hears of the result.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `unregistered` where nothing provides it, `unsupportedPath`, or why it could not be made.
  @MainActor
  @discardableResult
  public static func perform<Module>(
    to token: RoutableViewModule<Module>, path: RoutePath,
    configuring: @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Any>) -> Void = {
      _, _ in
    }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try ModuleRouter<RoutableViewModule<Module>>(in: .current).perform(path, configuring: configuring)
  }
}

extension Registry {
  /// A router to a destination that is chosen while the program runs.
  ///
  /// - Parameter token: One of the four tokens.
  /// - Returns: The router; nil where nothing provides it. It makes the destination as its route does,
  ///   without adapters.
  /// - Complexity: O(1).
  public func anyRouter(to token: any Routable) -> AnyRouter? {
    provider(asked: TokenDescription(of: token).key).map { AnyRouter(registry: self, route: $0.route) }
  }
}
