import WaymarkCore
import WaymarkRuntime

/// An operation in a task of its own, with a result for all tasks that join.
///
/// Canceling one of these tasks only ends its own wait. Canceling the last of them cancels the operation.
final class SharedWork<Value: Sendable>: Sendable {
  private typealias Outcome = Result<Value, any Error>

  private struct State {
    /// The number of tasks that have joined and weren't canceled.
    var callers = 0
    /// The tasks that wait for the value, which cancellation also ends.
    var waiting: [ObjectIdentifier: Promise<Outcome>] = [:]
    var task: Task<Void, Never>?
    var isCanceled = false
  }

  private let state = Lock(State())
  private let outcome = Promise<Outcome>()

  /// The result, or nil before the end of the operation.
  var result: Result<Value, any Error>? { outcome.current }

  /// Joins the operation to wait for its value, or returns false if it was canceled or its value isn't usable.
  func join(ifUsable isUsable: (Value) -> Bool = { _ in true }) -> Bool {
    state.withLock { state in
      guard !state.isCanceled else { return false }
      if case .success(let value) = outcome.current, !isUsable(value) { return false }
      state.callers += 1
      return true
    }
  }

  /// Begins the operation, which doesn't belong to the calling route's closure.
  func begin(_ operation: @escaping @Sendable () async throws -> Value) {
    let task = LifecycleWork.task {
      let result: Outcome
      do { result = .success(try await operation()) } catch { result = .failure(error) }
      self.finish(result)
    }
    let isCanceled = state.withLock { state in
      if outcome.current == nil { state.task = task }
      return state.isCanceled
    }
    if isCanceled { task.cancel() }
  }

  private func finish(_ result: Outcome) {
    outcome.set(result)
    let waiting = state.withLock { state in
      defer { (state.waiting, state.task) = ([:], nil) }
      return state.waiting
    }
    for wait in waiting.values { wait.set(result) }
  }

  /// Waits for the result of a joined operation.
  ///
  /// - Throws: The error of the operation, or `CancellationError` if the calling task was canceled.
  func value() async throws -> Value {
    let wait = Promise<Outcome>()
    let result = state.withLock { state in
      // The operation can have ended.
      if outcome.current == nil { state.waiting[ObjectIdentifier(wait)] = wait }
      return outcome.current
    }
    if let result { return try result.get() }
    return try await withTaskCancellationHandler {
      await wait.value
    } onCancel: {
      guard wait.set(.failure(CancellationError())) else { return }
      state.withLock { _ = $0.waiting.removeValue(forKey: ObjectIdentifier(wait)) }
      leave()
    }.get()
  }

  /// Leaves a joined operation without waiting for it, and cancels the operation if no other task has joined it.
  func leave() {
    let task = state.withLock { state -> Task<Void, Never>? in
      state.callers -= 1
      guard state.callers == 0, outcome.current == nil else { return nil }
      state.isCanceled = true
      return state.task
    }
    task?.cancel()
  }

  /// Waits for the end of the operation, regardless of cancellation, and returns its result.
  func end() async -> Result<Value, any Error> { await outcome.value }
}
