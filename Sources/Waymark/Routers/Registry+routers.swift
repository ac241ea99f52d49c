extension Registry {
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

  /// Returns a router to a destination.
  ///
  /// - Parameter token: The token of what's requested.
  /// - Returns: The router; nil where nothing provides what's requested.
  /// - Complexity: O(1).
  public func router<Token: DestinationToken>(to token: Token) -> DestinationRouter<Token>? {
    provider(asked: Token.key).map { DestinationRouter(self, $0) }
  }

  /// Returns a router to a destination.
  ///
  /// - Parameter token: The name of what's requested in ``Routables``.
  /// - Returns: The router; nil where nothing provides what's requested.
  /// - Complexity: O(1).
  public func router<Token: DestinationToken>(to token: KeyPath<Routables, Token>) -> DestinationRouter<
    Token
  >? {
    provider(asked: Token.key).map { DestinationRouter(self, $0) }
  }

  /// Returns a router to a configuration of a route.
  ///
  /// - Parameter token: The token of what's requested.
  /// - Returns: The router; nil where nothing provides what's requested.
  /// - Complexity: O(1).
  public func router<Token: ModuleToken>(to token: Token) -> ModuleRouter<Token>? {
    provider(asked: Token.key).map { ModuleRouter(self, $0) }
  }

  /// Returns a router to a configuration of a route.
  ///
  /// - Parameter token: The name of what's requested in ``Routables``.
  /// - Returns: The router; nil where nothing provides what's requested.
  /// - Complexity: O(1).
  public func router<Token: ModuleToken>(to token: KeyPath<Routables, Token>) -> ModuleRouter<Token>? {
    provider(asked: Token.key).map { ModuleRouter(self, $0) }
  }

  /// A router to the route with an identifier.
  ///
  /// - Parameter identifier: The name in the route's ``Identifier``.
  /// - Returns: The router; nil where no route has it.
  /// - Complexity: O(1) in the number of routes, linear in the length of the identifier.
  public func router(identifier: String) -> AnyRouter? {
    layer.route(named: .identifier(identifier)).map { AnyRouter(registry: self, route: $0) }
  }
}

extension Registry {
  /// A handle on each route, with what it is.
  package var routersInForce: [(router: AnyRouter, description: RouteDescription)] {
    layer.routes.compactMap { route in
      description(of: route).map { (AnyRouter(registry: self, route: route), $0) }
    }
  }
}
