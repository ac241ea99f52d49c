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
  /// The name of the scope that keeps the instances; nil if none does.
  public let scope: String?
  /// The tokens that the route provides in this registry, as they're written: `View<any EditorInput>`.
  public let provides: [String]
  /// The required tokens of the adapters that lead to the route, as they're written.
  public let adapted: [String]
  /// The collections to which the route contributes in this registry: `Services<any HealthCheck> as "disk"`.
  public let contributions: [String]
  /// The strings of the route's ``Identifier`` entries.
  public let identifiers: [String]
  /// The URL patterns that lead to the route in this registry.
  public let urls: [String]
  /// The name of the module type that declares the route; nil for a route in the registry's own block.
  public let module: String?
  /// The name of the profile that the route belongs to, the first one if several of its profiles are picked; nil outside
  /// of ``When``.
  public let profile: String?
  /// The location of the route's declaration.
  public let location: DeclarationLocation
}
