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
    for provider in registry.layer.fromTheBase.flatMap(\.providers) where provider.decoration != nil {
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
    // An extension can adapt or decorate an instance that its base keeps.
    for provider in registry.layer.allProviders where found.contains(ObjectIdentifier(provider.route)) {
      slots.formUnion(provider.slots.filter { owner.has($0, of: provider.route) })
    }
    self.slots = slots
  }
}

extension Provider {
  /// The slots of the instance as the provider's type, and inside of its decorators.
  fileprivate var slots: [Int] { (slot == -1 ? [] : [slot]) + (decoration?.inner.slots ?? []) }
}

extension RegistryLayer {
  /// The providers of all tokens and contributions.
  fileprivate var allProviders: [Provider] {
    fromTheBase.flatMap(\.providers)
      + fromTheBase.flatMap(\.collections.values).flatMap(\.members).map(\.provider)
  }
}

extension Registry {
  /// The instances of this registry or its scope that end with a stop, if any.
  var restartableInstances: RestartableInstances? {
    guard let lifecycle else { return nil }
    return lifecycle.restartable.value { RestartableInstances(self) }
  }

  /// Returns whether the instance in a slot of this root ends with a stop.
  func isRestartable(_ slot: Int) -> Bool {
    restartableInstances?.slots.contains(slot) ?? false
  }

  /// Returns the slots of routes' instances and their conversions.
  func slots(of routes: [CompiledRoute]) -> Set<Int> {
    let identities = Set(routes.map { ObjectIdentifier($0) })
    let converted = layer.allProviders.filter { identities.contains(ObjectIdentifier($0.route)) }.flatMap(
      \.slots)
    return Set(converted + routes.compactMap(\.instanceSlot))
  }

  /// The number of stops and failed starts that have emptied slots, or nil if nothing in this root or scope stops.
  var stopCount: Int? {
    guard let scope else { return ownLifecycle?.state.withLock(\.stops) }
    return layerReference.read { $0.hasLifecycles } ? scope.stopCount : nil
  }

  /// Empties the slots of an instance and throws an error, if a stop has ended instances that it may hold.
  ///
  /// A stop counts itself before it empties the slots. So if the creation of an instance overlaps the stop, either this
  /// function sees the count after the instance was kept, or the stop finds the instance.
  ///
  /// - Parameter before: The count before the creation.
  func checkStops(since before: Int?, making route: CompiledRoute, in slot: Int) throws(RouteError) {
    guard let before, stopCount != before, let lifecycle, let restartable = restartableInstances,
      restartable.slots.contains(slot)
    else { return }
    empty(slots(of: [route]).intersection(restartable.slots), lifecycle)
    throw RouteError.madeDuringStop(route)
  }

  /// Empties the slots of stopped instances and their dependents.
  func empty(_ slots: Set<Int>, _ lifecycle: Lifecycle) {
    guard enter() else { return }
    defer { leave() }
    let taken = slots.compactMap { slot in scope.map { $0.take(-2 - slot) } ?? instances.take(slot) }
    let pending = lifecycle.state.withLock { state in
      // Another thread can be reading these without counting a reference.
      if scope == nil { state.retired += taken }
      return slots.compactMap { state.pending?.take($0) }
    }
    // Release the instances without the lock, because that runs users' code.
    withExtendedLifetime((taken, pending)) {}
  }

  /// Stops the instances, and empties the slots of stopped instances and their dependents.
  func endInstances(_ lifecycle: Lifecycle, _ outcome: ScopeOutcome) async -> [RouteError] {
    let errors = await lifecycle.stopAll(in: self, outcome)
    lifecycle.state.withLock { $0.stops += 1 }
    empty(restartableInstances?.slots ?? [], lifecycle)
    // Requests can have made instances meanwhile.
    return errors + (await lifecycle.stopAll(in: self, outcome))
  }

  /// Ends this extension's instances, which can hold instances of the base, if the base has stopped in the meantime.
  func endInstancesOfStoppedBase(_ lifecycle: Lifecycle, _ outcome: ScopeOutcome) async -> [RouteError] {
    guard let stops = base?.stopCount else { return [] }
    let isBehind = lifecycle.state.withLock { state in
      defer { state.baseStops = max(stops, state.baseStops) }
      return stops > state.baseStops
    }
    return isBehind ? await endInstances(lifecycle, outcome) : []
  }

  /// Records that this new extension holds no instance of an earlier stop of its base.
  func skipStopsOfBase() {
    guard let stops = base?.stopCount, stops > 0 else { return }
    lifecycle?.state.withLock { $0.baseStops = stops }
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
