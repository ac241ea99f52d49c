extension Router {
  /// Creates a view of the current registry and shows it.
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
    try DestinationRouter<RoutableView<Requested>>(in: .current).perform(path, configuring: configuring)
  }

  /// Fills a configuration of the current registry, creates its view, and shows it.
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
    try ModuleRouter<RoutableViewModule<Module>>(in: .current).perform(path, configuring: configuring)
  }

  /// Creates a view of the current registry and shows it.
  ///
  ///     let editor = try Router.perform(to: \.editor, path: .push(from: window)) { $0.animated = false }
  ///
  /// - Parameters:
  ///   - token: The key path of the requested token in ``Routables``.
  ///   - path: How, and from which source, to show the view.
  ///   - configuring: A closure that sets the options: the preparation and the callbacks. It runs each time
  ///     the route is performed.
  /// - Returns: The active route, whose state reports the progress.
  /// - Throws: `unregistered` if no route provides the interface, `unsupportedPath`, or the error that
  ///   prevented the creation of the view.
  @MainActor
  @discardableResult
  public static func perform<Requested>(
    to token: KeyPath<Routables, RoutableView<Requested>>, path: RoutePath,
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> {
    try DestinationRouter<RoutableView<Requested>>(in: .current).perform(path, configuring: configuring)
  }

  /// Fills a configuration of the current registry, creates its view, and shows it.
  ///
  /// - Parameters:
  ///   - token: The key path of the requested token in ``Routables``.
  ///   - path: How, and from which source, to show the view.
  ///   - configuring: A closure that fills the configuration and sets the options. It runs each time the
  ///     route is performed.
  /// - Returns: The active route, whose state reports the progress.
  /// - Throws: `unregistered` if no route provides the configuration, `unsupportedPath`, or the error that
  ///   prevented the creation of the view.
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
