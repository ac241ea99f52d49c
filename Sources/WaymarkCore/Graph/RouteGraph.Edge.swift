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
