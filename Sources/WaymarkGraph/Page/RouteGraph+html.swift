public import WaymarkCore
public import WaymarkInspection

extension RouteGraph {
  /// Returns the graph as a page for a browser, in one file.
  ///
  ///     let page = registry.graph.html(
  ///       title: "Notes", diagnostics: registry.diagnostics, start: registry.startReport)
  ///     try page.write(toFile: "routes.html", atomically: true, encoding: .utf8)
  ///
  /// The page shows modules as areas, with a module above the modules that it uses. You can search, filter, find the
  /// path between two routes, and see everything that a change of one route reaches. It loads nothing from the network,
  /// and its content security policy allows only its own script and style. Without scripts, the page is a nested list.
  ///
  /// - Parameters:
  ///   - title: The title of the page.
  ///   - earlier: The graph before a change, to show the additions, removals, and changes in a code review.
  ///   - diagnostics: The diagnostics to list and to mark at their routes, for example ``Registry/diagnostics``.
  ///   - start: The times of a start to show on a time axis, for example ``Registry/startReport``.
  /// - Returns: The page, equal for equal arguments.
  /// - Complexity: Linear in the number of nodes and edges, and for each singleton, in the number of transient instances
  ///   that it leads to.
  public func html(
    title: String, comparedTo earlier: RouteGraph? = nil, diagnostics: [Diagnostic] = [],
    start: StartReport? = nil
  ) -> String {
    let graph = MarkedGraph(self, comparedTo: earlier)
    return GraphPage(
      title: title, graph: graph, diagnostics: diagnostics, start: start, isComparison: earlier != nil,
      declared: diagnostics.isEmpty && start == nil ? [:] : graph.declared
    ).text
  }
}
