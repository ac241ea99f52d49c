/// The result of creating every destination once, as ``Registry/dryRun()`` returns it.
///
///     let dryRun = registry.dryRun()
///     for diagnostic in dryRun.diagnostics { print(diagnostic) }
///     print(dryRun.graph.mermaid())
public struct DryRun: Sendable {
  /// The diagnostics of the registry, and an error for each destination that couldn't be created.
  ///
  /// The note about routes whose dependencies are unknown is omitted, and so is the warning about an
  /// unreachable route that a closure requested.
  public let diagnostics: [Diagnostic]

  /// The graph of the registry, with the requests of closures as ``RouteGraph/Edge/Kind/observed`` edges.
  public let graph: RouteGraph
}
