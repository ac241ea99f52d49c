// The collections and the configurations that a factory or a preparation requests.
extension Resolver {
  /// Returns all services of a collection in order, creating them if needed.
  ///
  ///     Route(HealthReport.self) {
  ///       Service<any Report>()
  ///     } make: { routes in
  ///       HealthReport(checks: try routes(Services<any HealthCheck>()))
  ///     }
  ///
  /// - Parameter collection: The token of the collection.
  /// - Returns: The services; empty if nothing contributes.
  /// - Throws: A `RouteError` that says why one couldn't be made.
  @inlinable
  public func callAsFunction<Requested>(
    _ collection: RoutableServices<Requested>
  ) throws(RouteError) -> [Requested] {
    try registry.makeDestinations(of: collection)
  }

  /// Returns all views of a collection in order, creating them if needed.
  ///
  ///     Route(SettingsScreen.self) {
  ///       View<any Screen>()
  ///     } make: { routes in
  ///       SettingsScreen(panes: try routes(Views<any SettingsPane>()))
  ///     }
  ///
  /// - Parameter collection: The token of the collection.
  /// - Returns: The views; empty if nothing contributes.
  /// - Throws: A `RouteError` that says why one couldn't be made.
  @inlinable
  @MainActor
  public func callAsFunction<Requested>(
    _ collection: RoutableViews<Requested>
  ) throws(RouteError) -> [Requested] {
    try registry.makeDestinations(of: collection)
  }

  /// Returns a router to the configuration of a view's route, through which to fill it and make the view.
  ///
  ///     Route(NoteList.self) {
  ///       View(.noteList)
  ///     } make: { resolver in
  ///       NoteList(editors: try resolver(.editorModule))
  ///     }
  ///
  /// - Parameter token: The token of the configuration, usually its name.
  /// - Returns: The router.
  /// - Throws: `unregistered` if nothing provides it.
  public func callAsFunction<Module>(
    _ token: RoutableViewModule<Module>
  ) throws(RouteError) -> ModuleViewRouter<Module> {
    try ModuleRouter(to: token, in: registry)
  }

  /// Returns a router to the configuration of a service's route, through which to fill it and make the service.
  ///
  /// - Parameter token: The token of the configuration, usually its name.
  /// - Returns: The router.
  /// - Throws: `unregistered` if nothing provides it.
  public func callAsFunction<Module>(
    _ token: RoutableServiceModule<Module>
  ) throws(RouteError) -> ModuleServiceRouter<Module> {
    try ModuleRouter(to: token, in: registry)
  }
}
