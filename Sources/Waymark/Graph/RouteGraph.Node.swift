extension RouteGraph {
  /// A route, or an adapter.
  public struct Node: Sendable, Hashable, Codable, Identifiable {
    /// What was declared.
    public enum Role: String, Sendable, Hashable, Codable, CaseIterable {
      /// A ``Route``.
      case route
      /// An ``Adapter``.
      case adapter
    }

    /// The module and the destination, as in `EditorModule.Editor`; with a number where there are several.
    public let id: String
    /// What was declared.
    public let role: Role
    /// The name of the destination's type; of an adapter, what it leads to.
    public let destination: String
    /// View or service.
    public let kind: DestinationKind
    /// How long an instance is handed out again; an adapter's is that of its route.
    public let lifetime: Lifetime
    /// The name of the type that declares it; where the registry's own block does, of the Swift module.
    public let module: String
    /// What is provided, as it is written: `View<any EditorInput>`.
    public let provides: [String]
    /// What is needed, as far as the declaration and the destination's type say.
    public let requires: [String]
    /// The identifiers by which the route is found.
    public let identifiers: [String]
    /// The patterns of the URLs that lead to the route.
    public let urls: [String]
    /// Whether closures may ask the registry for more than ``requires`` says.
    public let isOpen: Bool
    /// Whether the records of the destination's stored properties are there; if not, it may have `@Routed`
    /// properties of which the graph knows nothing.
    public let showsProperties: Bool
    /// The module and file of the declaration.
    public let fileID: String
    /// The line of the declaration.
    public let line: Int
  }
}
