import WaymarkCore

/// A value that sends events to the observers of a route and of its registry.
@MainActor
struct RouteEmitter {
  let registry: Registry
  let route: CompiledRoute
  let path: RoutePath
  let url: String?

  /// Calls the observers with an event, which is created only if there are observers.
  func emit(_ phase: RouteEvent.Phase, _ destination: Any?, took duration: Duration?) {
    let observers = route.declaration.features(Observes.self) + registry.handlers(Observes.self)
    guard !observers.isEmpty else { return }
    let event = RouteEvent(
      phase, of: route.declaration.destination, destination: destination, path: path, url: url,
      location: route.declaration.location, duration: duration)
    for observer in observers { observer.observe(event) }
  }
}
