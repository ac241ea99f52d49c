import WaymarkCore

/// The completion of one change that a presenter makes, which notices that the presenter will never call it.
@MainActor
private final class ChangeCompletion {
  private let finish: @MainActor ((any Error)?) -> Void
  private let abandon: @MainActor () -> Void
  private var isCalled = false

  init(
    _ finish: @escaping @MainActor ((any Error)?) -> Void, abandon: @escaping @MainActor () -> Void
  ) {
    self.finish = finish
    self.abandon = abandon
  }

  func call(_ error: (any Error)?) {
    isCalled = true
    finish(error)
  }

  isolated deinit {
    if !isCalled { abandon() }
  }
}

extension ActiveRoute {
  /// Returns the closure that a presenter calls when it has made a change.
  ///
  /// If the presenter releases the closure without calling it, for example because its window is closed, the change ends
  /// with an error. So nobody waits for the change forever.
  ///
  /// - Parameters:
  ///   - attempt: The change.
  ///   - act: The verb for the presenter's work, for the message.
  ///   - finish: Ends the change.
  func completion(
    of attempt: RouteStateMachine.Attempt, _ act: String,
    _ finish: @escaping @MainActor ((any Error)?) -> Void
  ) -> @MainActor ((any Error)?) -> Void {
    let completion = ChangeCompletion(finish) { [self] in
      if machine.isOpen(attempt) { finish(RouteError.notCompleted(route, act)) }
    }
    return { completion.call($0) }
  }
}
