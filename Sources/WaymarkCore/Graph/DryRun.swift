/// The result of creating every destination once, as ``Registry/dryRun()`` returns it.
///
///     let dryRun = registry.dryRun()
///     for diagnostic in dryRun.diagnostics { print(diagnostic) }
///     print(dryRun.graph.mermaid())
public struct DryRun: Sendable {
  /// The diagnostics of the registry, and an error for each destination that couldn't be created.
  ///
  /// The note about routes whose dependencies are unknown is omitted.
  public let diagnostics: [Diagnostic]

  /// The notes about routes to which no declaration leads, and that no closure has requested.
  public let unreachableRoutes: [Diagnostic]

  /// The graph of the registry, with the requests of closures as ``RouteGraph/Edge/Kind/observed`` edges.
  public let graph: RouteGraph
}
