extension Router {
  /// Makes a view of the current registry and shows it.
  ///
  /// - Parameters:
  ///   - token: The token of what's requested.
  ///   - path: How and from where.
  ///   - configuring: Says how the view is prepared, and receives the result. It runs once for each perform.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `unregistered` where nothing provides it, `unsupportedPath`, or why it couldn't be made.
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
  ///   - token: The token of what's requested.
  ///   - path: How and from where.
  ///   - configuring: Fills the configuration, says how the view is prepared, and receives the result.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `unregistered` where nothing provides it, `unsupportedPath`, or why it couldn't be made.
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

  /// Makes a view of the current registry and shows it.
  ///
  /// - Parameters:
  ///   - token: The name of what's requested in ``Routables``.
  ///   - path: How and from where.
  ///   - configuring: Says how the view is prepared, and receives the result. It runs once for each perform.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `unregistered` where nothing provides it, `unsupportedPath`, or why it couldn't be made.
  @MainActor
  @discardableResult
  public static func perform<Requested>(
    to token: KeyPath<Routables, RoutableView<Requested>>, path: RoutePath,
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> {
    try DestinationRouter<RoutableView<Requested>>(in: .current).perform(path, configuring: configuring)
  }

  /// Fills a configuration of the current registry, makes its view, and shows it.
  ///
  /// - Parameters:
  ///   - token: The name of what's requested in ``Routables``.
  ///   - path: How and from where.
  ///   - configuring: Fills the configuration, says how the view is prepared, and receives the result.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `unregistered` where nothing provides it, `unsupportedPath`, or why it couldn't be made.
  @MainActor
  @discardableResult
  public static func perform<Module>(
    to token: KeyPath<Routables, RoutableViewModule<Module>>, path: RoutePath,
    configuring: @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Any>) -> Void = {
      _, _ in
    }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try ModuleRouter<RoutableViewModule<Module>>(in: .current).perform(path, configuring: configuring)
  }
}
