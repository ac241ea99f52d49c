import WaymarkCore

/// A change that a navigator makes, or that waits for its turn.
@MainActor
final class NavigatorChange {
  /// What was done so far.
  var done: [Navigator.Change] = []
  /// The task that makes the change.
  var task: Task<Result<Void, RouteError>, Never>?
  /// Resumed when it's the turn of the change, or when it's replaced before.
  let turn = Waiters<Void>()
  /// The active route whose ``Leaves`` the change is asking.
  var asking: ObjectIdentifier?
  /// The active routes about which closures decide that wait for this change.
  let deciding = DecisionTask.subjects
  private(set) var isSuperseded = false

  /// The changes, of any navigators, that wait for this task, from the outermost one.
  @TaskLocal fileprivate static var waiting: [NavigatorChange] = []

  /// Replaces the change by a later one.
  func supersede() {
    isSuperseded = true
    task?.cancel()
    turn.resume(.failure(.superseded))
  }

  /// Throws if the change was replaced, or its task canceled.
  func checkGoesOn() throws(RouteError) {
    if isSuperseded { throw .superseded }
    if Task.isCancelled { throw .canceledChange }
  }
}

extension Navigator {
  /// Makes a change when it's its turn.
  func perform(
    _ policy: BusyPolicy, _ body: @escaping @MainActor (NavigatorChange) async throws(RouteError) -> Void
  ) async throws(Failure) {
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
    let task = Task { () -> Result<Void, RouteError> in
      await NavigatorChange.$waiting.withValue(NavigatorChange.waiting + [change]) {
        do throws(RouteError) {
          try change.checkGoesOn()
          return .success(try await body(change))
        } catch {
          return .failure(error)
        }
      }
    }
    change.task = task
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    if let next = queue.leave() { changes[next]?.turn.resume(.success(())) }
    if case .failure(let error) = result {
      throw Failure(error: registry.reporting(error), done: change.done)
    }
  }
}

/// The order in which a navigator makes changes, one at a time, as a pure state machine.
struct ChangeQueue {
  /// What happens to a change that is requested.
  enum Admission: Hashable {
    /// The change begins.
    case begins
    /// The change begins after those before it.
    case waits
    /// The change doesn't begin.
    case refused
  }

  /// The number of the change that's being made.
  private(set) var running: Int?
  /// The numbers of the changes that wait, in order.
  private(set) var waiting: [Int] = []

  /// Requests a change.
  ///
  /// - Returns: What happens to it, and the changes that it replaces: the one that's being made, which leaves when
  ///   it has stopped, and those that waited, which don't begin.
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

  /// Removes a change that waits.
  mutating func cancel(_ number: Int) { waiting.removeAll { $0 == number } }

  /// Ends the change that's being made.
  ///
  /// - Returns: The number of the next one, which begins.
  mutating func leave() -> Int? {
    running = waiting.isEmpty ? nil : waiting.removeFirst()
    return running
  }
}
