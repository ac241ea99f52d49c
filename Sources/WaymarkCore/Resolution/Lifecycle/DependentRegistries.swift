import WaymarkRuntime

/// The registries of scopes and extensions that keep instances, which can hold instances of a registry that stops.
///
/// A stop empties the slots of such instances, because requests read the slots without asking for stops.
struct DependentRegistries {
  private struct Reference { weak var registry: Registry? }

  private var references: [Reference] = []
  /// The number of references at which to remove the references to released registries.
  private var limit = Self.smallestLimit

  private static let smallestLimit = 16

  /// The registries that exist.
  var all: [Registry] { references.compactMap(\.registry) }

  var count: Int { references.count }

  /// Adds a registry, and retains registries for the caller to release them without the lock.
  ///
  /// When the number of references has doubled, the function removes the ones to released registries, so that a call
  /// examines two on average.
  mutating func add(_ registry: Registry) -> [Registry] {
    references.append(Reference(registry: registry))
    guard references.count >= limit else { return [] }
    let alive = all
    references = alive.map { Reference(registry: $0) }
    limit = max(2 * alive.count, Self.smallestLimit)
    return alive
  }
}

extension Registry {
  /// Calls a closure with each base and each outer registry, perhaps more than once.
  private func forEachAround(_ body: (Registry) -> Void) {
    if let base {
      body(base)
      base.forEachAround(body)
    }
    if let scope {
      body(scope.outer)
      scope.outer.forEachAround(body)
    }
  }

  /// Adds the registry of kept instances to the dependents of its base and of the outer registries.
  func becomeDependent() {
    guard scope != nil || base != nil, layerReference.read({ $0.hasLifecycles }),
      !(scope?.isDependent ?? ownLifecycle?.isDependent ?? true)
    else { return }
    var known: [Lifecycle] = []
    forEachAround { registry in
      guard let lifecycle = registry.lifecycle, !known.contains(where: { $0 === lifecycle }) else { return }
      known.append(lifecycle)
      // Release the registries without the lock, because that runs users' code.
      withExtendedLifetime(lifecycle.dependents.withLock { $0.add(self) }) {}
    }
    // Set it afterward, because other threads that find it set rely on the additions.
    scope?.isDependent = true
    ownLifecycle?.isDependent = true
  }

  /// Empties the slots of other registries' instances that can hold instances that this registry has ended.
  func endDependents(_ lifecycle: Lifecycle) {
    let ended = InstanceOwner(self)
    // Many scopes have the same slots.
    var known: [(place: InstanceOwner.Place, slots: Set<Int>)] = []
    for registry in lifecycle.dependents.withLock(\.all) {
      let place = InstanceOwner.Place(registry)
      var slots = known.first { $0.place == place }?.slots
      if slots == nil {
        slots = RestartableInstances(registry, holding: ended).slots
        known.append((place, slots ?? []))
      }
      if let slots, !slots.isEmpty { registry.empty(slots, registry.lifecycle) }
    }
  }

  // MARK: - Counting stops

  /// The number of stops and failed starts that have emptied slots, here and around, or nil if nothing stops.
  var stopCount: Int? { layerReference.read { $0.hasLifecycles } ? allStops : nil }

  /// The number of stops and failed starts that have emptied slots, in this registry and in the ones around it.
  package var allStops: Int {
    let own = scope.map(\.stopCount) ?? ownLifecycle?.stopCount() ?? 0
    return own + stopsAround
  }

  /// The number of stops and failed starts of the base and the outer registries.
  var stopsAround: Int { (base?.allStops ?? 0) + (scope?.outer.allStops ?? 0) }
}
