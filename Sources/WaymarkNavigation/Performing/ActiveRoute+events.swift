import WaymarkCore

extension ActiveRoute {
  /// The emitter of this route's events, which doesn't keep the route alive.
  var emitter: RouteEmitter { RouteEmitter(registry: registry, route: route, path: path, url: url) }

  /// Reports an event of this route to the observers.
  func emit(_ phase: RouteEvent.Phase, took duration: Duration? = nil) {
    emitter.emit(phase, held.current, took: duration)
  }

  /// Reports an error that ends nothing, and that no caller gets.
  func emitFailure(_ error: RouteError) { emit(.failed(registry.reporting(error))) }

  /// Reports a new state to the caller's callback and to the streams of ``states``, if the state has changed.
  func changed(from old: RouteState) {
    guard state != old else { return }
    options.onStateChange?(old, state)
    stateStreams.yield(state)
  }

  /// Returns the value that describes the change to the presenter.
  func transition(_ destination: Any, animated: Bool? = nil) -> RouteTransition {
    RouteTransition(
      id: transitionID, destination: destination, view: wrapper ?? destination, path: path,
      animated: animated ?? options.animated, location: location,
      asksBeforeLeaving: !route.declaration.leaveGuards.isEmpty,
      removed: { [transitionID] in
        if transitionID == self.transitionID { self.wasRemoved() }
      },
      asked: { [transitionID] in
        guard transitionID == self.transitionID else { return true }
        return await self.askedByPresenter()
      })
  }
}
