import Synchronization
import WaymarkRuntime

// The changes of a lifecycle's phase, each of which holds its lock.
extension Lifecycle {
  /// The next step of a caller of `start()`.
  enum Joining {
    /// Everything is started.
    case done
    /// The scope is closing.
    case closed
    /// Another task has called `stop()` while the caller waited.
    case interrupted
    /// A stop or a canceled start is in progress, so the caller waits and tries again.
    case wait(@Sendable () async -> Void)
    case start(Task<Void, any Error>)
  }

  /// Joins the start in progress, or begins one, perhaps for an extension's start.
  ///
  /// - Parameter stopRequests: The number of calls of `stop()` at the call of `start()`.
  func join(isForExtension: Bool, since stopRequests: Int, _ run: () -> StartRun) -> Joining {
    state.withLock { state in
      guard !state.isClosed else { return .closed }
      guard state.stopRequests == stopRequests else { return .interrupted }
      if !isForExtension { state.isForExtensions = false }
      switch state.phase {
      case .started: return .done
      case .canceled(let wait), .ending(let wait): return .wait(wait)
      case .starting(let task, let callers):
        state.phase = .starting(task, callers: callers + 1)
        return .start(task)
      case .idle, .stopped:
        let run = run()
        let task = LifecycleWork.task { try await run.run() }
        state.phase = .starting(task, callers: 1)
        state.isForExtensions = isForExtension
        state.isInterrupted = false
        let registry = run.registry
        state.pending =
          registry.scope == nil ? PendingInstances(count: registry.layer.instanceSlotCount) : nil
        state.started.reserveCapacity(run.plan.count)
        return .start(task)
      }
    }
  }

  /// Leaves a start, and returns true if other callers wait for it, or else cancels it.
  func leave(_ task: Task<Void, any Error>) -> Bool {
    let (isGoingOn, isLast) = state.withLock { state -> (Bool, Bool) in
      guard case .starting(let current, let callers) = state.phase, current == task else {
        return (false, false)
      }
      if callers > 1 {
        state.phase = .starting(task, callers: callers - 1)
        return (true, false)
      }
      state.phase = .canceled { _ = await task.result }
      return (false, true)
    }
    if isLast { task.cancel() }
    return isGoingOn
  }

  /// Whether a canceled start or a stop is in progress.
  var isEnding: Bool {
    state.withLock { state in
      switch state.phase {
      case .canceled, .ending: true
      case .idle, .starting, .started, .stopped: false
      }
    }
  }

  enum StopReason: Equatable {
    case request
    case closing
    /// A start ended. Requests had created instances before it, or it was a restart that had kept the base in use.
    case endOfStart
    case endOfExtension
    case failureOfExtension
    /// The base of a started extension and the outer registries have stopped this number of times.
    case stopAround(Int)
  }

  /// The next step of a caller of `stop()`.
  enum Stopping {
    case nothing
    /// The end of a start or another stop is in progress, and the caller ends these starts on demand.
    case wait([SharedWork<Void>], @Sendable () async -> Void)
    case stop(Task<[RouteError], Never>)
  }

  /// Begins to stop the instances, joins the stop in progress, or cancels a start.
  ///
  /// Other starts, including ones on demand, wait for the end or are refused from then on.
  ///
  /// - Parameter stop: Stops the instances after the starts on demand have ended.
  func beginStopping(
    for reason: StopReason = .request, _ stop: @escaping @Sendable () async -> [RouteError]
  ) -> Stopping {
    var canceled: Task<Void, any Error>?
    let result = state.withLock { state -> Stopping in
      guard state.isStopped(for: reason) else { return .nothing }
      if reason == .closing { state.isClosed = true }
      if reason == .request || reason == .endOfExtension { state.stopRequests += 1 }
      let onDemand = state.onDemand.map(\.work)
      switch state.phase {
      case .canceled(let wait), .ending(let wait):
        state.phase = .ending(wait: wait)
        return .wait(onDemand, wait)
      case .starting(let task, _):
        canceled = task
        state.isInterrupted = true
        let wait: @Sendable () async -> Void = { _ = await task.result }
        state.phase = .ending(wait: wait)
        return .wait(onDemand, wait)
      case .idle, .stopped:
        // Instances created on request can have stop operations, and a restart keeps the base in use.
        guard !state.started.isEmpty || !onDemand.isEmpty || state.used != nil else { return .nothing }
      case .started: break
      }
      let task = StopCaller.calling {
        LifecycleWork.task {
          await self.end(onDemand)
          return await stop()
        }
      }
      state.phase = .ending { _ = await task.value }
      return .stop(task)
    }
    canceled?.cancel()
    return result
  }
}

extension Lifecycle.State {
  /// Returns whether to stop instances for a reason.
  func isStopped(for reason: Lifecycle.StopReason) -> Bool {
    switch reason {
    case .request, .closing: return true
    case .endOfStart:
      switch phase {
      case .idle: return true
      // The start was a restart, which had kept the base in use.
      case .stopped: return used != nil
      case .starting, .started, .canceled, .ending: return false
      }
    case .endOfExtension: return extensions == 0
    case .failureOfExtension:
      guard extensions == 0, isForExtensions, case .started = phase else { return false }
      return true
    case .stopAround(let stops):
      guard stops > stopsAround, case .started = phase else { return false }
      return true
    }
  }

  /// Removes and returns the instances to stop after the first `count` that satisfy a condition, in reverse order.
  mutating func takeStarted(
    after count: Int, where isTaken: (Lifecycle.Started) -> Bool
  ) -> [Lifecycle.Started] {
    let last = started.dropFirst(count)
    started.removeLast(last.count)
    started += last.filter { !isTaken($0) }
    return last.filter(isTaken).reversed()
  }

  /// Publishes the instances that a start has kept until its end.
  func publishPending(in instances: InstanceSlots) {
    for (slot, object) in (pending?.objects ?? []).enumerated() {
      if let object { _ = instances.publish(object, at: slot) }
    }
  }

  /// Resets the state that only a start needs.
  mutating func endStart() {
    pending = nil
    (begun, ended) = ([], [])
  }
}

final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  var isSet: Bool { value.load(ordering: .acquiring) }

  /// - Returns: False if it was set before.
  @discardableResult
  func set() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}

extension Lifecycle {
  /// Stops the started instances in reverse order, and returns the reported errors.
  func stopAll(in registry: Registry, _ outcome: ScopeOutcome) async -> [RouteError] {
    await stop(takeStarted(), in: registry, outcome)
  }

  /// Stops instances in order, and returns the reported errors.
  ///
  /// Canceling a caller's task doesn't cancel it, because the operations run in separate tasks.
  func stop(_ instances: [Started], in registry: Registry, _ outcome: ScopeOutcome) async -> [RouteError] {
    var errors: [RouteError] = []
    for started in instances where started.route.isStopped {
      errors += await stop(started, in: registry, outcome)
    }
    return errors
  }

  /// Stops one instance, and returns the reported errors.
  ///
  /// - Parameter isAwaited: Whether a start, a stop, or a closing waits for the end.
  func stop(
    _ started: Started, in registry: Registry, _ outcome: ScopeOutcome, isAwaited: Bool = true
  ) async -> [RouteError] {
    let begun = ContinuousClock.now
    var errors: [RouteError] = []
    for (limit, work) in started.route.declaration.lifecycle?.stopping ?? [] {
      let stop = { await Self.failure(of: work, started, outcome, within: limit, registry) }
      let error =
        isAwaited
        ? await LifecycleWork.run(in: registry, of: self, stopping: started.route, stop) : await stop()
      if let error { errors.append(error) }
    }
    let taken: Duration = .now - begun
    if errors.isEmpty { report(.didStop, started.route, in: registry, took: taken) }
    for index in errors.indices {
      errors[index] = registry.reporting(errors[index])
      report(.stopFailed(errors[index]), started.route, in: registry, took: taken)
    }
    return errors
  }

  /// Performs one operation of ``Stopping``, and returns the error of a failure or a timeout.
  private static func failure(
    of work: @escaping LifecycleEntry.StopWork, _ started: Started, _ outcome: ScopeOutcome,
    within limit: Duration, _ registry: Registry
  ) async -> RouteError? {
    let route = started.route
    // Don't use child tasks, because nothing waits for an operation that doesn't end.
    let result = FirstResult<RouteError?>()
    let stop = Task {
      do {
        try await CurrentRegistry.with(registry) {
          try await InstanceWork.run(of: registry) { try await work(started.instance, outcome) }
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
