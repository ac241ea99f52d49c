public import WaymarkCore

extension Router {
  /// Creates a view of the current registry and shows it.
  ///
  ///     try Router.perform(to: RoutableView<any EditorInput>(), path: .push(from: window))
  ///
  /// - Parameters:
  ///   - token: The token of the requested interface.
  ///   - path: How, and from which source, to show the view.
  ///   - configuring: A closure that sets the options: the preparation and the callbacks. It runs each time
  ///     the route is performed.
  /// - Returns: The active route, whose state reports the progress.
  /// - Throws: `unregistered` if no route provides the interface, `unsupportedPath`, or the error that
  ///   prevented the creation of the view.
  @MainActor
  @discardableResult
  public static func perform<Requested>(
    to token: RoutableView<Requested>, path: RoutePath,
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> {
    try DestinationRouter(to: token).perform(path, configuring: configuring)
  }

  /// Fills a configuration of the current registry, creates its view, and shows it.
  ///
  ///     try Router.perform(
  ///       to: RoutableViewModule<any EditorModuleConfig>(), path: .push(from: window)
  ///     ) { module, route in
  ///       module.note = 7
  ///     }
  ///
  /// - Parameters:
  ///   - token: The token of the requested configuration.
  ///   - path: How, and from which source, to show the view.
  ///   - configuring: A closure that fills the configuration and sets the options. It runs each time the
  ///     route is performed.
  /// - Returns: The active route, whose state reports the progress.
  /// - Throws: `unregistered` if no route provides the configuration, `unsupportedPath`, or the error that
  ///   prevented the creation of the view.
  @MainActor
  @discardableResult
  public static func perform<Module>(
    to token: RoutableViewModule<Module>, path: RoutePath,
    configuring: @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Any>) -> Void = {
      _, _ in
    }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try ModuleRouter(to: token).perform(path, configuring: configuring)
  }

  /// Creates the destination of the current registry's route with an identifier and shows it.
  ///
  ///     try Router.perform(identifier: "editor", path: .push(from: window))
  ///
  /// - Parameters:
  ///   - identifier: The string in the route's ``Identifier``.
  ///   - path: How, and from which source, to show the view.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - configuring: A closure that sets the options: the preparation and the callbacks. It runs each time
  ///     the route is performed.
  /// - Returns: The active route, whose state reports the progress.
  /// - Throws: `unregistered`, with the most similar identifier, if no route has this one, `unsupportedPath`,
  ///   or the error that prevented the creation of the destination.
  @MainActor
  @discardableResult
  public static func perform(
    identifier: String, path: RoutePath, userInfo: [String: any Sendable] = [:],
    configuring: @escaping @MainActor (inout PerformOptions<Any>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try Registry.current.perform(
      identifier: identifier, path: path, userInfo: userInfo, configuring: configuring)
  }
}
