/// The tasks that wait for one event.
@MainActor
final class Waiters {
  private var next = 0
  private var waiting: [Int: CheckedContinuation<Result<Void, any Error>, Never>] = [:]

  /// Waits until the event occurs or the task is cancelled.
  ///
  /// - Parameter onCancel: Called if the task is cancelled first.
  func wait(onCancel: @escaping @MainActor () -> Void) async -> Result<Void, any Error> {
    let number = next
    next += 1
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          onCancel()
          continuation.resume(returning: .failure(CancellationError()))
        } else {
          waiting[number] = continuation
        }
      }
    } onCancel: {
      Task { @MainActor in
        guard let continuation = self.waiting.removeValue(forKey: number) else { return }
        onCancel()
        continuation.resume(returning: .failure(CancellationError()))
      }
    }
  }

  /// Resumes all waiting tasks, in the order in which they began to wait.
  func resume(_ result: Result<Void, RouteError>) {
    let all = waiting.sorted { $0.key < $1.key }
    waiting = [:]
    for (_, continuation) in all { continuation.resume(returning: result.mapError { $0 }) }
  }
}
