import WaymarkCore

/// A screen that was asked something: its answer, and what ends the question.
@MainActor
final class AnswerQuestion<Answer> {
  /// What ends the question.
  private enum End {
    /// The screen has answered, or the task that asked was canceled.
    case settled
    /// The screen was removed, or is gone without an answer.
    case gone
    /// The screen couldn't be shown.
    case failed(RouteError)
  }

  /// An object that only the screen's answer closure retains, so that its end is noticed.
  @MainActor
  private final class Lease {
    let question: AnswerQuestion
    init(_ question: AnswerQuestion) { self.question = question }
    isolated deinit { question.leaseEnded() }
  }

  private var given: Answer??
  private var end: End?
  private let ends = Waiters<Void>()
  private var isGone: () -> Bool = { false }

  /// Returns the closure with which the screen answers.
  ///
  /// Only its first call counts.
  func makeAnswer() -> @MainActor (Answer?) -> Void {
    let lease = Lease(self)
    return { lease.question.give($0) }
  }

  /// Waits for the answer of a screen that's being shown, then removes the screen.
  ///
  /// - Returns: The answer, or nil if the screen was dismissed without one. The screen is gone, unless an error is thrown.
  func answer<Requested>(of active: ActiveRoute<Requested>, animated: Bool) async throws -> Answer? {
    isGone = { [weak active] in active.map { $0.state == .routed && $0.destination == nil } ?? true }
    follow(active)
    await withTaskCancellationHandler {
      if Task.isCancelled { finish(.settled) }
      if end == nil { _ = await ends.waitShielded() }
    } onCancel: {
      Task { @MainActor in self.finish(.settled) }
    }
    switch end {
    case .failed(let error): throw error
    // An unreported removal becomes known. An answer that follows the removal at once counts, too.
    case .gone:
      if active.state == .routed { try active.remove() }
      return given ?? nil
    case .settled, nil: try await remove(active, animated: animated)
    }
    guard let given else { throw CancellationError() }
    return given
  }

  private func remove<Requested>(_ active: ActiveRoute<Requested>, animated: Bool) async throws {
    if given == nil { active.interception?.cancel() }
    await active.settle()
    if case .failure(let error)? = active.outcome {
      if given == nil { throw CancellationError() }
      throw error
    }
    do throws(RouteError) {
      try await active.removeAndWait(animated: animated)
    } catch {
      throw given == nil ? error : RouteError.notRemoved(active.route, afterAnswering: error)
    }
  }

  private func give(_ answer: Answer?) {
    guard given == nil else { return }
    given = .some(answer)
    finish(.settled)
  }

  private func leaseEnded() {
    if isGone() { finish(.gone) }
  }

  /// Ends the question if the screen can't be shown, or is removed.
  private func follow<Requested>(_ active: ActiveRoute<Requested>) {
    switch active.state {
    case .removed: return finish(.gone)
    case .unrouted:
      // The presenter has failed at once.
      if case .failure(let error)? = active.outcome { return finish(.failed(error)) }
    case .routing:
      active.completions.whenResumed { [weak self] result in
        if case .failure(let error as RouteError) = result { self?.finish(.failed(error)) }
      }
    case .routed, .removing: break
    }
    followRemoval(of: active)
  }

  private func followRemoval<Requested>(of active: ActiveRoute<Requested>) {
    active.removals.whenResumed { [weak self, weak active] result in
      guard let self, let active else { return }
      // A removal may have failed that somebody else has begun, and may have been begun again since then.
      if case .success = result {
        finish(.gone)
      } else if active.state == .routed || active.state == .removing {
        followRemoval(of: active)
      }
    }
  }

  private func finish(_ end: End) {
    guard self.end == nil else { return }
    self.end = end
    ends.resume(.success(()))
  }
}
