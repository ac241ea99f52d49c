import WaymarkRuntime

extension Registry {
  /// Makes every destination once, to see what the declarations do not say.
  ///
  /// A closure that takes a ``Resolver`` can ask for anything, and no rule can know what. A dry run knows: it
  /// makes every destination, module routes with their default configuration, in a registry of its own with
  /// fresh instances, and records what is asked for. A factory that throws is a diagnostic, not the end.
  /// Nothing that it makes is kept by the registry. Factories really run: call it in tests, and override those
  /// that reach beyond the program.
  ///
  /// - Returns: The diagnostics, and the completed graph.
  /// - Complexity: Linear in the number of routes and dependencies, beside the factories.
  @MainActor
  public func dryRun() -> DryRun {
    let recorder = DryRunRecorder()
    let registry = Registry(recordingOf: self, recorder, hasAspects: false)
    defer { registry.instances.removeAll() }
    var found: [Diagnostic] = []
    for route in layer.routes where isInForce(.route(route)) {
      do throws(RouteError) {
        _ = try route.draft.production(route).make(Resolver(registry: registry), nil, nil)
      } catch {
        // Every route that needs a broken one fails with it; the broken one says so itself.
        guard error.isRaised(in: route) else { continue }
        found.append(.dryRunFailed(route.draft, error))
      }
    }
    return DryRun(
      // What the open routes ask for is known now.
      diagnostics: diagnostics.filter { $0.code != .openRoutes } + found,
      graph: RouteGraphBuilder(self).graph(observed: recorder.requests))
  }
}
