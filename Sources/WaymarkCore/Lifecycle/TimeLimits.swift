import WaymarkRuntime

/// Limits of operations, each of which ends with its operation.
///
/// One task sleeps for all of them. A task for each would stay in memory until its limit, because a canceled sleep
/// does.
enum TimeLimits {
  typealias Operation<Result> = @Sendable (_ isLate: @escaping @Sendable () -> Bool) async -> Result

  private struct State {
    var limits: [Int: (due: ContinuousClock.Instant, end: @Sendable () -> Void)] = [:]
    var count = 0
    /// The time at which the task wakes up, or nil without a task.
    var wakes: ContinuousClock.Instant?
  }

  private static let state = Lock(State())

  /// The number of limits.
  static var count: Int { state.withLock(\.limits.count) }

  /// Runs an operation in a task of its own, and waits for it or for the limit.
  ///
  /// - Parameters:
  ///   - limit: The limit, at which the task is canceled.
  ///   - isCancelable: Whether the cancellation of the calling task also cancels the task.
  ///   - timeout: Returns the result at the limit.
  ///   - late: Receives the result of an operation that ends later.
  static func run<Result: Sendable>(
    within limit: Duration, isCancelable: Bool = true, timeout: @escaping @Sendable () -> Result,
    late: @escaping @Sendable (Result) async -> Void = { _ in },
    _ operation: @escaping Operation<Result>
  ) async -> Result {
    // Don't use child tasks, because nothing waits for an operation that doesn't end.
    let promise = Promise<Result>()
    let pending = Lock(Optional(operation))
    let due = ContinuousClock.now + limit
    let task = Task {
      let result = await perform(pending) { promise.current != nil }
      // If operations block all threads of tasks, the end of the limit comes later than the end of the operation.
      if due <= .now { promise.set(timeout()) }
      if !promise.set(result) { await late(result) }
    }
    let number = add(at: due) { if promise.set(timeout()) { task.cancel() } }
    let result = await withTaskCancellationHandler {
      await promise.value
    } onCancel: {
      if isCancelable { task.cancel() }
    }
    state.withLock { _ = $0.limits.removeValue(forKey: number) }
    return result
  }

  /// Performs an operation, and releases it with everything that it captures before the caller has the result.
  private static func perform<Result: Sendable>(
    _ pending: Lock<Operation<Result>?>, isLate: @escaping @Sendable () -> Bool
  ) async -> Result {
    guard let operation = pending.withLock({ $0.take() }) else {
      preconditionFailure("only the operation's task takes it")
    }
    return await operation(isLate)
  }

  private static func add(at due: ContinuousClock.Instant, _ end: @escaping @Sendable () -> Void) -> Int {
    let (number, isFirst) = state.withLock { state in
      state.count += 1
      state.limits[state.count] = (due, end)
      let isFirst = state.wakes.map { due < $0 } ?? true
      if isFirst { state.wakes = due }
      return (state.count, isFirst)
    }
    if isFirst { Task.detached { await sleep(until: due) } }
    return number
  }

  /// Sleeps until the first limit, as long as there are limits, unless another task wakes up earlier.
  private static func sleep(until first: ContinuousClock.Instant) async {
    var wakes = first
    while true {
      try? await Task.sleep(until: wakes, clock: .continuous)
      let (ended, next) = state.withLock { state -> ([@Sendable () -> Void], ContinuousClock.Instant?) in
        guard state.wakes == wakes else { return ([], nil) }
        let due = state.limits.filter { $0.value.due <= .now }
        for number in due.keys { state.limits[number] = nil }
        state.wakes = state.limits.values.map(\.due).min()
        return (due.values.map(\.end), state.wakes)
      }
      for end in ended { end() }
      guard let next else { return }
      wakes = next
    }
  }
}
