import WaymarkCore
import WaymarkRuntime

/// An operation in a task of its own, with a result for all tasks that join.
///
/// Canceling one of these tasks only ends its own wait. Canceling the last of them cancels the operation.
final class SharedWork<Value: Sendable>: Sendable {
  private struct State {
    /// The number of tasks that have joined and weren't canceled.
    var callers = 0
    /// The waiting tasks, and the ones that were canceled before their wait.
    var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
    var canceled: Set<Int> = []
    var count = 0
    /// The tasks that wait for the end without joining.
    var ending: [CheckedContinuation<Result<Value, any Error>, Never>] = []
    var task: Task<Void, Never>?
    var result: Result<Value, any Error>?
    var isCanceled = false

    /// Removes a task, and returns the operation to cancel if no other task has joined it.
    mutating func leave() -> Task<Void, Never>? {
      callers -= 1
      guard callers == 0, result == nil else { return nil }
      isCanceled = true
      return task
    }
  }

  private let state = Lock(State())

  /// The result, or nil before the end of the operation.
  var result: Result<Value, any Error>? { state.withLock { $0.result } }

  /// Joins the operation to wait for its value, or returns false if it was canceled or its value isn't usable.
  func join(ifUsable isUsable: (Value) -> Bool = { _ in true }) -> Bool {
    state.withLock { state in
      guard !state.isCanceled else { return false }
      if case .success(let value) = state.result, !isUsable(value) { return false }
      state.callers += 1
      return true
    }
  }

  /// Begins the operation, which doesn't belong to the calling route's closure.
  func begin(_ operation: @escaping @Sendable () async throws -> Value) {
    let task = LifecycleWork.task {
      let result: Result<Value, any Error>
      do { result = .success(try await operation()) } catch { result = .failure(error) }
      self.finish(result)
    }
    let isCanceled = state.withLock { state in
      if state.result == nil { state.task = task }
      return state.isCanceled
    }
    if isCanceled { task.cancel() }
  }

  private func finish(_ result: Result<Value, any Error>) {
    let (waiting, ending) = state.withLock { state in
      state.result = result
      state.task = nil
      defer { (state.waiting, state.ending) = ([:], []) }
      return (state.waiting, state.ending)
    }
    for task in waiting.values { task.resume(with: result) }
    for task in ending { task.resume(returning: result) }
  }

  /// Waits for the result of a joined operation.
  ///
  /// - Throws: The error of the operation, or `CancellationError` if the calling task was canceled.
  func value() async throws -> Value {
    let (id, result) = state.withLock { state in
      state.count += 1
      return (state.count, state.result)
    }
    if let result { return try result.get() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Value, any Error>? in
          if state.canceled.remove(id) != nil { return .failure(CancellationError()) }
          if let result = state.result { return result }
          state.waiting[id] = continuation
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let (waiting, task) = state.withLock {
        state -> (CheckedContinuation<Value, any Error>?, Task<Void, Never>?) in
        guard state.result == nil else { return (nil, nil) }
        let waiting = state.waiting.removeValue(forKey: id)
        if waiting == nil { state.canceled.insert(id) }
        return (waiting, state.leave())
      }
      task?.cancel()
      waiting?.resume(throwing: CancellationError())
    }
  }

  /// Leaves a joined operation without waiting for it.
  func leave() { state.withLock { $0.leave() }?.cancel() }

  /// Waits for the end of the operation, regardless of cancellation, and returns its result.
  @discardableResult
  func end() async -> Result<Value, any Error> {
    await withCheckedContinuation { continuation in
      let result = state.withLock { state in
        if state.result == nil { state.ending.append(continuation) }
        return state.result
      }
      if let result { continuation.resume(returning: result) }
    }
  }
}
