/// A value for any number of waiting tasks, from the first task that sets it.
package final class Promise<Value: Sendable>: Sendable {
  private enum State {
    // Closures that resume the tasks. For an array of continuations, the runtime would search for conformances.
    case awaited([@Sendable () -> Void])
    case set(Value)
  }

  private let state = Lock(State.awaited([]))

  package init() {}

  /// Sets the value, or returns false if another task has set it.
  @discardableResult
  package func set(_ value: Value) -> Bool {
    let waiting = state.withLock { state -> [@Sendable () -> Void]? in
      guard case .awaited(let waiting) = state else { return nil }
      state = .set(value)
      return waiting
    }
    for resume in waiting ?? [] { resume() }
    return waiting != nil
  }

  /// The value, or nil before a task has set it.
  package var current: Value? {
    state.withLock { state in
      if case .set(let value) = state { value } else { nil }
    }
  }

  /// The number of waiting tasks.
  package var waitingCount: Int {
    state.withLock { state in
      if case .awaited(let waiting) = state { waiting.count } else { 0 }
    }
  }

  package var value: Value {
    get async {
      while true {
        if let current { return current }
        // SAFETY: `set` resumes the continuation that was added to the state, and this function resumes another one.
        await withUnsafeContinuation { continuation in
          let isSet = state.withLock { state in
            guard case .awaited(let waiting) = state else { return true }
            state = .awaited(waiting + [{ continuation.resume() }])
            return false
          }
          if isSet { continuation.resume() }
        }
      }
    }
  }
}
