/// A router to a route whose destination type isn't known statically, such as one found by its identifier.
///
///     guard let router = registry.router(identifier: "editor") else { return }
///     let screen = try router.makeDestination(userInfo: ["note": 7])
///
/// Use a ``DestinationRouter`` where the type is known. A router can be stored and passed on, and keeps using
/// its registry when another one is installed. It can be used from any thread; views are made on the main
/// actor.
public struct AnyRouter: Sendable {
  /// The registry in which the router makes destinations.
  public let registry: Registry

  let route: CompiledRoute

  /// The kind of the destination.
  public var kind: DestinationKind { route.declaration.kind }

  /// Returns the destination, a view or a service, creating it if needed.
  ///
  /// - Parameter userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  /// - Returns: The destination, as an instance of the route's destination type.
  /// - Throws: A `RouteError` that says why the destination couldn't be made.
  @MainActor
  public func makeDestination(userInfo: [String: any Sendable] = [:]) throws(RouteError) -> Any {
    try make(userInfo)
  }

  /// Returns the service, creating it if needed, on any thread.
  ///
  /// - Parameter userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  /// - Returns: The service, as an instance of the route's destination type.
  /// - Throws: `notAService` if the destination is a view, or why the service couldn't be made.
  public func makeService(userInfo: [String: any Sendable] = [:]) throws(RouteError) -> Any {
    guard kind == .service else { throw registry.reporting(.notAService(route)) }
    return try make(userInfo)
  }

  private func make(_ userInfo: [String: any Sendable]) throws(RouteError) -> Any {
    try route.makeAny(in: registry, context: userInfo.isEmpty ? nil : RequestContext(userInfo: userInfo))
  }
}
