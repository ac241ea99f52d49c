extension RouteGraph {
  /// A route, an adapter, a decorator, a collection, or a scope in the graph.
  public struct Node: Sendable, Hashable, Codable, Identifiable {
    /// The kind of a declaration.
    public enum Role: String, Sendable, Hashable, Codable, CaseIterable {
      /// A ``Route``.
      case route
      /// An ``Adapter``.
      case adapter
      /// A declaration that wraps what provides a token (``Decorates``).
      case decorator
      /// A collection, to which routes contribute.
      case collection
      /// A ``RouteScope``, whose value is injected or which keeps instances.
      case scope
    }

    /// The module and the destination, as in `EditorModule.Editor`, with a number if there are several.
    public let id: String
    /// The kind of the declaration.
    public let role: Role
    /// The name of the destination's or the scope's type; for an adapter, a decorator, and a collection, the token of
    /// what it adapts, wraps, or contains.
    public let destination: String
    /// The kind of the destination: a view or a service.
    public let kind: DestinationKind
    /// How long an instance is reused; for an adapter and a decorator, that of its route.
    public let lifetime: Lifetime
    /// The name of the scope that keeps the instance; nil if none does.
    public let scope: String?
    /// The name of the profile that it belongs to; nil outside of ``When``.
    public let profile: String?
    /// The name of the type that declares it, or of the Swift module if the registry's own block does.
    public let module: String
    /// The tokens that are provided, as in `View<any EditorInput>`, and the collections that are contributed to, as in
    /// `Services<any HealthCheck> as "disk"`.
    public let provides: [String]
    /// The tokens that are needed, as far as the declaration and the destination's type show.
    public let requires: [String]
    /// The identifiers by which the route is found.
    public let identifiers: [String]
    /// The URL patterns by which the route is found.
    public let urls: [String]
    /// Whether closures may request more from the registry than ``requires`` lists.
    public let isOpen: Bool
    /// Whether the program contains the metadata of the destination's stored properties.
    ///
    /// If not, the destination may have `@Routed` properties that the graph doesn't show.
    public let showsProperties: Bool
    /// The source file of the declaration, with its module; empty for a scope and a collection.
    public let fileID: String
    /// The source line of the declaration; 0 for a scope and a collection.
    public let line: Int
  }
}

extension RouteGraph {
  /// A directed connection between two nodes: a dependency, or what an adapter, a decorator, or a collection leads to.
  public struct Edge: Sendable, Hashable, Codable {
    /// The kind of a connection.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
      /// A parameter of an initializer, created before the node; of a scope, its value.
      case eager
      /// A `@Routed` property or a router, created on first use.
      case lazy
      /// A dependency that ``Requires`` declares.
      case declared
      /// The connection of an adapter to what it adapts.
      case adapter
      /// The connection of a decorator to what it wraps.
      case decorator
      /// The connection of a collection to a route that contributes to it; the label is the key.
      case contribution
      /// The connection of a route to the scope that keeps its instance, or of a scope to the one that encloses it.
      case scope
      /// A request that a closure made during a dry run (``Registry/dryRun()``).
      case observed
    }

    /// The node that has the dependency.
    public let from: Node.ID
    /// The node that is needed.
    public let to: Node.ID
    /// The kind of the connection.
    public let kind: Kind
    /// The name of the property, `parameter 2`, or the key of a contribution; nil if there's none.
    public let label: String?
  }
}
