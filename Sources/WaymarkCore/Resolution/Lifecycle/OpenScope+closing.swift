import WaymarkRuntime

extension OpenScope {
  /// Stops the instances of the scope, and closes it after its inner scopes.
  ///
  /// An operation of an instance in the scope or an inner one doesn't wait for that. Neither does another operation
  /// that the closing waits for, which becomes an error.
  ///
  /// - Parameter outcome: The outcome of the scope's operation, or nil if it isn't known to have ended.
  /// - Returns: The errors of stopping the scope's own instances.
  @discardableResult
  func close(for registry: Registry, _ outcome: ScopeOutcome?) async -> [RouteError] {
    // Most tasks that close a scope are no part of an operation.
    guard LifecycleWork.isInProgress else {
      return await stopAndEnd(for: registry, outcome, isListed: true)
    }
    guard !LifecycleWork.isInside(self) else {
      // The task may begin after the start of that work, which then still ends with an error (`StartRun.commit`).
      if beginClosing() {
        _ = LifecycleWork.task { await self.stopAllAndEnd(for: registry, outcome, isListed: true) }
      }
      return []
    }
    let errors = await LifecycleWork.wait(for: self, isAlwaysPerformed: true) {
      await self.stopAndEnd(for: registry, outcome, isListed: true)
    }
    if let errors { return errors }
    let error = RouteError.lifecycleCycle("close()", of: "a \(name)", by: LifecycleWork.caller)
    _ = InstanceWork.outside { registry.reporting(error) }
    return []
  }

  /// Closes the scope in a task that doesn't block it, or waits for another task that does, regardless of cancellation.
  @discardableResult
  private func stopAndEnd(
    for registry: Registry, _ outcome: ScopeOutcome?, isListed: Bool
  ) async -> [RouteError] {
    guard beginClosing() else {
      _ = await LifecycleWork.wait(for: self, isAlwaysPerformed: true) { await self.waitForEnd() }
      return []
    }
    return await stopAllAndEnd(for: registry, outcome, isListed: isListed)
  }

  /// Stops the instances of a scope that has begun to close, and closes it.
  ///
  /// - Parameter isListed: Whether the outer scope, if any, can have this one in its list of inner scopes.
  @discardableResult
  private func stopAllAndEnd(
    for registry: Registry, _ outcome: ScopeOutcome?, isListed: Bool
  ) async -> [RouteError] {
    let (inner, lifecycle) = (takeInner(), lifecycle)
    var errors: [RouteError] = []
    if !inner.isEmpty || lifecycle != nil {
      let outcome = outcome ?? unknownOutcome
      errors = await LifecycleWork.runSteps(of: self) {
        // The operation of an inner scope has its own outcome, but can't succeed in an outer one that fails.
        let outcomeOfInner: ScopeOutcome? = if case .failed = outcome { outcome } else { nil }
        for scope in inner { await scope.stopAndEnd(for: registry, outcomeOfInner, isListed: false) }
        guard let lifecycle else { return [] }
        let errors =
          await stopAll(lifecycle, outcome)
          + Registry.stop(extensionsAround, .request, outcome)
        // The registries of the instances have reported the errors to their own declarations.
        return errors.map(registry.reporting)
      }
    }
    // This scope retains its outer registry, which retains its own scope.
    finish(leaving: isListed ? outer.openScope : nil)
    return errors
  }

  private func stopAll(_ lifecycle: Lifecycle, _ outcome: ScopeOutcome) async -> [RouteError] {
    while true {
      let stopping = lifecycle.beginStopping(for: .closing) { [self] in
        // The scope's maker created its started instances.
        guard let maker = currentMaker else { return [] }
        return await lifecycle.stopAll(in: maker, outcome)
      }
      switch stopping {
      case .nothing: return []
      case .stop(let task): return await task.value
      // After the end of a start, instances from earlier requests can remain.
      case .wait(let onDemand, let end):
        await lifecycle.end(onDemand)
        _ = await LifecycleWork.wait(for: lifecycle, isAlwaysPerformed: true, end)
      }
    }
  }

  /// The outcome of a scope that something else than its operation closes.
  private var unknownOutcome: ScopeOutcome {
    isOperating ? .failed(RouteError.scopeClosed(self)) : .finished
  }

  /// The extensions of the outer registries of a scope's extension, outermost first.
  var extensionsAround: [Registry] {
    isExtension ? (outer.scope?.extensionsAround ?? []) + [outer] : []
  }
}
