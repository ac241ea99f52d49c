/// A router to a route whose destination type isn't known statically, such as one found by its identifier.
///
///     let router = try AnyRouter(identifier: "editor", in: registry)
///     let screen = try router.makeDestination(userInfo: ["note": 7])
///
/// Use a ``DestinationRouter`` where the type is known. A router can be stored and passed on, and keeps using
/// its registry when another one is installed. It can be used from any thread; views are made on the main
/// actor.
public struct AnyRouter: Sendable {
  /// The registry in which the router makes destinations.
  public let registry: Registry

  package let route: CompiledRoute
  /// The provider of the token that the router was created for, whose adapters convert the destination; nil if it was
  /// created for something else than the token of a destination.
  let provider: Provider?
  /// The identifier that no route has, if the route is the fallback.
  let unknownIdentifier: String?

  package init(
    registry: Registry, route: CompiledRoute, provider: Provider? = nil, unknownIdentifier: String? = nil
  ) {
    self.registry = registry
    self.route = route
    self.provider = provider
    self.unknownIdentifier = unknownIdentifier
  }

  /// Creates a router to the provider of a token.
  package init(registry: Registry, _ provider: Provider) {
    self.init(
      registry: registry, route: provider.route, provider: provider.token.role.isModule ? nil : provider)
  }

  /// Creates a router to the route with an identifier.
  ///
  ///     let router = try AnyRouter(identifier: "editor")
  ///
  /// ``Registry/router(identifier:)`` returns nil instead of throwing.
  ///
  /// - Parameters:
  ///   - identifier: The string in the route's ``Identifier``.
  ///   - registry: The registry that has the route.
  /// - Throws: `unregistered`, with the most similar identifier, if no route has this one and there's no
  ///   ``FallbackRoute``.
  public init(identifier: String, in registry: Registry = .current) throws(RouteError) {
    guard let router = registry.router(identifier: identifier) ?? registry.fallbackRouter(for: identifier)
    else { throw registry.reporting(.unregistered(identifier: identifier, in: registry)) }
    self = router
  }

  /// Creates a router to the route of a token that's chosen while the program runs.
  ///
  ///     let token: any Routable = RoutableView<any EditorInput>()
  ///     let router = try AnyRouter(to: token)
  ///
  /// ``Registry/anyRouter(to:)`` returns nil instead of throwing.
  ///
  /// - Parameters:
  ///   - token: Any token. The destination for that of a collection is an array.
  ///   - registry: The registry that has the route.
  /// - Throws: `unregistered`, with the most similar token, if nothing provides this one.
  public init(to token: any Routable, in registry: Registry = .current) throws(RouteError) {
    let handle = try RouterHandle(to: TokenDescription(of: token), in: registry)
    self.init(registry: handle.registry, handle.provider)
  }

  /// The kind of the destination.
  public var kind: DestinationKind { route.declaration.kind }

  /// Returns the destination, a view or a service, creating it if needed.
  ///
  ///     let editor = try AnyRouter(identifier: "editor").makeDestination(userInfo: ["note": 7])
  ///
  /// - Parameter userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  /// - Returns: The destination: as the token's interface, or without a token as an instance of the route's
  ///   destination type.
  /// - Throws: A `RouteError` that says why the destination couldn't be made.
  @MainActor
  public func makeDestination(userInfo: [String: any Sendable] = [:]) throws(RouteError) -> Any {
    try make(userInfo)
  }

  /// Returns the service, creating it if needed, on any thread.
  ///
  ///     let store = try AnyRouter(identifier: "store").makeService()
  ///
  /// - Parameter userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  /// - Returns: The service, as an instance of the route's destination type.
  /// - Throws: `notAService` if the destination is a view, or why the service couldn't be made.
  public func makeService(userInfo: [String: any Sendable] = [:]) throws(RouteError) -> Any {
    guard kind == .service else { throw registry.reporting(registry.closedError ?? .notAService(route)) }
    return try make(userInfo)
  }

  private func make(_ userInfo: [String: any Sendable]) throws(RouteError) -> Any {
    try makeAny(nil, nil, context(userInfo))
  }

  /// Returns the context of a request; nil if it has none.
  package func context(_ userInfo: [String: any Sendable]) -> RequestContext? {
    guard !userInfo.isEmpty || unknownIdentifier != nil else { return nil }
    return RequestContext(userInfo: userInfo, unknownIdentifier: unknownIdentifier)
  }

  /// Returns the destination, creating it if needed.
  package func makeAny(
    _ configuration: Any?, _ preparing: Preparation<Any>?, _ context: RequestContext?
  ) throws(RouteError) -> Any {
    let request = MakingRequest(in: registry, context, configuration: configuration).preparing(preparing)
    return if let provider { try request.makeAny(provider) } else { try request.makeAny(route) }
  }
}
