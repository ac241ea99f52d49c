/// A value for any number of waiting tasks, from the first task that sets it.
package final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case awaited([CheckedContinuation<Value, Never>])
    case set(Value)
  }

  private let state = Lock(State.awaited([]))

  package init() {}

  /// Sets the value, or returns false if another task has set it.
  @discardableResult
  package func set(_ value: Value) -> Bool {
    let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>]? in
      guard case .awaited(let waiting) = state else { return nil }
      state = .set(value)
      return waiting
    }
    for task in waiting ?? [] { task.resume(returning: value) }
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
      await withCheckedContinuation { continuation in
        let value = state.withLock { state -> Value? in
          switch state {
          case .awaited(let waiting):
            state = .awaited(waiting + [continuation])
            return nil
          case .set(let value): return value
          }
        }
        if let value { continuation.resume(returning: value) }
      }
    }
  }
}
