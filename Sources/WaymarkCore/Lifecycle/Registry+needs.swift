import WaymarkRuntime

// The needs of instances for others with a life cycle, which may not be available.
extension Registry {
  /// Records that the creation in progress has used an instance that this registry or its base keeps.
  func recordUse(of used: CompiledRoute) {
    // Most requests of a running program belong to no creation.
    guard imageReference.read({ $0.hasLifecycles }),
      ResolutionStack.depth > 0 || LifecycleWork.areAnyInProgress,
      let slot = used.instanceSlot, let lifecycle, let user = routeBeingCreated, user !== used
    else { return }
    let owner = InstanceOwner(self)
    if owner.has(slot, of: used) { return lifecycle.record(user, uses: used, self) }
    guard let state = stateInBase(of: used) else { return }
    lifecycle.record(user, usesOfBase: used, isWaiting: state == .pending, self)
  }

  /// Returns the state of an instance that the base keeps, or nil if it has nothing to do with life cycles.
  func stateInBase(of route: CompiledRoute) -> LifecycleMachine.State? {
    guard let base, let slot = route.instanceSlot, let found = try? base.owner(of: route, slot: slot),
      found.scope === base.scope
    else { return nil }
    return found.lifecycle?.trackedState(of: route, found)
  }

  /// The route of the kept instance that this registry is creating on this thread, or in this task and its child tasks.
  private var routeBeingCreated: CompiledRoute? {
    let frame = ResolutionStack.first { owner, subject in
      owner === self && (subject as? CompiledRoute)?.instanceSlot != nil
    }
    if let route = frame as? CompiledRoute { return route }
    guard let operation = LifecycleWork.operation, operation.owner === self else { return nil }
    return operation.route
  }

  /// Whether a route can need an instance that isn't available, so that `checkNeeds(of:)` has to find out.
  func checksNeeds(of route: CompiledRoute) -> Bool {
    guard let attachments else { return false }
    return attachments.lifecycle != nil
      && (attachments.hasStopped || !route.declaration.requirements.isEmpty)
  }

  /// Throws `notStarted` if a route needs an instance that was stopped or, by `Requires`, one that isn't started yet.
  func checkNeeds(of route: CompiledRoute) throws(RouteError) {
    guard checksNeeds(of: route) else { return }
    for need in needsWithLifecycle(of: route) {
      guard let slot = need.instanceSlot, let owner = try? owner(of: need, slot: slot),
        let lifecycle = owner.lifecycle, !lifecycle.isAvailable(need, owner)
      else { continue }
      throw RouteError.unavailable(need, in: owner)
    }
  }

  /// Records that the instance in creation needs the instances of its `Requires`, even if its factory requests none.
  func recordRequirements(of route: CompiledRoute) {
    guard !route.declaration.requirements.isEmpty, attachments?.lifecycle != nil else { return }
    for need in needsWithLifecycle(of: route) { recordUse(of: need) }
  }

  /// Returns the routes with a life cycle that a route's instance needs first, directly or indirectly.
  func needsWithLifecycle(of route: CompiledRoute) -> [CompiledRoute] {
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(route)]
    var open = [route]
    var found: [CompiledRoute] = []
    while let next = open.popLast() {
      for need in needs(of: next.declaration) where seen.insert(ObjectIdentifier(need)).inserted {
        // An optional parameter is nil without the scope.
        if let scope = need.declaration.scope, registry(of: scope) == nil { continue }
        open.append(need)
        if need.declaration.hasLifecycle { found.append(need) }
      }
    }
    return found
  }

  // MARK: - Needs by declarations

  /// Returns the routes that a route's instance needs first, by parameters or `Requires`.
  ///
  /// They don't include instances of scopes that never enclose the instance, for which an optional parameter is nil.
  func needs(of route: RouteDeclaration) -> [CompiledRoute] {
    route.dependencies.filter { $0.strength != .lazy }.flatMap { image.providers(for: $0) }
      .filter { canEnclose(route, $0.route.declaration.scope) }
      .flatMap { [$0.route] + needs(ofDecoratorsOf: $0) }
  }

  /// Returns whether a scope, or with nil the root, can be around an instance of a route.
  private func canEnclose(_ route: RouteDeclaration, _ outer: (any RouteScope.Type)?) -> Bool {
    guard let outer else { return true }
    let own = route.lifetime == .transient ? scope?.type as? any RouteScope.Type : route.scope
    return own.map { ScopeChain.scope($0, canBeInside: outer) } ?? false
  }

  /// Returns the routes that a provider's decorators need, including decorators behind adapters.
  func needs(ofDecoratorsOf provider: Provider) -> [CompiledRoute] {
    sequence(first: provider) { $0.decoration?.inner ?? $0.adapted }.flatMap { provider in
      provider.decoration.map {
        needs(of: $0.decorator.declaration.route(around: provider.route.declaration))
      } ?? []
    }
  }
}
