/// The tasks that wait for one event.
@MainActor
final class Waiters {
  /// Resumes one waiting task with the result of the event.
  typealias Resume = (Result<Void, any Error>) -> Void

  private var next = 0
  /// The waiting tasks, in the order in which they began to wait.
  private var waiting: [(number: Int, resume: Resume)] = []

  /// Waits until the event occurs or the task is cancelled.
  ///
  /// - Parameter onCancel: Called if the task is cancelled first.
  func wait(onCancel: @escaping @MainActor () -> Void) async -> Result<Void, any Error> {
    let number = makeNumber()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          onCancel()
          continuation.resume(returning: .failure(CancellationError()))
        } else {
          add(number) { continuation.resume(returning: $0) }
        }
      }
    } onCancel: {
      Task { @MainActor in
        guard let resume = self.remove(number) else { return }
        onCancel()
        resume(.failure(CancellationError()))
      }
    }
  }

  /// Resumes all waiting tasks, in the order in which they began to wait.
  func resume(_ result: Result<Void, RouteError>) {
    let all = waiting
    waiting = []
    for (_, resume) in all { resume(result.mapError { $0 }) }
  }

  // MARK: - The list

  /// Returns a number that identifies a task in the list.
  func makeNumber() -> Int {
    next += 1
    return next
  }

  /// Adds a task to the end of the list.
  func add(_ number: Int, _ resume: @escaping Resume) { waiting.append((number, resume)) }

  /// Removes a task from the list.
  ///
  /// - Returns: The function that resumes it, or nil if it was resumed already.
  func remove(_ number: Int) -> Resume? {
    waiting.firstIndex { $0.number == number }.map { waiting.remove(at: $0).resume }
  }
}
