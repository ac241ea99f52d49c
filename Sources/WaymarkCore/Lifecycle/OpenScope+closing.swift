import WaymarkRuntime

extension OpenScope {
  /// Records the operation of a route that the calling task runs, if any, as the opener.
  @inline(never)
  func recordOpener() {
    if let work = LifecycleWork.ofRoute { opener = work }
  }

  /// Closes the scope after its inner scopes, and stops its instances.
  ///
  /// An operation of an instance in the scope or an inner one doesn't wait for that. Neither does another operation
  /// that the closing waits for, which becomes an error.
  ///
  /// - Parameter outcome: The outcome of the scope's operation, or nil if it isn't known to have ended.
  /// - Returns: The errors of stopping the scope's own instances, or nil if another task has closed the scope, or if the
  ///   outcome isn't a success because another operation of the scope is in progress.
  @discardableResult
  func close(for registry: Registry, _ outcome: ScopeOutcome?) async -> [RouteError]? {
    guard let closing = beginClosing(outcome) else {
      if !LifecycleWork.isInside(self) { _ = await wait(in: registry) { await self.waitForEnd() } }
      return nil
    }
    let close: @Sendable () async -> [RouteError] = {
      await self.close(closing, for: registry, isListed: true)
    }
    var errors: [RouteError] = []
    if closing.inner.isEmpty, closing.stop == nil {
      // Most scopes have nothing to wait for.
      finishClosing(leaving: outer.openScope)
    } else if LifecycleWork.isInside(self) {
      _ = LifecycleWork.task { _ = await close() }
    } else {
      errors = await wait(in: registry, close) ?? []
    }
    if case .finished = outcome, case .failed = closing.outcome { return nil }
    return errors
  }

  /// Waits for the closing, or reports an error and returns nil if the closing waits for the calling task.
  private func wait<Value: Sendable>(
    in registry: Registry, _ closing: @escaping @Sendable () async -> Value
  ) async -> Value? {
    let value = await LifecycleWork.wait(for: self, isAlwaysPerformed: true, closing)
    if value == nil {
      let error = RouteError.lifecycleCycle("close()", of: RouteError.an(name))
      _ = LifecycleWork.outside { registry.reporting(error) }
    }
    return value
  }

  /// The parts of a closing that have begun.
  private struct Closing: Sendable {
    /// The inner scopes, in reverse order, of which another task is closing the ones without a closing.
    let inner: [(scope: OpenScope, closing: Closing?)]
    let outcome: ScopeOutcome
    /// The stop of the scope's instances, which waits for the inner scopes, or nil if there's nothing to stop.
    let stop: Lifecycle.Stop?
  }

  /// Begins to close the scope and the scopes inside it, and to stop their instances.
  private func beginClosing(_ outcome: ScopeOutcome?, withOuter: Bool = false) -> Closing? {
    guard let inner = beginClosing(withOuter: withOuter) else { return nil }
    // The operation of an inner scope has its own outcome, but can't succeed in an outer one that fails.
    var outcome = outcome ?? unknownOutcome
    // Another operation is in progress around the one that has ended.
    if case .finished = outcome, operationCount > 1 { outcome = unknownOutcome }
    let outcomeOfInner: ScopeOutcome? = if case .failed = outcome { outcome } else { nil }
    let closings = inner.map { ($0, $0.beginClosing(outcomeOfInner, withOuter: true)) }
    let stop = lifecycle.flatMap { lifecycle in
      currentMaker.flatMap { lifecycle.beginStop(in: $0, outcome) }
    }
    return Closing(inner: closings, outcome: outcome, stop: stop)
  }

  /// Stops the instances of scopes that have begun to close, and closes the scopes, inner ones first.
  ///
  /// - Parameter isListed: Whether the outer scope, if any, can have this one in its list of inner scopes.
  private func close(_ closing: Closing, for registry: Registry, isListed: Bool) async -> [RouteError] {
    // Most scopes have nothing to wait for.
    guard !closing.inner.isEmpty || closing.stop != nil || isExtension else {
      finishClosing(leaving: isListed ? outer.openScope : nil)
      return []
    }
    let errors = await LifecycleWork.runSteps(of: self) {
      var errors: [RouteError] = []
      for (scope, closing) in closing.inner {
        if let closing {
          errors += await scope.close(closing, for: registry, isListed: false)
        } else {
          _ = await LifecycleWork.wait(for: scope, isAlwaysPerformed: true) { await scope.waitForEnd() }
        }
      }
      if let stop = closing.stop, let lifecycle, let maker = currentMaker {
        let end: [RouteError]? = await LifecycleWork.wait(for: lifecycle, isAlwaysPerformed: true) {
          await LifecycleWork.runSteps(of: lifecycle) { await lifecycle.end(stop, in: maker) }
        }
        errors += end ?? []
      }
      for other in extensionsAround.reversed() {
        // The closing of the scope around this one stops the other registries, after waiting for this closing. If this
        // one waited for that stop, neither would end.
        guard other.scope?.isOpen ?? true else { break }
        errors += await other.stopping(outcome: closing.outcome, isClosing: true)
      }
      // The registries of the instances have reported the errors to their own declarations.
      return errors.map(registry.reporting)
    }
    // This scope retains its outer registry, which retains its own scope.
    finishClosing(leaving: isListed ? outer.openScope : nil)
    return errors
  }

  /// The outcome of a scope that something else than its operation closes.
  private var unknownOutcome: ScopeOutcome {
    operationCount > 0 ? .failed(RouteError.scopeClosed(self)) : .finished
  }

  /// The extensions of the outer registries of a scope's extension, outermost first.
  var extensionsAround: [Registry] {
    isExtension ? (outer.scope?.extensionsAround ?? []) + [outer] : []
  }

  /// The error of a request after the beginning of the closing, if any.
  ///
  /// Operations that stop instances still get the other ones.
  var closedError: RouteError? {
    isOpen || !isClosed && LifecycleWork.stopsInside(self) ? nil : .scopeClosed(self)
  }
}
