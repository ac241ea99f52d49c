import WaymarkRuntime

/// The slots of instances that end with a stop: stopped instances and instances that hold one.
struct RestartableInstances: Sendable {
  let slots: Set<Int>

  /// Finds the slots of a registry or its scope in time linear in the number of routes and dependencies.
  init(_ registry: Registry) {
    let routes = registry.layer.routes
    var holders: [ObjectIdentifier: [CompiledRoute]] = [:]
    for route in routes {
      for dependency in route.declaration.dependencies
      where dependency.isHeld || dependency.strength == .declared {
        registry.forEachRoute(satisfying: dependency) { target in
          holders[ObjectIdentifier(target), default: []].append(route)
        }
      }
    }
    let providers = registry.layer.fromTheBase.flatMap(\.providers)
    for provider in providers where provider.decoration != nil {
      // The wrapper of an instance holds the decorator's dependencies.
      registry.forEachRoute(neededByDecoratorsOf: provider) { target in
        holders[ObjectIdentifier(target), default: []].append(provider.route)
      }
    }
    var queue = routes.filter { $0.declaration.hasLifecycle }
    var found = Set(queue.map { ObjectIdentifier($0) })
    while let route = queue.popLast() {
      for holder in holders[ObjectIdentifier(route)] ?? []
      where found.insert(ObjectIdentifier(holder)).inserted {
        queue.append(holder)
      }
    }
    var slots: Set<Int> = []
    let owner = InstanceOwner(registry)
    for route in routes where found.contains(ObjectIdentifier(route)) && owner.keeps(route) {
      if let slot = route.instanceSlot { slots.insert(slot) }
    }
    let contributed = registry.layer.fromTheBase.flatMap(\.collections.values).flatMap(\.members).map(
      \.provider)
    for provider in providers + contributed
    where found.contains(ObjectIdentifier(provider.route)) && owner.keeps(provider.route) {
      var next: Provider? = provider
      while let provider = next {
        if provider.slot != -1 { slots.insert(provider.slot) }
        next = provider.decoration?.inner
      }
    }
    self.slots = slots
  }
}

extension CompiledRoute {
  /// Throws an error if only `start()` can create an instance of this route.
  func checkStarted(in owner: Registry) throws(RouteError) {
    guard declaration.hasLifecycle else { return }
    if let scope = owner.scope, owner.lifecycle?.isClosed ?? false { throw RouteError.scopeClosed(scope) }
    guard declaration.needsStart || owner.lifecycle?.isStopped ?? false else { return }
    throw RouteError.notStarted(self, in: owner)
  }

  /// Completes an instance of a view's route (see `complete(_:in:)`).
  @MainActor
  func completeView(_ made: ValueBox?, in registry: Registry) throws(RouteError) -> ValueBox {
    try complete(made, in: registry)
  }
}

struct StartRequest: AsynchronousRequest {
  let route: CompiledRoute
  let registry: Registry

  var resolver: Resolver { Resolver(registry: registry, context: nil) }

  func resolve(_ body: () throws -> Void) throws {
    try route.making(in: registry) { () throws(RouteError) in
      try route.running(.making) { try body() }
    }
  }
}
