extension Registry {
  /// Makes a view and shows it.
  ///
  /// - Parameters:
  ///   - token: The token of what's requested.
  ///   - path: How and from where.
  ///   - configuring: Says how the view is prepared, and receives the result. It runs once for each perform.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `unregistered` where nothing provides it, `unsupportedPath`, or why it couldn't be made.
  @MainActor
  @discardableResult
  public func perform<Requested>(
    to token: RoutableView<Requested>, path: RoutePath,
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> {
    try DestinationRouter<RoutableView<Requested>>(in: self).perform(path, configuring: configuring)
  }

  /// Fills a configuration, makes its view, and shows it.
  ///
  /// - Parameters:
  ///   - token: The token of what's requested.
  ///   - path: How and from where.
  ///   - configuring: Fills the configuration, says how the view is prepared, and receives the result.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `unregistered` where nothing provides it, `unsupportedPath`, or why it couldn't be made.
  @MainActor
  @discardableResult
  public func perform<Module>(
    to token: RoutableViewModule<Module>, path: RoutePath,
    configuring: @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Any>) -> Void = {
      _, _ in
    }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try ModuleRouter<RoutableViewModule<Module>>(in: self).perform(path, configuring: configuring)
  }

  /// Makes a view and shows it.
  ///
  /// - Parameters:
  ///   - token: The name of what's requested in ``Routables``.
  ///   - path: How and from where.
  ///   - configuring: Says how the view is prepared, and receives the result. It runs once for each perform.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `unregistered` where nothing provides it, `unsupportedPath`, or why it couldn't be made.
  @MainActor
  @discardableResult
  public func perform<Requested>(
    to token: KeyPath<Routables, RoutableView<Requested>>, path: RoutePath,
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> {
    try DestinationRouter<RoutableView<Requested>>(in: self).perform(path, configuring: configuring)
  }

  /// Fills a configuration, makes its view, and shows it.
  ///
  /// - Parameters:
  ///   - token: The name of what's requested in ``Routables``.
  ///   - path: How and from where.
  ///   - configuring: Fills the configuration, says how the view is prepared, and receives the result.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `unregistered` where nothing provides it, `unsupportedPath`, or why it couldn't be made.
  @MainActor
  @discardableResult
  public func perform<Module>(
    to token: KeyPath<Routables, RoutableViewModule<Module>>, path: RoutePath,
    configuring: @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Any>) -> Void = {
      _, _ in
    }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try ModuleRouter<RoutableViewModule<Module>>(in: self).perform(path, configuring: configuring)
  }

  /// Returns a router to a destination that is chosen while the program runs.
  ///
  /// - Parameter token: One of the four tokens.
  /// - Returns: The router; nil where nothing provides it. It makes the destination as its route does,
  ///   without adapters.
  /// - Complexity: O(1).
  public func anyRouter(to token: any Routable) -> AnyRouter? {
    provider(asked: TokenDescription(of: token).key).map { AnyRouter(registry: self, route: $0.route) }
  }

  /// The interceptors of a route: those of the registry first.
  func interceptors(of route: CompiledRoute) -> [Intercepts] {
    handlers(Intercepts.self) + route.declaration.features(Intercepts.self)
  }
}

extension RouteDeclaration {
  /// The kinds of path along which the route can be shown; nil where any will do.
  var supportedKinds: [RoutePath.Kind]? {
    let entries = features(Supports.self)
    return entries.isEmpty ? nil : entries.flatMap(\.kinds)
  }
}
