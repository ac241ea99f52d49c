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
    let registry = Registry(recordingOf: self, recorder, hasHandlers: false)
    defer { registry.instances.removeAll() }
    var found: [Diagnostic] = []
    for route in layer.routes where isInForce(.route(route)) {
      do throws(RouteError) {
        _ = try route.makeAny(in: registry)
      } catch {
        // Every route that needs a broken one fails with it; the broken one says so itself.
        guard error.isRaised(in: route) else { continue }
        found.append(.dryRunFailed(route.declaration, error))
      }
    }
    // What the open routes ask for is known now, and so is what they lead to.
    let reached = Set(
      recorder.requests.compactMap { request -> DeclarationLocation? in
        guard let route = provider(for: request.key)?.route, route !== request.route else { return nil }
        return route.declaration.location
      })
    let known = diagnostics.filter { diagnostic in
      diagnostic.code != .openRoutes
        && !(diagnostic.code == .unreachableRoute && reached.contains(diagnostic.location))
    }
    return DryRun(
      diagnostics: known + found,
      graph: RouteGraphBuilder(self).graph(observed: recorder.requests))
  }
}
