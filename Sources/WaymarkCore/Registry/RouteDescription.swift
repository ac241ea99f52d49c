/// A description of a route, for logs, tests, and tools.
///
///     for route in registry.routes where route.kind == .view {
///       print(route.destination, route.provides, route.location)
///     }
public struct RouteDescription: Sendable, Hashable {
  /// The name of the destination's type.
  public let destination: String
  /// The kind of the destination.
  public let kind: DestinationKind
  /// The lifetime of the route's instances.
  public let lifetime: Lifetime
  /// The name of the scope that keeps the instances, if any.
  public let scope: String?
  /// The tokens that the route provides in this registry, as source text: `View<any EditorInput>`.
  public let provides: [String]
  /// The required tokens of the adapters that lead to the route, as source text.
  public let adapted: [String]
  /// The collections that the route contributes to in this registry: `Services<any HealthCheck> as "disk"`.
  public let contributions: [String]
  /// The strings of the route's ``Identifier`` entries.
  public let identifiers: [String]
  /// The URL patterns that lead to the route in this registry.
  public let urls: [String]
  /// The name of the declaring module, or nil in the registry's own block.
  public let module: String?
  /// The name of the route's first picked profile, or nil outside of ``When``.
  public let profile: String?
  /// The location of the route's declaration.
  public let location: DeclarationLocation
}
