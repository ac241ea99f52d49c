/// The routes of a registry and what leads from one to another, as a value.
///
/// Nodes stand in the order of their declaration, edges in the order of what needs them, so that the same
/// program gives the same graph, and the same bytes in every export. Keep the graph of your application as a
/// file beside its tests, and a review shows what a change does to it (``difference(from:)``).
public struct RouteGraph: Sendable, Hashable, Codable {
  /// Routes and adapters, in the order of their declaration.
  public let nodes: [Node]

  /// What leads from one node to another, in the order of the nodes that they leave.
  public let edges: [Edge]

  init(nodes: [Node], edges: [Edge]) {
    self.nodes = nodes
    self.edges = edges
  }
}
