import WaymarkRuntime

extension Lifecycle {
  /// Stops the started instances, the one that was started last first, and reports errors.
  ///
  /// It isn't canceled with the task of a caller: the works run in tasks of their own.
  ///
  /// - Parameters:
  ///   - registry: The registry that keeps the instances.
  ///   - count: The number of those that were started first and aren't stopped.
  /// - Returns: The errors, which the registry has reported.
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

  /// Stops one instance.
  ///
  /// - Returns: The error that the work throws, or that it takes too long; nil if it succeeds.
  private static func failure(
    of work: @escaping LifecycleEntry.Work, _ started: Started, within limit: Duration, _ registry: Registry
  ) async -> RouteError? {
    let route = started.route
    // Nothing waits for work that doesn't end, so the tasks aren't children of this one.
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
  /// Whether there's work that stops the instance.
  var isStopped: Bool { !(declaration.lifecycle?.stopping.isEmpty ?? true) }
}

/// A value that several tasks may set, of which the first counts, and for which one task waits.
final class FirstResult<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Value, Never>)
    case set(Value)
  }

  private let state = Lock(State.empty)

  /// Sets the value, unless it was set before.
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

  /// The value, once it's set.
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
  /// Stops the instances of the scope, and closes it, after those inside it.
  ///
  /// Work of an instance in the scope, or in one inside it, doesn't wait for that. Neither does other work that the
  /// closing waits for, which is reported.
  ///
  /// - Parameter registry: The registry of this scope, or an extension of it, that was asked to close.
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

  /// Does the same in a task whose work doesn't block the scope; waits if another task does that.
  ///
  /// Canceling the task changes nothing.
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
        // What the scope has started was made by its maker.
        guard let maker = currentMaker else { return [] }
        return await lifecycle.stopAll(in: maker)
      }
      switch stopping {
      case .nothing: return []
      case .stop(let task): return await task.value
      // After the end of a start, there may be instances that requests had made before it.
      case .wait(let end): _ = await LifecycleWork.wait(for: lifecycle, isAlwaysPerformed: true, end)
      }
    }
  }

  /// The extensions of the registries around the scope of an extension, the outermost first; empty in other scopes.
  var extensionsAround: [Registry] {
    isExtension ? (outer.scope?.extensionsAround ?? []) + [outer] : []
  }
}
