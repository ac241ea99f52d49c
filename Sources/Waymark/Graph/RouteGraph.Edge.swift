extension RouteGraph {
  /// Something that leads from one node to another.
  public struct Edge: Sendable, Hashable, Codable {
    /// How one node leads to another.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
      /// A parameter of an initializer: made before the node.
      case eager
      /// A `@Routed` property or a router: made when it is first used.
      case lazy
      /// Named by ``Requires``.
      case declared
      /// From an adapter to what it shows.
      case adapter
      /// Asked for by a closure during a dry run (``Registry/dryRun()``).
      case observed
    }

    /// The node that needs.
    public let from: Node.ID
    /// The node that is needed.
    public let to: Node.ID
    /// How.
    public let kind: Kind
    /// The name of the property, or `parameter 2`; nil where there is none.
    public let label: String?
  }
}
