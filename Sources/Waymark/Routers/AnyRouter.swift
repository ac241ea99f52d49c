/// A handle on a route whose destination is not known by its type: one that was found by its identifier.
///
/// Safe to use from any thread; views are made on the main actor only.
public struct AnyRouter: Sendable {
  /// The registry to which the router belongs.
  public let registry: Registry

  let route: CompiledRoute

  /// The kind of the destination.
  public var kind: DestinationKind { route.declaration.kind }

  /// Makes the destination, or gets the one that is kept: a view or a service.
  ///
  /// - Parameter userInfo: What the route's closures find as ``Resolver/userInfo``.
  /// - Returns: The destination, of the type that the route makes.
  /// - Throws: Why it could not be made.
  @MainActor
  public func makeDestination(userInfo: [String: any Sendable] = [:]) throws(RouteError) -> Any {
    try make(userInfo)
  }

  /// Makes a service, or gets the one that is kept, on any thread.
  ///
  /// - Parameter userInfo: What the route's closures find as ``Resolver/userInfo``.
  /// - Returns: The service, of the type that the route makes.
  /// - Throws: `notAService` for the route of a view, or why it could not be made.
  public func makeService(userInfo: [String: any Sendable] = [:]) throws(RouteError) -> Any {
    guard kind == .service else { throw registry.reporting(.notAService(route)) }
    return try make(userInfo)
  }

  private func make(_ userInfo: [String: any Sendable]) throws(RouteError) -> Any {
    try route.makeAny(in: registry, context: userInfo.isEmpty ? nil : RequestContext(userInfo: userInfo))
  }
}
