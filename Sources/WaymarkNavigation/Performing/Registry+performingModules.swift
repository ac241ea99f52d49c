public import WaymarkCore

// A view of a configuration, through an interface of the view.
extension Registry {
  /// Fills a configuration, creates its view, and shows it through an interface of the view.
  ///
  ///     let editor = try registry.perform(
  ///       to: RoutableViewModule<any EditorModuleConfig>(), as: RoutableView<any EditorInput>(),
  ///       path: .push(from: window)
  ///     ) { module, route in
  ///       module.note = 7
  ///     }
  ///     try await editor.completed().title = "Note 7"
  ///
  /// - Parameters:
  ///   - token: The token of the requested configuration.
  ///   - view: The token of the view's interface.
  ///   - path: The kind of presentation and its source.
  ///   - configuring: A closure that fills the configuration and sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unregistered` if no route provides the configuration, `destinationMismatch` if its route doesn't
  ///   provide the interface, `unsupportedPath`, or an error of the creation.
  @MainActor
  @discardableResult
  public func perform<Module, Requested>(
    to token: RoutableViewModule<Module>, as view: RoutableView<Requested>, path: RoutePath,
    configuring:
      @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Requested>) -> Void = {
        _, _ in
      }
  ) throws(RouteError) -> ActiveRoute<Requested> {
    try ModuleRouter(to: token, in: self).perform(as: view, path, configuring: configuring)
  }

  /// Creates the view of a configuration, which the caller passes, and shows it.
  ///
  ///     try registry.perform(
  ///       to: .editorModule, as: .editor, path: .push(from: window), with: EditorConfiguration(note: 7))
  ///
  /// - Parameters:
  ///   - token: The token of the configuration.
  ///   - view: The token of the view's interface.
  ///   - path: The kind of presentation and its source.
  ///   - configuration: The configuration, whose initializer takes all values that the view needs.
  ///   - configuring: A closure that sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unregistered` if no route provides the configuration, `destinationMismatch` if its route doesn't
  ///   provide the interface, `unsupportedPath`, or an error of the creation.
  @MainActor
  @discardableResult
  public func perform<Module, Requested>(
    to token: RoutableViewModule<Module>, as view: RoutableView<Requested>, path: RoutePath,
    with configuration: Module,
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> {
    try ModuleRouter(to: token, in: self).perform(
      as: view, path, with: configuration, configuring: configuring)
  }
}

extension Router {
  /// Fills a configuration of the current registry, creates its view, and shows it through an interface of the view.
  ///
  ///     let editor = try Router.perform(
  ///       to: RoutableViewModule<any EditorModuleConfig>(), as: RoutableView<any EditorInput>(),
  ///       path: .push(from: window)
  ///     ) { module, route in
  ///       module.note = 7
  ///     }
  ///     try await editor.completed().title = "Note 7"
  ///
  /// - Parameters:
  ///   - token: The token of the requested configuration.
  ///   - view: The token of the view's interface.
  ///   - path: The kind of presentation and its source.
  ///   - configuring: A closure that fills the configuration and sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unregistered` if no route provides the configuration, `destinationMismatch` if its route doesn't
  ///   provide the interface, `unsupportedPath`, or an error of the creation.
  @MainActor
  @discardableResult
  public static func perform<Module, Requested>(
    to token: RoutableViewModule<Module>, as view: RoutableView<Requested>, path: RoutePath,
    configuring:
      @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Requested>) -> Void = {
        _, _ in
      }
  ) throws(RouteError) -> ActiveRoute<Requested> {
    try Registry.current.perform(to: token, as: view, path: path, configuring: configuring)
  }

  /// Creates the view of a configuration of the current registry, which the caller passes, and shows it.
  ///
  ///     try Router.perform(
  ///       to: .editorModule, as: .editor, path: .push(from: window), with: EditorConfiguration(note: 7))
  ///
  /// - Parameters:
  ///   - token: The token of the configuration.
  ///   - view: The token of the view's interface.
  ///   - path: The kind of presentation and its source.
  ///   - configuration: The configuration, whose initializer takes all values that the view needs.
  ///   - configuring: A closure that sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unregistered` if no route provides the configuration, `destinationMismatch` if its route doesn't
  ///   provide the interface, `unsupportedPath`, or an error of the creation.
  @MainActor
  @discardableResult
  public static func perform<Module, Requested>(
    to token: RoutableViewModule<Module>, as view: RoutableView<Requested>, path: RoutePath,
    with configuration: Module,
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> {
    try Registry.current.perform(
      to: token, as: view, path: path, with: configuration, configuring: configuring)
  }
}
