import WaymarkCore

/// The tasks and closures that wait for one event.
@MainActor
final class Waiters<Value> {
  typealias Resume = (Result<Value, any Error>) -> Void

  /// A result for a waiting task, which only the main actor reads.
  @MainActor
  private final class Delivery {
    let result: Result<Value, any Error>
    init(_ result: Result<Value, any Error>) { self.result = result }
  }

  private var next = 0
  /// The waiting tasks, in order of arrival.
  private var waiting: [(number: Int, resume: Resume)] = []
  /// Whether nobody waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Waits until the event occurs or the task is canceled, and calls `onCancel` in the latter case.
  func wait(onCancel: @escaping @MainActor () -> Void) async -> Result<Value, any Error> {
    let number = makeNumber()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Delivery, Never>) in
        if Task.isCancelled {
          onCancel()
          continuation.resume(returning: Delivery(.failure(CancellationError())))
        } else {
          add(number) { continuation.resume(returning: Delivery($0)) }
        }
      }
    } onCancel: {
      Task { @MainActor in
        guard let resume = self.remove(number) else { return }
        onCancel()
        resume(.failure(CancellationError()))
      }
    }.result
  }

  /// Waits until the event occurs, even if the task is canceled.
  func waitShielded() async -> Result<Value, any Error> {
    await withCheckedContinuation { (continuation: CheckedContinuation<Delivery, Never>) in
      add(makeNumber()) { continuation.resume(returning: Delivery($0)) }
    }.result
  }

  func whenResumed(_ resume: @escaping Resume) { add(makeNumber(), resume) }

  func resume(_ result: Result<Value, RouteError>) {
    let all = waiting
    waiting = []
    for (_, resume) in all { resume(result.mapError { $0 }) }
  }

  // MARK: - The list

  func makeNumber() -> Int {
    next += 1
    return next
  }

  func add(_ number: Int, _ resume: @escaping Resume) { waiting.append((number, resume)) }

  /// Removes a task from the list, and returns the closure that resumes it, or nil if it was resumed.
  func remove(_ number: Int) -> Resume? {
    waiting.firstIndex { $0.number == number }.map { waiting.remove(at: $0).resume }
  }
}

/// The streams of the states of one active route.
@MainActor
final class StateStreams {
  private var next = 0
  private var continuations: [Int: AsyncStream<RouteState>.Continuation] = [:]

  func stream(from state: RouteState) -> AsyncStream<RouteState> {
    let (stream, continuation) = AsyncStream.makeStream(of: RouteState.self)
    let number = next
    next += 1
    continuations[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.continuations[number] = nil }
    }
    continuation.yield(state)
    return stream
  }

  func yield(_ state: RouteState) {
    for continuation in continuations.values { continuation.yield(state) }
  }

  isolated deinit {
    for continuation in continuations.values { continuation.finish() }
  }
}

/// An object that only one closure retains, and that detects the release of the closure without a call.
@MainActor
final class CallWatch {
  private let abandoned: @MainActor () -> Void
  var isCalled = false

  init(abandoned: @escaping @MainActor () -> Void) { self.abandoned = abandoned }

  isolated deinit {
    if !isCalled { abandoned() }
  }
}

extension ActiveRoute {
  /// Returns the closure that a presenter calls when it has made a change, which the two words name in messages.
  ///
  /// A change may end before the first call, because the presenter reported the removal of the view or of its window.
  /// An animation then ends later, or never. If the presenter releases the closure without a call, such as for a closed
  /// window, the change ends with an error.
  func completion(
    of attempt: RouteStateMachine.Attempt, _ act: String, _ past: String,
    _ finish: @escaping @MainActor ((any Error)?) -> Void
  ) -> @MainActor ((any Error)?) -> Void {
    let watch = CallWatch { [self] in
      if machine.isOpen(attempt) { finish(RouteError.notCompleted(route, act)) }
    }
    return { [self] error in
      guard !watch.isCalled else {
        return emit(.failed(registry.reporting(.completedAgain(route, past))))
      }
      watch.isCalled = true
      finish((error as? RouteError)?.trying(to: act, route) ?? error)
    }
  }
}
