import WaymarkRuntime

extension StartRun {
  /// Stops the instances of this failed start, and the ones that hold them.
  ///
  /// Other instances stay, such as ones that tasks have started on demand in the meantime.
  ///
  /// - Parameter count: The number of instances that were started before this start, which stay.
  func stopInstances(after count: Int, _ outcome: ScopeOutcome) async {
    let planned = plan.identities
    let stopped = lifecycle.takeStarted(after: count) {
      $0.isRequestedByStart || planned.contains(ObjectIdentifier($0.route))
    }
    guard !stopped.isEmpty else { return }
    _ = await lifecycle.stop(stopped, in: registry, outcome)
    // Requests find the stopped instances until here.
    let holders = registry.instanceHolders.holders(of: stopped.map(\.route))
    let slots = slots(of: holders, after: count)
    let late = lifecycle.endStarted(after: count, of: holders, in: slots)
    // The instances in a root's own slots are from before the start.
    if registry.scope != nil { registry.empty(slots, lifecycle) }
    registry.endDependents(lifecycle)
    _ = await lifecycle.stop(late, in: registry, outcome)
  }

  /// Returns the slots of some routes' instances that requests make again, unless they are from before this start.
  private func slots(of identities: Set<ObjectIdentifier>, after count: Int) -> Set<Int> {
    let routes = registry.layer.routes.filter { identities.contains(ObjectIdentifier($0)) }
    let earlier = lifecycle.state.withLock { $0.started.prefix(count).map(\.route) }
    return (registry.restartableInstances?.slots ?? [])
      .intersection(registry.slots(of: routes)).subtracting(registry.slots(of: earlier))
  }
}
