extension ActiveRoute {
  /// Tells observers about this route; it does not keep the route alive.
  var emitter: RouteEmitter { RouteEmitter(registry: registry, route: route, path: path, url: url) }

  func emit(_ phase: RouteEvent.Phase, took duration: Duration? = nil) {
    emitter.emit(phase, held.current, took: duration)
  }

  /// Tells the caller, and those who follow, of a new state.
  func changed(from old: RouteState) {
    guard state != old else { return }
    options.onStateChange?(old, state)
    stateStreams.yield(state)
  }

  /// What the presenter gets.
  func transition(_ destination: Any, animated: Bool? = nil) -> RouteTransition {
    RouteTransition(
      destination: destination, path: path, animated: animated ?? options.animated, location: location,
      removed: { self.wasRemoved() })
  }
}
