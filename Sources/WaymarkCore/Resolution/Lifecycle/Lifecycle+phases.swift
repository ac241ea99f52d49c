import Synchronization
import WaymarkRuntime

// The changes of a lifecycle's phase, each of which is made while its lock is held.
extension Lifecycle {
  /// What a caller of `start()` does.
  enum Joining {
    /// Everything is started.
    case done
    /// The scope is being closed.
    case closed
    /// Wait for the end of a stop or of a start that was canceled, and try again.
    case wait(@Sendable () async -> Void)
    /// Wait for the start.
    case start(Task<Void, any Error>)
  }

  /// Joins the start that's under way, or begins one.
  ///
  /// - Parameter isForExtension: Whether the caller is the start of an extension.
  func join(isForExtension: Bool, _ run: () -> StartRun) -> Joining {
    state.withLock { state in
      guard !state.isClosed else { return .closed }
      if !isForExtension { state.isForExtensions = false }
      switch state.phase {
      case .started: return .done
      case .ending(let wait): return .wait(wait)
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

  /// Leaves a start because the caller is canceled, and cancels the start if no other caller waits for it.
  ///
  /// - Returns: False if the start has ended.
  func leave(_ task: Task<Void, any Error>) -> Bool {
    let (hasLeft, isLast) = state.withLock { state -> (Bool, Bool) in
      guard case .starting(let current, let callers) = state.phase, current == task else {
        return (false, false)
      }
      if callers > 1 {
        state.phase = .starting(task, callers: callers - 1)
        return (true, false)
      }
      state.phase = .ending { _ = await task.result }
      return (true, true)
    }
    if isLast { task.cancel() }
    return hasLeft
  }

  /// Whether a start that was canceled, or a stop, is under way.
  var isEnding: Bool {
    state.withLock { state in
      if case .ending = state.phase { true } else { false }
    }
  }

  /// Why instances are stopped.
  enum StopReason {
    /// It was requested.
    case request
    /// The scope is being closed.
    case closing
    /// A start was ended, before which requests had made instances.
    case endOfStart
    /// An extension was stopped.
    case endOfExtension
    /// The start of an extension failed or was canceled.
    case failureOfExtension
  }

  /// What a caller of `stop()` does.
  enum Stopping {
    case nothing
    case wait(@Sendable () async -> Void)
    case stop(Task<[RouteError], Never>)
  }

  /// Begins to stop the instances, or joins the stop that's under way; a start is canceled.
  func beginStopping(
    for reason: StopReason = .request, _ stop: @escaping @Sendable () async -> [RouteError]
  ) -> Stopping {
    var canceled: Task<Void, any Error>?
    let result = state.withLock { state -> Stopping in
      guard state.isStopped(for: reason) else { return .nothing }
      if reason == .closing { state.isClosed = true }
      switch state.phase {
      case .ending(let wait): return .wait(wait)
      case .starting(let task, _):
        canceled = task
        state.isInterrupted = true
        let wait: @Sendable () async -> Void = { _ = await task.result }
        state.phase = .ending(wait: wait)
        return .wait(wait)
      case .idle, .stopped:
        // What was made when it was requested may have to be stopped, too.
        guard !state.started.isEmpty else { return .nothing }
      case .started: break
      }
      let task = LifecycleWork.task { await stop() }
      state.phase = .ending { _ = await task.value }
      return .stop(task)
    }
    canceled?.cancel()
    return result
  }
}

extension Lifecycle.State {
  /// Returns whether instances are stopped for a reason.
  func isStopped(for reason: Lifecycle.StopReason) -> Bool {
    switch reason {
    case .request, .closing: return true
    case .endOfStart:
      guard case .idle = phase else { return false }
      return true
    case .endOfExtension: return extensions == 0
    case .failureOfExtension:
      guard extensions == 0, isForExtensions, case .started = phase else { return false }
      return true
    }
  }

  /// Forgets what's needed during a start only.
  mutating func endStart() {
    pending = nil
    (begun, ended) = ([], [])
  }
}

/// A condition that's set once.
final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  var isSet: Bool { value.load(ordering: .acquiring) }

  /// - Returns: False if it was set before.
  @discardableResult
  func set() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}
