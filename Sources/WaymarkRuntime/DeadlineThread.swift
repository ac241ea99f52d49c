import CWaymarkRuntime

/// A thread that calls closures on time, even while all threads that run tasks are occupied.
///
/// All callers share one thread, which exists only while there's something to call.
package final class DeadlineThread: Sendable {
  /// A scheduled closure, until its removal.
  package struct Call: Sendable, Hashable { fileprivate let number: Int }

  private struct State {
    var calls: [Call: (due: ContinuousClock.Instant, body: Body)] = [:]
    var count = 0
    var hasThread = false
    /// The time at which the thread wakes up, or nil if it isn't waiting.
    var wakes: ContinuousClock.Instant?
  }

  /// A closure that returns the time of its next call.
  package typealias Body = @Sendable () -> ContinuousClock.Instant

  package static let shared = DeadlineThread()

  private let state = Lock(State())
  // SAFETY (`nonisolated(unsafe)`): a pointer that doesn't change, and its target has a lock.
  /// Ends the wait of the thread, or the next one if the thread isn't waiting.
  private nonisolated(unsafe) let wakeUp = waymark_event_create()

  package init() {}

  deinit { waymark_event_destroy(wakeUp) }

  /// Whether there's a thread.
  package var isRunning: Bool { state.withLock(\.hasThread) }

  /// Adds a closure to call.
  ///
  /// - Parameters:
  ///   - due: The time of the first call.
  ///   - body: The closure, which must not wait for long, because others may be due.
  /// - Returns: The call, for its removal.
  package func add(at due: ContinuousClock.Instant, _ body: @escaping Body) -> Call {
    let (call, needsThread, isFirst) = state.withLock { state in
      let call = Call(number: state.count)
      state.count += 1
      state.calls[call] = (due, body)
      defer { state.hasThread = true }
      return (call, !state.hasThread, state.wakes.map { due < $0 } ?? false)
    }
    if needsThread { startThread() } else if isFirst { waymark_event_signal(wakeUp) }
    return call
  }

  /// Removes a closure, although a call on the thread may still be in progress.
  package func remove(_ call: Call) {
    let (removed, isLast) = state.withLock { state in
      (state.calls.removeValue(forKey: call), state.calls.isEmpty)
    }
    // The thread ends.
    if isLast { waymark_event_signal(wakeUp) }
    // Release the closure outside of the lock, because that may run other code.
    withExtendedLifetime(removed) {}
  }

  private func startThread() {
    let context = Unmanaged.passRetained(self).toOpaque()
    let hasStarted = waymark_thread_start(
      { context in
        // SAFETY: the context is this object, retained for the thread, and released here, once.
        Unmanaged<DeadlineThread>.fromOpaque(context).takeRetainedValue().callAll()
      }, context)
    guard !hasStarted else { return }
    // The system has no thread left. The next call tries again.
    Unmanaged.passUnretained(self).release()
    state.withLock { $0.hasThread = false }
  }

  /// Calls closures on time until there's nothing left to call.
  private func callAll() {
    while let next = callDue() {
      // Wait at most an hour, and round up, so that the time is over afterward.
      let (seconds, attoseconds) = min(max(next - .now, .zero), .seconds(3_600)).components
      waymark_event_wait(wakeUp, seconds * 1_000_000_000 + attoseconds / 1_000_000_000 + 1)
      state.withLock { $0.wakes = nil }
    }
  }

  /// Calls the due closures, and returns the next time, or nil if there's nothing left to call.
  private func callDue() -> ContinuousClock.Instant? {
    while true {
      let (due, next) = state.withLock { state in
        let now = ContinuousClock.now
        let due = state.calls.filter { $0.value.due <= now }
        state.hasThread = !state.calls.isEmpty
        state.wakes = due.isEmpty ? state.calls.values.map(\.due).min() : nil
        return (due, state.wakes)
      }
      if due.isEmpty { return next }
      for (call, closure) in due.sorted(by: { ($0.value.due, $0.key.number) < ($1.value.due, $1.key.number) })
      {
        let next = closure.body()
        state.withLock { $0.calls[call]?.due = next }
      }
    }
  }
}
