import WaymarkRuntime

extension Registry {
  /// What the routes need and provide, as a value.
  ///
  /// - Complexity: Linear in the number of routes and dependencies when it's first asked for; O(1) afterwards.
  public var graph: RouteGraph {
    // Only this property sets it.
    if let box = graphBox.unretained?.object { return knownDowncast(box, to: GraphBox.self).graph }
    return knownDowncast(graphBox.set(GraphBox(RouteGraphBuilder(self).graph())), to: GraphBox.self).graph
  }
}

/// Keeps the graph once it was asked for.
private final class GraphBox: LazyPart, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): a `let` of a `Sendable` type.
  let graph: RouteGraph

  init(_ graph: RouteGraph) { self.graph = graph }
}
