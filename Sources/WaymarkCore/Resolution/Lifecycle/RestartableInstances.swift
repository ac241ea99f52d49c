import Synchronization
import WaymarkRuntime

/// The slots of instances that end with a stop: stopped instances and instances that hold one.
struct RestartableInstances: Sendable {
  let slots: Set<Int>

  /// Finds the slots of a registry or its scope in time linear in the number of routes and dependencies.
  ///
  /// - Parameter other: Another registry, to find only the instances that can hold its restartable instances.
  init(_ registry: Registry, holding other: InstanceOwner? = nil) {
    let routes = registry.layer.routes
    let holders = registry.instanceHolders
    let found =
      other.map { other in
        holders.holders(of: routes.filter { holders.areRestartable($0) && other.owns($0) })
      } ?? holders.restartable
    var slots: Set<Int> = []
    let owner = InstanceOwner(registry)
    for route in routes where found.contains(ObjectIdentifier(route)) && owner.owns(route) {
      if let slot = route.instanceSlot { slots.insert(slot) }
    }
    // An extension can adapt or decorate an instance that its base keeps.
    for provider in registry.layer.allProviders where found.contains(ObjectIdentifier(provider.route)) {
      slots.formUnion(provider.slots.filter { owner.has($0, of: provider.route) })
    }
    self.slots = slots
  }
}

/// The routes of a layer with instances that can hold instances of other routes.
final class InstanceHolders: Sendable {
  private let holders: [ObjectIdentifier: [CompiledRoute]]
  /// The routes with stopped instances, and the routes with instances that can hold one.
  let restartable: Set<ObjectIdentifier>
  /// The routes with instances that can hold a restartable one.
  private let holdersOfRestartable: Set<ObjectIdentifier>

  fileprivate init(_ registry: Registry) {
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
    self.holders = holders
    restartable = Self.holders(of: routes.filter { $0.declaration.hasLifecycle }, holders)
    let direct = restartable.flatMap { holders[$0] ?? [] }
    holdersOfRestartable = Set(direct.map { ObjectIdentifier($0) })
  }

  func areRestartable(_ route: CompiledRoute) -> Bool { restartable.contains(ObjectIdentifier(route)) }

  /// Returns whether the instance of a route can hold a restartable one.
  func holdsRestartable(_ route: CompiledRoute) -> Bool {
    holdersOfRestartable.contains(ObjectIdentifier(route))
  }

  /// Returns the routes with instances that can hold instances of some routes, and these routes.
  func holders(of routes: [CompiledRoute]) -> Set<ObjectIdentifier> { Self.holders(of: routes, holders) }

  private static func holders(
    of routes: [CompiledRoute], _ holders: [ObjectIdentifier: [CompiledRoute]]
  ) -> Set<ObjectIdentifier> {
    var queue = routes
    var found = Set(queue.map { ObjectIdentifier($0) })
    while let route = queue.popLast() {
      for holder in holders[ObjectIdentifier(route)] ?? []
      where found.insert(ObjectIdentifier(holder)).inserted {
        queue.append(holder)
      }
    }
    return found
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

  /// The routes with instances that can hold others, computed once for each layer.
  var instanceHolders: InstanceHolders {
    layer.startPlans.value { StartPlans() }.holders.value { InstanceHolders(self) }
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

  /// Empties the slots of an instance and throws an error, if a stop has ended instances that it may hold.
  ///
  /// A stop counts itself before it empties the slots. So if the creation of an instance overlaps the stop, either this
  /// function sees the count after the instance was kept, or the stop finds the instance. The same is true for a stop
  /// of the base or of an outer registry.
  ///
  /// - Parameters:
  ///   - before: The count before the creation.
  ///   - ownStops: For an instance that starts on demand, the number of this registry's own stops before that. A
  ///     failed start or a stop around this registry ends the instance only if it holds an ended one.
  func checkStops(
    since before: Int?, making route: CompiledRoute, ownStops: Int? = nil
  ) throws(RouteError) {
    guard let before else { return }
    // A pair with the fence in `countStop()`: one of the two threads sees the other one's store.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard allStops > before, instanceHolders.areRestartable(route) else { return }
    if let ownStops, lifecycle?.stopCount(withFailedStarts: false) == ownStops,
      !instanceHolders.holdsRestartable(route)
    {
      return
    }
    let owner = InstanceOwner(self)
    empty(slots(of: [route]).filter { owner.has($0, of: route) }, lifecycle)
    throw RouteError.madeDuringStop(route)
  }

  /// Empties the slots of stopped instances and their dependents.
  ///
  /// - Parameter lifecycle: The lifecycle of this registry, or nil in a scope that starts and stops nothing.
  func empty(_ slots: Set<Int>, _ lifecycle: Lifecycle?) {
    guard enter() else { return }
    defer { leave() }
    // A start publishes its pending instances with this lock, so the slots contain them afterward.
    let pending = lifecycle?.state.withLock { state in slots.compactMap { state.pending?.take($0) } }
    let taken = slots.compactMap { slot in scope.map { $0.take(-2 - slot) } ?? instances.take(slot) }
    // Another thread can be reading these without counting a reference.
    if scope == nil { lifecycle?.state.withLock { $0.retired += taken } }
    // Release the instances without the lock, because that runs users' code.
    withExtendedLifetime((taken, pending)) {}
  }

  /// Stops the instances, and empties the slots of stopped instances and their dependents.
  func endInstances(_ lifecycle: Lifecycle, _ outcome: ScopeOutcome) async -> [RouteError] {
    let errors = await lifecycle.stopAll(in: self, outcome)
    lifecycle.countStop()
    empty(restartableInstances?.slots ?? [], lifecycle)
    endDependents(lifecycle)
    // Requests can have made instances meanwhile.
    return errors + (await lifecycle.stopAll(in: self, outcome))
  }

  /// Ends this registry's instances, which can hold instances of its base or of outer registries, if one of these has
  /// stopped in the meantime.
  func endInstancesAfterStopsAround(_ lifecycle: Lifecycle, _ outcome: ScopeOutcome) async -> [RouteError] {
    let stops = stopsAround
    let isBehind = lifecycle.state.withLock { state in
      defer { state.stopsAround = max(stops, state.stopsAround) }
      return stops > state.stopsAround
    }
    return isBehind ? await endInstances(lifecycle, outcome) : []
  }

  /// Records that this new extension holds no instance of an earlier stop of its base.
  func skipStopsOfBase() {
    let stops = stopsAround
    if stops > 0 { lifecycle?.state.withLock { $0.stopsAround = stops } }
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
