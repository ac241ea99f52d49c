import WaymarkRuntime

extension StartRun {
  /// Stops the instances of this failed start, and the ones that requests have made with them in the meantime.
  ///
  /// - Parameter count: The number of instances that were started before this start, which goes on.
  func stopInstances(after count: Int, _ outcome: ScopeOutcome) async {
    let stopped = lifecycle.takeStarted(after: count)
    guard !stopped.isEmpty else { return }
    _ = await lifecycle.stop(stopped, in: registry, outcome)
    // Requests find the stopped instances until here. The count and the order are the ones of `checkStops`.
    let holders = registry.instanceHolders.holders(of: stopped.map(\.route))
    lifecycle.countStop()
    let late = lifecycle.takeStarted(after: count, of: holders)
    release(holders, after: count)
    _ = await lifecycle.stop(late, in: registry, outcome)
  }

  /// Releases instances of some routes, so that requests make new ones.
  private func release(_ identities: Set<ObjectIdentifier>, after count: Int) {
    let routes = registry.layer.routes.filter { identities.contains(ObjectIdentifier($0)) }
    let earlier = lifecycle.state.withLock { $0.started.prefix(count).map(\.route) }
    let slots = (registry.restartableInstances?.slots ?? [])
      .intersection(registry.slots(of: routes)).subtracting(registry.slots(of: earlier))
    if registry.scope != nil { return registry.empty(slots, lifecycle) }
    // A root's published instances are from before the start.
    let pending = lifecycle.state.withLock { state in slots.compactMap { state.pending?.take($0) } }
    // Release the instances without the lock, because that runs users' code.
    withExtendedLifetime(pending) {}
  }
}
