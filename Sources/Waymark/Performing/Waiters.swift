/// Tasks that wait for one thing to happen.
@MainActor
final class Waiters {
  private var next = 0
  private var waiting: [Int: CheckedContinuation<Result<Void, any Error>, Never>] = [:]

  /// Waits until the thing happens, or the task is cancelled.
  ///
  /// - Parameter onCancel: Called where the task is cancelled first.
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

  /// Wakes all that wait now, in the order in which they came.
  func resume(_ result: Result<Void, RouteError>) {
    let all = waiting.sorted { $0.key < $1.key }
    waiting = [:]
    for (_, continuation) in all { continuation.resume(returning: result.mapError { $0 }) }
  }
}
