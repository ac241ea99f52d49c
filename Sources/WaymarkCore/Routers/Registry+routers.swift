extension Registry {
  // MARK: - By identifier

  /// Returns the destination of the route with an identifier, creating it if needed.
  ///
  ///     let editor = try registry.makeDestination(identifier: "editor", userInfo: ["note": 7])
  ///
  /// - Parameters:
  ///   - identifier: The string in the route's ``Identifier``.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  /// - Returns: The destination, as an instance of the route's destination type.
  /// - Throws: `unregistered` if neither a route nor a ``FallbackRoute`` matches, or another `RouteError` if creation
  ///   fails.
  @MainActor
  public func makeDestination(
    identifier: String, userInfo: [String: any Sendable] = [:]
  ) throws(RouteError) -> Any {
    try AnyRouter(identifier: identifier, in: self).makeDestination(userInfo: userInfo)
  }

  // MARK: - Routers

  /// Returns a router to a destination.
  ///
  ///     let isAvailable = registry.router(to: RoutableView<any EditorInput>()) != nil
  ///
  /// ``DestinationRouter`` has an initializer that throws an error with the reason instead of returning nil.
  ///
  /// - Parameter token: The token of the destination.
  /// - Returns: The router, or nil if nothing provides the token.
  /// - Complexity: O(1).
  public func router<Requested>(to token: RoutableService<Requested>) -> DestinationServiceRouter<Requested>?
  {
    handle(to: token).map { DestinationRouter($0) }
  }

  /// Returns a router to a view.
  ///
  ///     let isAvailable = registry.router(to: .editor) != nil
  ///
  /// - Parameter token: The token of the view, usually its name.
  /// - Returns: The router, or nil if nothing provides the view.
  @_disfavoredOverload
  public func router<Requested>(to token: RoutableView<Requested>) -> DestinationViewRouter<Requested>? {
    handle(to: token).map { DestinationRouter($0) }
  }

  /// Returns a router to a configuration of a route.
  ///
  ///     let isAvailable = registry.router(to: RoutableViewModule<any EditorModuleConfig>()) != nil
  ///
  /// - Parameter token: The token of the configuration.
  /// - Returns: The router, or nil if nothing provides the token.
  /// - Complexity: O(1).
  public func router<Module>(to token: RoutableServiceModule<Module>) -> ModuleServiceRouter<Module>? {
    handle(to: token).map { ModuleRouter($0) }
  }

  /// Returns a router to the configuration of a view's route.
  ///
  ///     let isAvailable = registry.router(to: .editorModule) != nil
  ///
  /// - Parameter token: The token of the configuration, usually its name.
  /// - Returns: The router, or nil if nothing provides the configuration.
  public func router<Module>(to token: RoutableViewModule<Module>) -> ModuleViewRouter<Module>? {
    handle(to: token).map { ModuleRouter($0) }
  }

  /// Returns the handle for a token, or nil if the registry doesn't provide the token.
  private func handle(to token: some Routable) -> RouterHandle? {
    let token = TokenDescription(token)
    return provider(asked: token.role.isCollection ? token.array : token).map { RouterHandle(self, $0) }
  }

  /// Returns a router to the route with an identifier.
  ///
  ///     let isAvailable = registry.router(identifier: "editor") != nil
  ///
  /// - Parameter identifier: The string in the route's ``Identifier``.
  /// - Returns: The router, or nil if no route has the identifier.
  /// - Complexity: O(1) in the number of routes, linear in the length of the identifier.
  public func router(identifier: String) -> AnyRouter? {
    image.route(named: .identifier(identifier)).map { AnyRouter(registry: self, route: $0) }
  }

  /// Returns a router to a destination that the program chooses at run time.
  ///
  ///     let token: any Routable = RoutableView<any EditorInput>()
  ///     let isAvailable = registry.anyRouter(to: token) != nil
  ///
  /// - Parameter token: Any token. A collection's destination is an array.
  /// - Returns: The router, or nil if no route provides the interface. For the required token of an adapter, the router
  ///   returns the result of the adapter's closure.
  /// - Complexity: O(1).
  public func anyRouter(to token: any Routable) -> AnyRouter? {
    handle(to: token).map { AnyRouter(registry: self, $0.provider) }
  }

  /// Returns a router to a destination by a type that the program knows at run time only.
  ///
  ///     let isAvailable = registry.anyRouter(requesting: (any EditorInput).self) != nil
  ///
  /// - Parameter type: The requested type, as in a token without a name. If it's provided both as a view and as a
  ///   service, the router is to the view.
  /// - Returns: The router, or nil if no route provides the type.
  /// - Complexity: O(1).
  public func anyRouter(requesting type: Any.Type) -> AnyRouter? {
    for role in [TokenRole.view, .service] {
      if let provider = provider(asked: TokenDescription(type, role)) {
        return AnyRouter(registry: self, provider)
      }
    }
    return nil
  }

  /// Returns a router to the ``FallbackRoute``, if any, for an unknown identifier.
  func fallbackRouter(for identifier: String) -> AnyRouter? {
    image.route(named: .fallback).map {
      AnyRouter(registry: self, route: $0, unknownIdentifier: identifier)
    }
  }
}

// Collections and configurations, requested by a factory or a preparation.
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
  /// - Returns: The services, or an empty array without contributions.
  /// - Throws: A `RouteError` if creation fails.
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
  /// - Returns: The views, or an empty array without contributions.
  /// - Throws: A `RouteError` if creation fails.
  @inlinable
  @MainActor
  public func callAsFunction<Requested>(
    _ collection: RoutableViews<Requested>
  ) throws(RouteError) -> [Requested] {
    try registry.makeDestinations(of: collection)
  }

  /// Returns a router to the configuration of a view's route.
  ///
  ///     Route(NoteList.self) {
  ///       View(.noteList)
  ///     } make: { resolver in
  ///       NoteList(editors: try resolver(.editorModule))
  ///     }
  ///
  /// - Parameter token: The token of the configuration, usually its name.
  /// - Returns: The router.
  /// - Throws: `unregistered` if nothing provides the configuration.
  public func callAsFunction<Module>(
    _ token: RoutableViewModule<Module>
  ) throws(RouteError) -> ModuleViewRouter<Module> {
    try ModuleRouter(to: token, in: registry)
  }

  /// Returns a router to the configuration of a service's route.
  ///
  /// - Parameter token: The token of the configuration, usually its name.
  /// - Returns: The router.
  /// - Throws: `unregistered` if nothing provides the configuration.
  public func callAsFunction<Module>(
    _ token: RoutableServiceModule<Module>
  ) throws(RouteError) -> ModuleServiceRouter<Module> {
    try ModuleRouter(to: token, in: registry)
  }
}
