/// A router to a route without a statically known destination type, such as one found by its identifier.
///
///     let router = try AnyRouter(identifier: "editor", in: registry)
///     let screen = try router.makeDestination(userInfo: ["note": 7])
///
/// Use a ``DestinationRouter`` for a known type. You can store a router and use it on any thread. It keeps its registry
/// when you install another one.
public struct AnyRouter: Sendable {
  /// The registry that creates the destinations.
  public let registry: Registry

  package let route: CompiledRoute
  /// The provider of the router's token, or nil if the router has no token of a destination.
  package let provider: Provider?
  /// The unknown identifier, if the route is the fallback.
  let unknownIdentifier: String?

  package init(
    registry: Registry, route: CompiledRoute, provider: Provider? = nil, unknownIdentifier: String? = nil
  ) {
    self.registry = registry
    self.route = route
    self.provider = provider
    self.unknownIdentifier = unknownIdentifier
  }

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
  ///   - registry: The registry of the route.
  /// - Throws: `unregistered`, with the most similar identifier, if neither a route nor a ``FallbackRoute`` matches.
  public init(identifier: String, in registry: Registry = .current) throws(RouteError) {
    guard let router = registry.router(identifier: identifier) ?? registry.fallbackRouter(for: identifier)
    else { throw registry.reporting(.unregistered(identifier: identifier, in: registry)) }
    self = router
  }

  /// Creates a router to the route of a token that the program chooses at run time.
  ///
  ///     let token: any Routable = RoutableView<any EditorInput>()
  ///     let router = try AnyRouter(to: token)
  ///
  /// ``Registry/anyRouter(to:)`` returns nil instead of throwing.
  ///
  /// - Parameters:
  ///   - token: Any token. For a collection, the destination is an array.
  ///   - registry: The registry of the route.
  /// - Throws: `unregistered`, with the most similar token, if nothing provides this one.
  public init(to token: any Routable, in registry: Registry = .current) throws(RouteError) {
    let handle = try RouterHandle(to: TokenDescription(token), in: registry)
    self.init(registry: handle.registry, handle.provider)
  }

  /// The kind of the destination.
  public var kind: DestinationKind { route.declaration.kind }

  /// Returns the destination, a view or a service, creating it if needed.
  ///
  ///     let editor = try AnyRouter(identifier: "editor").makeDestination(userInfo: ["note": 7])
  ///
  /// - Parameter userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  /// - Returns: The destination as the token's interface, or without a token as the route's destination type.
  /// - Throws: A `RouteError` if creation fails.
  @MainActor
  public func makeDestination(userInfo: [String: any Sendable] = [:]) throws(RouteError) -> Any {
    try make(userInfo)
  }

  /// Returns the service, creating it if needed, on any thread.
  ///
  ///     let store = try AnyRouter(identifier: "store").makeService()
  ///
  /// - Parameter userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  /// - Returns: The service as the token's interface, or without a token as the route's destination type.
  /// - Throws: `notAService` if the destination is a view, or another `RouteError` if creation fails.
  public func makeService(userInfo: [String: any Sendable] = [:]) throws(RouteError) -> Any {
    guard kind == .service else { throw registry.reporting(registry.closedError ?? .notAService(route)) }
    return try make(userInfo)
  }

  private func make(_ userInfo: [String: any Sendable]) throws(RouteError) -> Any {
    try MakingRequest(in: registry, context(userInfo)).make(route, as: provider, Any.self)
  }

  package func context(_ userInfo: [String: any Sendable]) -> RequestContext? {
    guard !userInfo.isEmpty || unknownIdentifier != nil else { return nil }
    return RequestContext(userInfo: userInfo, unknownIdentifier: unknownIdentifier)
  }
}
