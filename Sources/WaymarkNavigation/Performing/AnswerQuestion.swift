import WaymarkCore

/// A question to a screen: its answer, and the events that end it.
@MainActor
final class AnswerQuestion<Answer> {
  private enum End {
    /// The screen has answered, or the caller canceled its task.
    case settled
    /// The screen was removed, or no longer exists, without an answer.
    case gone
    case failed(RouteError)
  }

  /// An object that only the screen's answer closure retains, so it's deallocated together with the closure.
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

  /// Returns the closure that gives the screen's answer, once.
  func makeAnswer() -> @MainActor (Answer?) -> Void {
    let lease = Lease(self)
    return { lease.question.give($0) }
  }

  /// Waits for the screen's answer, which is nil if the user dismisses the screen, then removes the screen.
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
    // Record a removal that nobody has reported. An answer right after the removal counts.
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

  /// Ends the question if the presentation fails, or the screen goes away.
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
      // Another caller's removal may have failed, and may have begun again since then.
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
