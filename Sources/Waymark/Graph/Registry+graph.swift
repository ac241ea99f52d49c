import WaymarkRuntime

extension Registry {
  /// The graph of the routes, their dependencies, and the interfaces that they provide.
  ///
  ///     print(registry.graph.mermaid())
  ///
  /// - Complexity: Linear in the number of routes and dependencies on first access; O(1) afterwards.
  public var graph: RouteGraph {
    // Only this property sets it.
    if let box = layer.graphBox.unretained?.object { return knownDowncast(box, to: GraphBox.self).graph }
    return knownDowncast(layer.graphBox.set(GraphBox(RouteGraphBuilder(self).graph())), to: GraphBox.self)
      .graph
  }
}

/// A box that keeps the graph after its first use.
private final class GraphBox: LazyPart, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the only stored property is a `let` of a `Sendable` type.
  let graph: RouteGraph

  init(_ graph: RouteGraph) { self.graph = graph }
}
