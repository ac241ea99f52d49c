import WaymarkRuntime

/// A value for one waiting task, from the first of several tasks that set it.
final class FirstResult<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Value, Never>)
    case set(Value)
  }

  private let state = Lock(State.empty)

  /// Sets the value, or returns false if another task has set it.
  @discardableResult
  func set(_ value: Value) -> Bool {
    let (waiting, isFirst) = state.withLock { state -> (CheckedContinuation<Value, Never>?, Bool) in
      switch state {
      case .empty:
        state = .set(value)
        return (nil, true)
      case .awaited(let waiting):
        state = .set(value)
        return (waiting, true)
      case .set: return (nil, false)
      }
    }
    waiting?.resume(returning: value)
    return isFirst
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
