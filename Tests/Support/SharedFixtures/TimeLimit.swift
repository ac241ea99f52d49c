import WaymarkRuntime

/// Waits for a function for a limited time, which is longer on a machine under load.
///
/// Only Waymark resumes a task that waits for an event of a route. With this limit, a test fails if its task never
/// resumes. Without it, the whole run would never end.
///
/// - Returns: The value that the function returns.
/// - Throws: The error that the function throws, or ``NotEnded`` if it hasn't ended in time. Then its task is
///   canceled, and the test doesn't wait for it anymore.
@MainActor
@discardableResult
package func inTime<Value>(
  _ limit: Duration = .seconds(30), _ body: @escaping @MainActor () async throws -> Value
) async throws -> Value {
  let race = Race<Value>()
  let work = Task {
    do { race.end(.success(try await body())) } catch { race.end(.failure(error)) }
  }
  let timer = Task {
    try await wait(for: limit)
    race.end(.failure(NotEnded(limit: limit)))
  }
  defer {
    work.cancel()
    timer.cancel()
  }
  return try await race.result()
}

/// Calls a function until it returns true, for a limited time, which is longer on a machine under load.
@MainActor
package func becomesTrue(_ condition: @MainActor () -> Bool) async throws -> Bool {
  let deadline = ContinuousClock.now + .seconds(30)
  var turns = 0
  while !condition() {
    guard ContinuousClock.now < deadline || turns < 3_000 else { return false }
    try await takeTurn(.milliseconds(1))
    turns += 1
  }
  return true
}

/// Waits for a duration, and for a turn of the other tasks in each hundredth of a second.
///
/// When many tests run at the same time, each turn takes long, and so does each step of the test that waits.
@MainActor
private func wait(for duration: Duration) async throws {
  let step = Duration.milliseconds(10)
  for _ in 0..<max(1, Int(duration / step)) { try await takeTurn(step) }
}

/// Waits for the tasks on other threads, and then for the tasks on the main actor.
@MainActor
private func takeTurn(_ duration: Duration) async throws { try await sleep(for: duration) }

@concurrent
private func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }

/// A function that a test waits for hasn't ended in time.
package struct NotEnded: Error, CustomStringConvertible {
  package let limit: Duration
  package var description: String { "this did not end within \(limit)" }
}

/// Several tasks that compete: the first one to end determines the result.
@MainActor
private final class Race<Value> {
  private var first: Result<Value, any Error>?
  private var hasEnded = false
  private var continuation: CheckedContinuation<Void, Never>?

  func end(_ result: Result<Value, any Error>) {
    guard !hasEnded else { return }
    hasEnded = true
    first = result
    continuation?.resume()
  }

  /// Waits for the first result and doesn't retain it, so that tests can observe its deallocation.
  func result() async throws -> Value {
    if !hasEnded { await withCheckedContinuation { continuation = $0 } }
    guard let result = first.take() else { throw CancellationError() }
    return try result.get()
  }
}
