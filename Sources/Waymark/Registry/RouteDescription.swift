/// What a registry knows of one of its routes, for people to read.
public struct RouteDescription: Sendable, Hashable {
  /// The name of the destination's type.
  public let destination: String
  /// View or service.
  public let kind: DestinationKind
  /// How long an instance is handed out again.
  public let lifetime: Lifetime
  /// What the route provides in this registry, as it is written: `View<any EditorInput>`.
  public let provides: [String]
  /// What leads to this route through adapters, as it is written.
  public let adapted: [String]
  /// The identifiers by which the route is found.
  public let identifiers: [String]
  /// The patterns of the URLs that lead to the route in this registry.
  public let urls: [String]
  /// The name of the module that declares the route; nil where the registry's own block does.
  public let module: String?
  /// Where the route is declared.
  public let location: DeclarationLocation
}
