/// Tells the observers of a route, and those of its registry, what happens.
@MainActor
struct RouteEmitter {
  let registry: Registry
  let route: RouteRecord
  let path: RoutePath
  let url: String?

  func emit(_ phase: RouteEvent.Phase, _ destination: Any?, took duration: Duration?) {
    let own = route.draft.showing.observers
    guard !own.isEmpty || registry.aspects.observers != nil else { return }
    let event = RouteEvent(
      phase: phase, destination: destination, destinationType: TypeName.of(route.draft.destination),
      path: path, url: url, location: route.draft.location, duration: duration)
    for observer in own + (registry.aspects.observers?.elements ?? []) { observer.observe(event) }
  }
}
