extension Registry {
  /// Returns the view for a configuration, which the caller passes.
  ///
  ///     let editor = try registry.makeDestination(to: .editorModule, as: .editor, with: EditorConfiguration(note: 7))
  ///
  /// - Parameters:
  ///   - token: The token of the configuration.
  ///   - view: The interface through which to return the view.
  ///   - configuration: The configuration, whose initializer takes all values that the view needs.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides the configuration, `destinationMismatch` if its route doesn't provide
  ///   the interface, or another `RouteError` if creation fails.
  @MainActor
  public func makeDestination<Module, Requested>(
    to token: RoutableViewModule<Module>, as view: RoutableView<Requested>, with configuration: Module
  ) throws(RouteError) -> Requested {
    try ModuleRouter(to: token, in: self).makeDestination(as: view, with: configuration)
  }

  /// Returns the service for a configuration, which the caller passes.
  ///
  ///     let room = try registry.makeDestination(to: .roomSettings, as: .chat, with: RoomSettings(number: 7))
  ///
  /// - Parameters:
  ///   - token: The token of the configuration.
  ///   - service: The interface through which to return the service.
  ///   - configuration: The configuration, whose initializer takes all values that the service needs.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides the configuration, `destinationMismatch` if its route doesn't provide
  ///   the interface, or another `RouteError` if creation fails.
  public func makeDestination<Module, Requested>(
    to token: RoutableServiceModule<Module>, as service: RoutableService<Requested>,
    with configuration: Module
  ) throws(RouteError) -> Requested {
    try ModuleRouter(to: token, in: self).makeDestination(as: service, with: configuration)
  }
}

extension Router {
  /// Returns the view of the current registry for a configuration, which the caller passes.
  ///
  ///     let editor = try Router.makeDestination(to: .editorModule, as: .editor, with: EditorConfiguration(note: 7))
  ///
  /// - Parameters:
  ///   - token: The token of the configuration.
  ///   - view: The interface through which to return the view.
  ///   - configuration: The configuration, whose initializer takes all values that the view needs.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides the configuration, `destinationMismatch` if its route doesn't provide
  ///   the interface, or another `RouteError` if creation fails.
  @MainActor
  public static func makeDestination<Module, Requested>(
    to token: RoutableViewModule<Module>, as view: RoutableView<Requested>, with configuration: Module
  ) throws(RouteError) -> Requested {
    try Registry.current.makeDestination(to: token, as: view, with: configuration)
  }

  /// Returns the service of the current registry for a configuration, which the caller passes.
  ///
  ///     let room = try Router.makeDestination(to: .roomSettings, as: .chat, with: RoomSettings(number: 7))
  ///
  /// - Parameters:
  ///   - token: The token of the configuration.
  ///   - service: The interface through which to return the service.
  ///   - configuration: The configuration, whose initializer takes all values that the service needs.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides the configuration, `destinationMismatch` if its route doesn't provide
  ///   the interface, or another `RouteError` if creation fails.
  public static func makeDestination<Module, Requested>(
    to token: RoutableServiceModule<Module>, as service: RoutableService<Requested>,
    with configuration: Module
  ) throws(RouteError) -> Requested {
    try Registry.current.makeDestination(to: token, as: service, with: configuration)
  }
}
