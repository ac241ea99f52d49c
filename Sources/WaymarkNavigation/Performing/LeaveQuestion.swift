import WaymarkCore

/// The question whether a destination may be removed, which several callers may wait for.
@MainActor
final class LeaveQuestion {
  private let waiters = Waiters<Bool>()
  private var task: Task<Void, Never>?
  private var count = 0

  /// Starts to ask.
  ///
  /// - Parameters:
  ///   - ask: Returns whether the destination may be removed.
  ///   - ended: Called when the answer is known.
  init(
    _ ask: @escaping @MainActor () async throws(RouteError) -> Bool,
    ended: @escaping @MainActor (LeaveQuestion) -> Void
  ) {
    task = Task { [weak self] in
      let answer: Result<Bool, RouteError>
      do throws(RouteError) { answer = .success(try await ask()) } catch { answer = .failure(error) }
      guard let self else { return }
      ended(self)
      finish(answer)
    }
  }

  /// Waits for the answer.
  ///
  /// If all tasks that wait are canceled, so is the task that asks.
  func wait() async throws -> Bool {
    count += 1
    return try await waiters.wait { [weak self] in
      guard let self else { return }
      count -= 1
      if count == 0 { task?.cancel() }
    }.get()
  }

  /// Ends the question before it's answered.
  func end(mayLeave: Bool) {
    task?.cancel()
    finish(.success(mayLeave))
  }

  private func finish(_ answer: Result<Bool, RouteError>) { waiters.resume(answer) }
}
