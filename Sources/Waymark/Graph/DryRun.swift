/// What making every destination once has shown (``Registry/dryRun()``).
public struct DryRun: Sendable {
  /// The diagnostics of the registry, without the note about open routes, and an error for each route whose
  /// destination could not be made.
  public let diagnostics: [Diagnostic]

  /// The graph of the registry, completed with what closures asked for (``RouteGraph/Edge/Kind/observed``).
  public let graph: RouteGraph
}
