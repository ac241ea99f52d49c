import WaymarkCore

/// A change that a navigator is making, or that waits for its turn.
@MainActor
final class NavigatorChange {
  /// The completed steps.
  var done: [Navigator.Change] = []
  /// The step that the navigator is showing or updating, or nil while it removes screens.
  var target: WantedScreens.Target?
  /// The screens that have agreed to go.
  var asked: Set<RouteTransition.ID> = []
  /// Cancels the task that makes the change.
  var cancel: () -> Void = {}
  /// Resumed when the change begins or is replaced.
  let turn = Waiters<Void>()
  /// The active route with the ``Leaves`` that the change is asking.
  var asking: ObjectIdentifier?
  /// The active routes that can't decide before this change has ended.
  let deciding = DecisionTask.subjects
  /// The error that ends the change, because a later one replaced it or its window was closed.
  private var ended: RouteError?
  /// Whether the window was closed before the change had ended.
  private(set) var isWindowClosed = false

  /// The changes, of any navigators, that wait for this task, from the outermost one.
  @TaskLocal fileprivate static var waiting: [NavigatorChange] = []

  /// Replaces the change with a later one.
  func supersede() { end(with: .superseded) }

  /// Ends the change, because its window was closed.
  func windowClosed() {
    isWindowClosed = true
    end(with: .windowClosed)
  }

  private func end(with error: RouteError) {
    ended = error
    cancel()
    turn.resume(.failure(error))
  }

  /// Throws if the change was replaced or its task was canceled.
  func checkGoesOn() throws(RouteError) {
    if let ended { throw ended }
    if Task.isCancelled { throw .canceledChange }
  }
}

extension Navigator {
  /// Makes a change when its turn comes, and returns its result.
  func perform<Output: Sendable>(
    _ policy: BusyPolicy, _ body: @escaping @MainActor (NavigatorChange) async throws(RouteError) -> Output
  ) async throws(Failure) -> Output {
    if policy != .refuse, DecisionTask.isCurrent, let running = queue.running,
      NavigatorChange.waiting.contains(where: { $0 === changes[running] })
    {
      throw Failure(error: registry.reporting(.waitingForItself), done: [])
    }
    let change = NavigatorChange()
    if policy == .wait, let running = queue.running, let asking = changes[running]?.asking,
      change.deciding.contains(asking)
    {
      throw Failure(error: registry.reporting(.waitingForItself), done: [])
    }
    lastNumber += 1
    let number = lastNumber
    changes[number] = change
    defer { changes[number] = nil }
    let (admission, replaced) = queue.enter(number, policy)
    for replaced in replaced { changes[replaced]?.supersede() }
    switch admission {
    case .refused: throw Failure(error: registry.reporting(.busy), done: [])
    case .begins: break
    case .waits:
      let turn = await change.turn.wait { [weak self] in self?.queue.cancel(number) }
      if case .failure(let error) = turn {
        throw Failure(error: registry.reporting(error as? RouteError ?? .canceledChange), done: [])
      }
    }
    let task = Task { () -> Result<Output, RouteError> in
      await NavigatorChange.$waiting.withValue(NavigatorChange.waiting + [change]) {
        do throws(RouteError) {
          try change.checkGoesOn()
          try await settle(change)
          return .success(try await body(change))
        } catch {
          return .failure(error)
        }
      }
    }
    change.cancel = task.cancel
    var result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    if let next = queue.leave() { changes[next]?.turn.resume(.success(())) }
    // The screens of a closed window are gone, also those that the change has shown.
    if change.isWindowClosed { result = .failure(.windowClosed) }
    do throws(RouteError) {
      return try result.get()
    } catch {
      throw Failure(error: registry.reporting(error), done: change.done)
    }
  }

  /// Waits until presenters have finished the changes of other callers in the window.
  func settle(_ change: NavigatorChange) async throws(RouteError) {
    while let root = source?.navigationRoot, let route = Presentations.changing(in: root) {
      await route.presenterFinishes()
      try change.checkGoesOn()
    }
  }
}

/// The order of a navigator's changes, one at a time, as a pure state machine.
struct ChangeQueue {
  /// The response to a requested change.
  enum Admission: Hashable {
    case begins
    /// The change begins after the previous ones.
    case waits
    case refused
  }

  /// The number of the change in progress.
  private(set) var running: Int?
  /// The numbers of the waiting changes, in order.
  private(set) var waiting: [Int] = []

  /// Requests a change, and returns the changes that it replaces, of which the running one has yet to leave.
  mutating func enter(
    _ number: Int, _ policy: Navigator.BusyPolicy
  ) -> (admission: Admission, replaced: [Int]) {
    guard let running else {
      running = number
      return (.begins, [])
    }
    switch policy {
    case .refuse: return (.refused, [])
    case .wait:
      waiting.append(number)
      return (.waits, [])
    case .replace:
      let replaced = [running] + waiting
      waiting = [number]
      return (.waits, replaced)
    }
  }

  mutating func cancel(_ number: Int) { waiting.removeAll { $0 == number } }

  /// Removes all waiting changes.
  mutating func cancelWaiting() { waiting = [] }

  /// Ends the change in progress, and returns the number of the next one, which begins.
  mutating func leave() -> Int? {
    running = waiting.isEmpty ? nil : waiting.removeFirst()
    return running
  }
}

extension Navigator {
  /// The response of a navigator to a change during another change.
  public enum BusyPolicy: Sendable, Hashable {
    /// The change waits until the previous ones have ended.
    case wait
    /// The change replaces unfinished ones, which throw `superseded`.
    ///
    /// A presentation that has begun finishes first. Screens shown so far stay if the new change keeps them.
    case replace
    /// The change throws `busy`.
    case refuse
  }

  /// The URLs that a navigator keeps until it can open them.
  public enum KeepPolicy: Sendable, Hashable {
    /// The newest URL.
    case newest
    /// All URLs, in order of arrival.
    case all
  }
}
