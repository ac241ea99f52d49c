/// The routes of a registry and the connections between them, as a value.
///
///     let graph = registry.graph
///     print(graph.dependents(of: "StorageModule.FileStore"))
///     print(graph.mermaid())
///
/// Nodes are in the order of their declaration, edges in the order of the nodes that they leave. So the same
/// program yields the same graph, and the same bytes in every export. Store the graph of your application as
/// a file beside its tests, so that a review shows how a change affects it (``difference(from:)``).
public struct RouteGraph: Sendable, Hashable, Codable {
  /// The routes, adapters, and decorators, in the order of their declaration, followed by the collections and scopes.
  public let nodes: [Node]

  /// The connections, in the order of the nodes that they leave.
  public let edges: [Edge]

  init(nodes: [Node], edges: [Edge]) {
    self.nodes = nodes
    self.edges = edges
  }
}
