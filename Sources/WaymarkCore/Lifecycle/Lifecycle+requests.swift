import WaymarkRuntime

/// Requests and creations of instances beside a start or a stop.
extension Lifecycle {
  /// Returns the object in a slot of a route, if the caller can see it.
  func object(in slot: Int, of route: CompiledRoute, _ registry: Registry) -> AnyObject? {
    guard hasHidden.load(ordering: .acquiring) else { return nil }
    return withState(of: registry) { state in
      if let object = registry.published(in: slot) { return object }
      guard let node = state.node(of: route),
        let hidden = state.entries[node].hidden.first(where: { $0.slot == slot }),
        isVisible(node, state.machine)
      else { return nil }
      return hidden.object
    }
  }

  /// Returns whether the caller can see a hidden instance.
  private func isVisible(_ node: Int, _ machine: LifecycleMachine) -> Bool {
    switch machine[node] {
    // The end of a failed start stops users before the instances that they need.
    case .pending:
      LifecycleWork.isPart(ofStartOf: self, machine)
        || machine.phase == .ending && LifecycleWork.isPart(ofEndOf: self)
    case .ready: LifecycleWork.stops(userOf: self)
    case .absent, .making, .stopping, .gone: false
    }
  }

  /// Returns whether an instance of this registry can be used by the caller, from the start until the stop.
  func isAvailable(_ route: CompiledRoute, _ registry: Registry) -> Bool {
    withState(of: registry) { state in
      guard let node = state.node(of: route) else { return true }
      let isNeeded =
        state.machine.isStopRequested ? state.machine.isTracked(node) : route.declaration.needsStart
      let isReady = !state.machine.isStopRequested && state.machine[node] == .ready
      return !isNeeded || isReady || isVisible(node, state.machine)
    }
  }

  /// Begins the creation of an instance by a request, which ends with `end(_:isKept:in:)` or `keep(_:in:of:…)`.
  ///
  /// - Returns: The node, or nil if the creation needs no end.
  /// - Throws: `notStarted` after the beginning of the stop, unless the instance has nothing to do with life cycles, or
  ///   for an instance that belongs to a start in progress.
  func begin(_ route: CompiledRoute, in registry: Registry) throws(RouteError) -> Int? {
    // An extension's adapter or decorator of an instance of its base is an instance with a life cycle.
    let inBase = registry.stateInBase(of: route)
    let (node, isRefused) = withState(of: registry) { state -> (Int?, Bool) in
      let known = state.node(of: route)
      guard !state.machine.isStopRequested else {
        return (nil, known.map { state.machine.isTracked($0) } ?? (inBase != nil))
      }
      guard let node = known ?? state.add(route) else { return (nil, false) }
      if let inBase { state.machine.recordOther(node, isWaiting: inBase == .pending) }
      let isBegun = state.machine.began(node, isOfStart: LifecycleWork.isPart(ofStartOf: self, state.machine))
      return (isBegun ? node : nil, !isBegun)
    }
    if isRefused { throw RouteError.unavailable(route, in: registry) }
    return node
  }

  /// Returns whether an instance becomes visible to the caller only with the success of a start.
  func waits(_ route: CompiledRoute, in registry: Registry) -> Bool {
    withState(of: registry) { state in
      guard let node = state.graph.node(of: route) else { return false }
      return state.graph.shape.traits[node].contains(.waits)
        && !LifecycleWork.isPart(ofStartOf: self, state.machine)
    }
  }

  /// Ends a creation, successful or not.
  ///
  /// - Parameter isKept: Whether the instance exists, also one that its own table keeps.
  func end(_ node: Int, isKept: Bool, in registry: Registry) {
    change(in: registry) { $0.end(node, isKept: isKept, &$1) }
  }

  /// Keeps an object of a route in an empty slot, and returns the slot's object.
  ///
  /// - Parameters:
  ///   - instance: The new instance of the route, or nil for another object, such as a conversion.
  ///   - ending: The node of a creation to end, successful or not.
  /// - Throws: `notStarted` if the stop has begun, which then ends the instance, or if the instance waits for a start.
  func keep(
    _ object: AnyObject, in slot: Int, of route: CompiledRoute, instance: ValueBox?, ending: Int? = nil,
    _ registry: Registry
  ) throws(RouteError) -> AnyObject {
    let kept = change(in: registry) { state, later -> AnyObject? in
      let kept = keep(object, in: slot, of: route, instance, &state, &later)
      guard let ending else {
        if instance != nil, state.machine.isStopRequested, let node = state.node(of: route) {
          state.entries[node].isInterrupted = true
        }
        return kept
      }
      state.end(ending, isKept: kept != nil, &later)
      // A start can have begun during the creation, and the instance belongs to it.
      let isHidden = state.machine[ending] == .pending && !isVisible(ending, state.machine)
      return isHidden ? nil : kept
    }
    if let kept { return kept }
    try registry.checkIsOpen()
    throw RouteError.unavailable(route, in: registry)
  }

  private func keep(
    _ object: AnyObject, in slot: Int, of route: CompiledRoute, _ instance: ValueBox?, _ state: inout State,
    _ later: inout LaterEffects
  ) -> AnyObject? {
    let registry = later.registry
    let place = InstanceOwner.place(of: slot)
    if let first = registry.published(in: slot) { return first }
    if state.node(of: route) == nil, let inBase = registry.stateInBase(of: route) {
      // An adapter, which begins no creation.
      let isOfStart = LifecycleWork.isPart(ofStartOf: self, state.machine)
      guard !state.machine.isStopRequested, let node = state.add(route),
        state.machine.began(node, isOfStart: isOfStart)
      else { return object }
      state.machine.recordOther(node, isWaiting: inBase == .pending)
      state.end(node, isKept: true, &later)
    }
    guard let node = state.node(of: route) else {
      return state.refused.contains(place) ? nil : registry.publishObject(object, in: slot)
    }
    if let hidden = state.entries[node].hidden.first(where: { $0.slot == slot }) { return hidden.object }
    // A decorator of an instance of the base.
    if instance == nil, registry.base != nil { state.perform(state.machine.kept(node), &later) }
    if let instance {
      if route.declaration.hasStopping { state.entries[node].box = instance }
      if route.declaration.parameters.contains(where: \.isOpen) { state.machine.recordAll(node) }
      let effects = state.machine.kept(node)
      state.perform(effects, &later)
      // A failed start has waited only for this instance, and has ended it. Another creation may have begun since.
      if effects.contains(.drop(node)) { return nil }
    }
    let isStopping = state.machine.isStopRequested
    if isStopping, !state.machine.isTracked(node), !state.refused.contains(place) {
      return state.publish(object, in: slot, of: node, registry)
    }
    switch state.machine[node] {
    case .absent where !isStopping:
      // A dry run uses the instances of another registry.
      let isAdopted = route.instanceSlot.flatMap { registry.published(in: $0) } != nil
      return isAdopted ? state.publish(object, in: slot, of: node, registry) : nil
    case .making where !isStopping, .ready where !isStopping:
      return state.publish(object, in: slot, of: node, registry)
    case .absent, .making, .pending, .ready, .stopping, .gone:
      hasHidden.store(true, ordering: .releasing)
      state.entries[node].hidden.append((slot, object))
      // An operation of the stop can request an instance as another type for the first time.
      return isStopping && (instance != nil || !isVisible(node, state.machine)) ? nil : object
    }
  }

  // MARK: - Uses

  /// Records that the creation of one instance has used another one of this registry.
  func record(_ user: CompiledRoute, uses used: CompiledRoute, _ registry: Registry) {
    withState(of: registry) { state in
      guard let used = state.node(of: used), state.machine.isTracked(used) else { return }
      // Only operations of the stop see the other instance then.
      guard let node = state.node(of: user), state.machine.phase != .stopping else {
        return state.refuse(user)
      }
      state.machine.record(node, needs: used)
    }
  }

  /// Records that the creation of an instance has used one of a base, perhaps by an adapter or a decorator.
  func record(_ user: CompiledRoute, usesOfBase used: CompiledRoute, isWaiting: Bool, _ registry: Registry) {
    withState(of: registry) { state in
      guard let node = state.node(of: user) else { return state.refuse(user) }
      state.machine.recordOther(node, isWaiting: isWaiting)
      if let used = state.node(of: used) { state.machine.record(node, needs: used) }
    }
  }

  /// Returns the state of a route's instance, or nil if it neither has a life cycle nor needs an instance with one.
  func trackedState(of route: CompiledRoute, _ registry: Registry) -> LifecycleMachine.State? {
    withState(of: registry) { state in
      guard let node = state.node(of: route), state.machine.isTracked(node) else { return nil }
      return state.machine[node]
    }
  }
}

extension Registry {
  /// Returns the object that this registry keeps in a slot of a route, if the caller can see it.
  package func kept(in slot: Int, of route: CompiledRoute) -> AnyObject? {
    guard enter() else { return nil }
    defer { leave() }
    guard let kept = published(in: slot) ?? lifecycle?.object(in: slot, of: route, self) else { return nil }
    recordUse(of: route)
    return kept
  }
}

extension Lifecycle.State {
  /// Ends a creation, successful or not.
  fileprivate mutating func end(_ node: Int, isKept: Bool, _ later: inout LaterEffects) {
    perform((isKept ? machine.kept(node) : []) + machine.ended(node), &later)
  }

  /// Adds the node of a route outside of the graph.
  fileprivate mutating func add(_ route: CompiledRoute) -> Int? {
    guard let slot = route.instanceSlot else { return nil }
    let node = machine.add()
    entries.append(Lifecycle.Entry(route: route))
    added[InstanceOwner.place(of: slot)] = node
    return node
  }

  /// Keeps no instance of a route anymore.
  fileprivate mutating func refuse(_ route: CompiledRoute) {
    if let slot = route.instanceSlot { refused.insert(InstanceOwner.place(of: slot)) }
  }
}
