public import WaymarkRuntime

extension Registry {
  // MARK: - Destinations

  /// Makes a view, or gets the one that is kept.
  ///
  /// - Parameter token: What is asked for.
  /// - Returns: The view.
  /// - Throws: `unregistered` where nothing provides it, or why it could not be made.
  /// - Complexity: O(1), beside the factory.
  @inlinable
  @MainActor
  public func makeDestination<Requested>(to token: RoutableView<Requested>) throws(RouteError) -> Requested {
    try make(Requested.self, .view, nil)
  }

  /// Makes a view, or gets the one that is kept, and prepares it.
  ///
  /// - Parameters:
  ///   - token: What is asked for.
  ///   - preparing: Prepares the view before its route does.
  /// - Returns: The view.
  /// - Throws: `unregistered` where nothing provides it, or why it could not be made.
  /// - Complexity: O(1), beside the factory.
  @MainActor
  public func makeDestination<Requested>(
    to token: RoutableView<Requested>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try withPreparation(preparing) { (preparing) throws(RouteError) in
      try make(Requested.self, .view, preparing)
    }
  }

  /// Makes a service, or gets the one that is kept.
  ///
  /// - Parameter token: What is asked for.
  /// - Returns: The service.
  /// - Throws: `unregistered` where nothing provides it, or why it could not be made.
  /// - Complexity: O(1), beside the factory.
  @inlinable
  public func makeDestination<Requested>(
    to token: RoutableService<Requested>
  ) throws(RouteError) -> Requested {
    try make(Requested.self, .service, nil)
  }

  /// Makes a service, or gets the one that is kept, and prepares it.
  ///
  /// - Parameters:
  ///   - token: What is asked for.
  ///   - preparing: Prepares the service before its route does.
  /// - Returns: The service.
  /// - Throws: `unregistered` where nothing provides it, or why it could not be made.
  /// - Complexity: O(1), beside the factory.
  public func makeDestination<Requested>(
    to token: RoutableService<Requested>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try withPreparation(preparing) { (preparing) throws(RouteError) in
      try make(Requested.self, .service, preparing)
    }
  }

  /// What all of the above do; for a view, on the main actor only.
  ///
  /// Generic over what is requested, not over the token: the metadata of a token, and its associated type,
  /// would have to be looked up for each request, at ten times the cost of the rest.
  @inlinable
  func make<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    // The layer keeps the provider, the slots keep what is in them, and the registry keeps both until the end
    // of this call, so that neither is counted.
    defer { withExtendedLifetime(self) {} }
    guard preparing == nil, recorder == nil, let provider = layer.lend(TokenKey(type, role)) else {
      return try makeFully(type, role, preparing)
    }
    if let slot = provider.read({ $0.slot }), let kept = instances.lend(slot) {
      // Published for this slot only by the productions and adaptations of this provider's type.
      return kept.read { knownDowncast($0, to: KeptInstance<Requested>.self).value }
    }
    guard provider.read({ $0.destination(as: type).isDirect }) else {
      return try makeFully(type, role, nil)
    }
    do throws(RouteError) {
      // Inside of the reading, so that neither the provider's closure nor its route is counted.
      return try provider.read { provider throws(RouteError) in
        let provider = provider.destination(as: type)
        return try provider.route.making(in: self) { () throws(RouteError) in
          try provider.route.running(.making) { try provider.direct.make(self) }
        }
      }
    } catch {
      throw reporting(error)
    }
  }

  /// The way with everything: preparation, lifetimes, configuration, a dry run that listens.
  @usableFromInline
  func makeFully<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    do throws(RouteError) {
      guard let provider = provider(asked: TokenKey(type, role)) else {
        throw RouteError.unregistered(TokenDescription(type, role), in: self)
      }
      return try provider.destination(as: type).make(Resolver(registry: self), nil, preparing)
    } catch {
      throw reporting(error)
    }
  }

  // MARK: - By identifier

  /// Makes the destination of the route with an identifier, or gets the one that is kept.
  ///
  /// - Parameters:
  ///   - identifier: The name in the route's ``Identifier``.
  ///   - userInfo: What the route's closures find as ``Resolver/userInfo``.
  /// - Returns: The destination, of the type that the route makes.
  /// - Throws: `unregistered` where no route has the identifier, or why it could not be made.
  @MainActor
  public func makeDestination(
    identifier: String, userInfo: [String: any Sendable] = [:]
  ) throws(RouteError) -> Any {
    guard let router = router(identifier: identifier) else {
      throw reporting(.unregistered(identifier: identifier, in: self))
    }
    return try router.makeDestination(userInfo: userInfo)
  }

  /// Makes the service of the route with an identifier, or gets the one that is kept, on any thread.
  ///
  /// - Parameters:
  ///   - identifier: The name in the route's ``Identifier``.
  ///   - userInfo: What the route's closures find as ``Resolver/userInfo``.
  /// - Returns: The service, of the type that the route makes.
  /// - Throws: `unregistered` where no route has the identifier, `notAService` for the route of a view, or
  ///   why it could not be made.
  public func makeService(
    identifier: String, userInfo: [String: any Sendable] = [:]
  ) throws(RouteError) -> Any {
    guard let router = router(identifier: identifier) else {
      throw reporting(.unregistered(identifier: identifier, in: self))
    }
    return try router.makeService(userInfo: userInfo)
  }

  // MARK: - Routers

  /// A router to a view.
  ///
  /// - Parameter token: What is asked for.
  /// - Returns: The router; nil where nothing provides it.
  /// - Complexity: O(1).
  public func router<Requested>(
    to token: RoutableView<Requested>
  ) -> DestinationViewRouter<Requested>? {
    provider(asked: RoutableView<Requested>.key).map { DestinationRouter(self, $0) }
  }

  /// A router to a service.
  ///
  /// - Parameter token: What is asked for.
  /// - Returns: The router; nil where nothing provides it.
  /// - Complexity: O(1).
  public func router<Requested>(
    to token: RoutableService<Requested>
  ) -> DestinationServiceRouter<Requested>? {
    provider(asked: RoutableService<Requested>.key).map { DestinationRouter(self, $0) }
  }

  /// A router to the configuration of a view's route.
  ///
  /// - Parameter token: What is asked for.
  /// - Returns: The router; nil where nothing provides it.
  /// - Complexity: O(1).
  public func router<Requested>(
    to token: RoutableViewModule<Requested>
  ) -> ModuleViewRouter<Requested>? {
    provider(asked: RoutableViewModule<Requested>.key).map { ModuleRouter(self, $0) }
  }

  /// A router to the configuration of a service's route.
  ///
  /// - Parameter token: What is asked for.
  /// - Returns: The router; nil where nothing provides it.
  /// - Complexity: O(1).
  public func router<Requested>(
    to token: RoutableServiceModule<Requested>
  ) -> ModuleServiceRouter<Requested>? {
    provider(asked: RoutableServiceModule<Requested>.key).map { ModuleRouter(self, $0) }
  }

  /// A router to the route with an identifier.
  ///
  /// - Parameter identifier: The name in the route's ``Identifier``.
  /// - Returns: The router; nil where no route has it.
  /// - Complexity: O(1) in the number of routes, linear in the length of the identifier.
  public func router(identifier: String) -> AnyRouter? {
    layer.route(identifier: identifier).map { AnyRouter(registry: self, route: $0) }
  }
}
