import WaymarkRuntime

extension Lifecycle {
  /// Stops the started instances after the first `count` in reverse order, and returns the reported errors.
  ///
  /// Canceling a caller's task doesn't cancel it, because the operations run in separate tasks.
  func stopAll(in registry: Registry, after count: Int = 0) async -> [RouteError] {
    var errors: [RouteError] = []
    for started in takeStarted(after: count) where started.route.isStopped {
      let begun = ContinuousClock.now
      let before = errors.count
      for (limit, work) in started.route.declaration.lifecycle?.stopping ?? [] {
        let error = await LifecycleWork.run(in: registry, of: self, stopping: started.route) {
          await Self.failure(of: work, started, within: limit, registry)
        }
        if let error { errors.append(error) }
      }
      let taken: Duration = .now - begun
      if errors.count == before { report(.didStop, started.route, took: taken) }
      for index in errors.indices[before...] {
        errors[index] = registry.reporting(errors[index])
        report(.stopFailed(errors[index]), started.route, took: taken)
      }
    }
    return errors
  }

  /// Stops one instance, and returns the error of a failure or a timeout.
  private static func failure(
    of work: @escaping LifecycleEntry.Work, _ started: Started, within limit: Duration, _ registry: Registry
  ) async -> RouteError? {
    let route = started.route
    // Don't use child tasks, because nothing waits for an operation that doesn't end.
    let result = FirstResult<RouteError?>()
    let stop = Task {
      do {
        try await CurrentRegistry.with(registry) {
          try await InstanceWork.run(of: registry) { try await work(started.instance) }
        }
        result.set(nil)
      } catch {
        result.set(.stopFailed(route, underlying: error).following(error))
      }
    }
    let timer = Task {
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      result.set(.stopTookTooLong(route, limit: limit))
      stop.cancel()
    }
    defer { timer.cancel() }
    return await result.value
  }
}

extension CompiledRoute {
  var isStopped: Bool { !(declaration.lifecycle?.stopping.isEmpty ?? true) }
}

/// A value for one waiting task, from the first of several tasks that set it.
final class FirstResult<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Value, Never>)
    case set(Value)
  }

  private let state = Lock(State.empty)

  /// Sets the value, unless another task has set it.
  func set(_ value: Value) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
      switch state {
      case .empty:
        state = .set(value)
        return nil
      case .awaited(let waiting):
        state = .set(value)
        return waiting
      case .set: return nil
      }
    }
    waiting?.resume(returning: value)
  }

  var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let value = state.withLock { state -> Value? in
          if case .set(let value) = state { return value }
          state = .awaited(continuation)
          return nil
        }
        if let value { continuation.resume(returning: value) }
      }
    }
  }
}

extension OpenScope {
  /// Stops the instances of the scope, and closes it after its inner scopes.
  ///
  /// An operation of an instance in the scope or an inner one doesn't wait for that. Neither does another operation
  /// that the closing waits for, which becomes an error.
  func close(for registry: Registry) async {
    guard !LifecycleWork.isInside(self) else {
      if isOpen { _ = LifecycleWork.task { await self.stopAndEnd(for: registry) } }
      return
    }
    let end: Void? = await LifecycleWork.wait(for: self, isAlwaysPerformed: true) {
      await self.stopAndEnd(for: registry)
    }
    guard end == nil else { return }
    let error = RouteError.lifecycleCycle("close()", of: "a \(name)", by: LifecycleWork.caller)
    _ = InstanceWork.outside { registry.reporting(error) }
  }

  /// Closes the scope in a task that doesn't block it, or waits for another task that does, regardless of cancellation.
  private func stopAndEnd(for registry: Registry) async {
    guard beginClosing() else {
      _ = await LifecycleWork.wait(for: self, isAlwaysPerformed: true) { await self.waitForEnd() }
      return
    }
    let (inner, lifecycle) = (takeInner(), lifecycle)
    if !inner.isEmpty || lifecycle != nil {
      await LifecycleWork.runSteps(of: self) {
        for scope in inner { await scope.stopAndEnd(for: registry) }
        guard let lifecycle else { return }
        let errors = await stopAll(lifecycle) + Registry.stop(extensionsAround, .request)
        // The registries of the instances have reported the errors to their own declarations.
        for error in errors { _ = registry.reporting(error) }
      }
    }
    finish()
  }

  private func stopAll(_ lifecycle: Lifecycle) async -> [RouteError] {
    while true {
      let stopping = lifecycle.beginStopping(for: .closing) { [self] in
        // The scope's maker created its started instances.
        guard let maker = currentMaker else { return [] }
        return await lifecycle.stopAll(in: maker)
      }
      switch stopping {
      case .nothing: return []
      case .stop(let task): return await task.value
      // After the end of a start, instances from earlier requests can remain.
      case .wait(let end): _ = await LifecycleWork.wait(for: lifecycle, isAlwaysPerformed: true, end)
      }
    }
  }

  /// The extensions of the outer registries of a scope's extension, outermost first.
  var extensionsAround: [Registry] {
    isExtension ? (outer.scope?.extensionsAround ?? []) + [outer] : []
  }
}
