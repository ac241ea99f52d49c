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

extension FirstResult where Value == Result<Void, any Error> {
  /// Waits for an operation that goes on if the calling task is canceled.
  ///
  /// - Parameters:
  ///   - operation: The operation, in a task of its own.
  ///   - isLeaving: Returns whether the canceled task doesn't wait for the end of the operation.
  /// - Throws: The error of the operation, or `CancellationError` if the calling task was canceled.
  static func end(
    of operation: @escaping @Sendable () async throws -> Void,
    isLeaving: @Sendable () -> Bool = { true }
  ) async throws {
    let end = FirstResult()
    Task {
      do { end.set(.success(try await operation())) } catch { end.set(.failure(error)) }
    }
    try await withTaskCancellationHandler {
      await end.value
    } onCancel: {
      if isLeaving() { end.set(.failure(CancellationError())) }
    }.get()
  }
}
