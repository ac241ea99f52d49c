extension Registry {
  /// The graph of the routes, their dependencies, and the interfaces that they provide.
  ///
  ///     print(registry.graph.mermaid())
  ///
  /// - Complexity: Linear in the number of routes and dependencies on first access; O(1) afterwards.
  public var graph: RouteGraph { layer.graph.value { RouteGraphBuilder(self).graph() } }
}
