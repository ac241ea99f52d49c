import WaymarkRuntime

extension Lifecycle {
  /// The beginning of a stop, and whether no other one has begun before, so that the caller stops the registries that
  /// use this one.
  typealias Stop = (end: Promise<(any Error)?>, isFirst: Bool)

  /// Begins to stop the instances, users before the instances that they need.
  ///
  /// - Parameters:
  ///   - registry: The registry that creates the instances.
  ///   - isUsed: Whether other registries use this one. They stop first.
  func beginStop(in registry: Registry, isUsed: Bool, _ outcome: ScopeOutcome) -> Stop {
    let end = Promise<(any Error)?>()
    let isFirst = change(in: registry) { state, later in
      let isFirst = !state.machine.isStopRequested
      if isFirst { (state.outcome, state.stopErrors) = (outcome, []) }
      let caller = state.addCaller(end)
      state.perform(state.machine.stop(by: caller, isUsed: isUsed), &later)
      return isFirst
    }
    // A closed scope itself says that requests look at the instances that they need.
    if registry.scope?.isOpen ?? true { registry.attachments?.noteStop() }
    return (end, isFirst)
  }

  /// Begins the stop of a scope, or returns nil if there's nothing to stop.
  func beginStop(in registry: Registry, _ outcome: ScopeOutcome) -> Stop? {
    let isOver = change(in: registry) { state, later in
      guard state.machine.endsNothing else { return false }
      // No caller waits.
      state.perform(state.machine.stop(by: 0), &later)
      return true
    }
    return isOver ? nil : beginStop(in: registry, isUsed: true, outcome)
  }

  /// Continues a stop after the registries that use this one, and returns the reported errors at its end.
  func end(_ stop: Stop, in registry: Registry) async -> [RouteError] {
    if stop.isFirst { send(in: registry) { $0.usersStopped() } }
    // The stop also waits for instances that are starting on demand.
    let subjects = withState(of: registry) { state in
      state.subjects.filter { state.machine.isMaking($0.key) }.map(\.value)
    }
    _ = await LifecycleWork.wait(for: subjects) { await stop.end.value }
    return withState(of: registry) { $0.stopErrors }
  }

  /// Begins to stop the instance of a node.
  func stop(_ node: Int, in registry: Registry) {
    let (route, pending, outcome) = withState(of: registry) { state in
      let entry = state.entries[node]
      return (entry.route, Lock(state.entries[node].box.take()), self.outcome(of: entry, state, in: registry))
    }
    _ = LifecycleWork.task(inside: registry.scope?.opener) {
      let errors = await self.stop(pending, of: route, outcome, in: registry)
      self.change(in: registry) { state, later in
        state.stopErrors += errors
        state.perform(state.machine.stopped(node), &later)
      }
    }
  }

  /// Stops an instance, and releases it before the caller of the stop continues.
  private func stop(
    _ pending: Lock<ValueBox?>, of route: CompiledRoute, _ outcome: ScopeOutcome, in registry: Registry
  ) async -> [RouteError] {
    guard let box = pending.withLock({ $0.take() }) else { return [] }
    return await stop(box, of: route, outcome, in: registry)
  }

  /// Returns the outcome of the operation of an instance that ends, with the error of the start that ends it.
  private func outcome(of entry: Entry, _ state: State, in registry: Registry) -> ScopeOutcome {
    guard state.machine.phase == .ending else {
      guard entry.isInterrupted, case .finished = state.outcome else { return state.outcome }
      return .failed(endError(in: registry) ?? RouteError.startInterrupted(in: registry))
    }
    if let error = state.startError { return .failed(error) }
    // The caller of a canceled start also ends the registry or scope, with the error that it throws.
    if state.machine.isStopRequested, case .failed = state.outcome { return state.outcome }
    if let error = endError(in: registry) { return .failed(error) }
    return .failed(
      state.machine.isStopRequested ? RouteError.startInterrupted(in: registry) : CancellationError())
  }

  /// Stops one instance, and returns the reported errors.
  ///
  /// - Parameter isAwaited: Whether the end of this life cycle waits for the operations.
  func stop(
    _ instance: ValueBox, of route: CompiledRoute, _ outcome: ScopeOutcome, isAwaited: Bool = true,
    in registry: Registry
  ) async -> [RouteError] {
    let subject: any LifecycleWork.Subject = isAwaited ? self : Promise<Void>()
    let begun = ContinuousClock.now
    var errors: [RouteError] = []
    for (limit, work) in route.declaration.lifecycle?.stopping ?? [] {
      // The task of a canceled start, or of a late one, can stop the instance that it has created.
      let error = await TimeLimits.run(
        within: limit, isCancelable: false, timeout: { .tookTooLong(.stopFailed, route, limit) }
      ) { isLate -> RouteError? in
        do {
          try await CurrentRegistry.with(registry) {
            try await LifecycleWork.run(.stop, in: registry, of: subject, route, isLate: isLate) {
              try await work(instance, outcome)
            }
          }
          return nil
        } catch {
          return .failed(.stopFailed, route, underlying: error).following(error)
        }
      }
      if let error { errors.append(error) }
    }
    let taken: Duration = .now - begun
    if errors.isEmpty { report(.didStop, route, in: registry, took: taken) }
    for index in errors.indices {
      errors[index] = registry.reporting(errors[index])
      report(.stopFailed(errors[index]), route, in: registry, took: taken)
    }
    return errors
  }
}
