public import WaymarkCore

/// A change that a navigator is making, or that waits for its turn.
@MainActor
final class NavigatorChange {
  /// The completed steps.
  var done: [Navigator.Change] = []
  /// The screens that have agreed to go.
  var asked: Set<RouteTransition.ID> = []
  var task: Task<Result<Void, RouteError>, Never>?
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
    task?.cancel()
    turn.resume(.failure(error))
  }

  /// Throws if the change was replaced or its task was canceled.
  func checkGoesOn() throws(RouteError) {
    if let ended { throw ended }
    if Task.isCancelled { throw .canceledChange }
  }
}

extension Navigator {
  /// Makes a change when its turn comes.
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
    var result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    if let next = queue.leave() { changes[next]?.turn.resume(.success(())) }
    // The screens of a closed window are gone, also those that the change has shown.
    if change.isWindowClosed { result = .failure(.windowClosed) }
    if case .failure(let error) = result {
      throw Failure(error: registry.reporting(error), done: change.done)
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
  /// A screen in a navigator's window.
  public struct Screen: Sendable, Hashable, CustomStringConvertible {
    /// The name of the destination's type.
    public let destination: String
    /// The name of the ``RoutePath/Kind`` of its presentation.
    public let kind: String
    /// The URL that leads to the screen, or nil if none does.
    public let url: String?

    /// Creates a screen, for example for a comparison.
    ///
    /// - Parameters:
    ///   - destination: The name of the destination's type.
    ///   - kind: The name of the kind of path.
    ///   - url: The URL that leads to the screen.
    public init(destination: String, kind: String, url: String? = nil) {
      self.destination = destination
      self.kind = kind
      self.url = url
    }

    /// The destination, the kind, and the URL: `EditorView push notes://note/7`.
    public var description: String { "\(destination) \(kind)\(url.map { " \($0)" } ?? "")" }
  }

  /// A step in a change of the screens.
  public enum Change: Sendable, Hashable, CustomStringConvertible {
    /// Keeps a screen.
    case keep(Screen)
    /// Passes the parameters of a step to a screen that stays (``Reuses``).
    case update(Screen, to: RoutePlan.Step)
    /// Removes a screen.
    case remove(Screen)
    /// Selects a tab.
    case select(tab: String)
    /// Shows the screen of a step.
    case show(RoutePlan.Step)

    /// The change and its screen: `remove EditorView push notes://note/7`.
    public var description: String {
      switch self {
      case .keep(let screen): "keep \(screen)"
      case .update(let screen, let step): "update \(screen) to \(step)"
      case .remove(let screen): "remove \(screen)"
      case .select(let tab): "select tab \(tab)"
      case .show(let step): "show \(step)"
      }
    }
  }

  /// The changes that lead from the current screens to a plan, as a value to print and compare.
  ///
  ///     let changes = try navigator.changes(to: registry.plan(for: "notes://folders"))
  ///     print(changes)
  ///     try await navigator.apply(changes)
  ///
  /// The number of changes is minimal: the navigator keeps the lowest screens as far as they match, removes the others
  /// from the top, updates kept screens with other parameters, and shows the missing screens.
  public struct Changes: Sendable, Hashable, CustomStringConvertible {
    /// The plan of the screens after the changes.
    public let plan: RoutePlan
    /// The changes, in order.
    public let steps: [Change]

    /// The screens that stay, beginning with the lowest.
    public var kept: [Screen] { steps.compactMap { if case .keep(let screen) = $0 { screen } else { nil } } }
    /// The screens to remove, in order.
    public var removed: [Screen] {
      steps.compactMap { if case .remove(let screen) = $0 { screen } else { nil } }
    }
    /// The screens that stay and receive new parameters, which ``kept`` also contains, beginning with the lowest.
    public var updated: [Screen] {
      steps.compactMap { if case .update(let screen, _) = $0 { screen } else { nil } }
    }
    /// The steps to show, in order.
    public var shown: [RoutePlan.Step] {
      steps.compactMap { if case .show(let step) = $0 { step } else { nil } }
    }
    /// Whether there's nothing to remove, select, update, or show.
    public var isEmpty: Bool { kept.count == steps.count }

    /// The changes, one in each line.
    public var description: String { steps.map(\.description).joined(separator: "\n") }
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

extension Navigator {
  /// An error that ends a change of a navigator, with the completed steps.
  ///
  ///     do {
  ///       try await navigator.open("notes://editor/7")
  ///     } catch {
  ///       if error.code != .stayed { print(error.error, error.done) }
  ///     }
  public struct Failure: Error, RouteFailure, CustomStringConvertible, Sendable {
    /// The error that ended the change.
    public let error: RouteError
    /// The steps before the error, in order, which the navigator doesn't undo.
    public let done: [Change]

    /// The kind of the error, such as `stayed`, `superseded`, or `busy`.
    public var code: RouteError.Code { error.code }

    /// Whether the change ended because its task was canceled.
    public var isCancellation: Bool { error.underlying is CancellationError }

    /// A description of the error and the completed steps.
    public var description: String {
      let changes = done.filter { if case .keep = $0 { false } else { true } }
      guard !changes.isEmpty else { return "\(error)" }
      return "\(error)\n    after: \(changes.map(\.description).joined(separator: ", "))"
    }
  }
}

// Errors of navigators.
extension RouteError {
  static let busy = RouteError(
    .busy, "the navigator is already changing its screens",
    remedy: "await the change under way\ncreate the navigator with whileBusy: .wait or .replace")

  static let waitingForItself = RouteError(
    .busy,
    "a closure that decides about a change of the navigator waits for another change of the same navigator",
    remedy:
      "return .redirectToURL(_:) or .redirect(to:) from the interceptor\nmake the other change in a task that the "
      + "closure does not await")

  static let superseded = RouteError(
    .superseded, "a later change replaced this one before it had ended",
    remedy: "do nothing if the later one is meant\ncreate the navigator with whileBusy: .wait")

  static let windowClosed = RouteError(
    .superseded, "the window was closed before the change of its screens had ended",
    remedy: "do nothing if the user has closed the window\nmake the change in another window")

  static let canceledChange = RouteError(
    .refused, "the task was canceled while the navigator changed its screens",
    underlying: CancellationError())

  static func removedMeanwhile(before step: RoutePlan.Step) -> RouteError {
    RouteError(
      .superseded, "the screens have changed before \(step) could be shown above them",
      remedy: "do nothing if the user has removed a screen\nopen the URL again")
  }

  static func navigatorSourceGone(_ location: DeclarationLocation) -> RouteError {
    RouteError(
      .actionFailed, "the source of the navigator that was created at \(location) was deallocated",
      remedy:
        "store the source in a constant or a property as long as the navigator is used, because the navigator "
        + "does not retain it")
  }

  static func noTabs(for tab: String) -> RouteError {
    RouteError(
      .unsupportedPath, "the presenter of the window has no tabs, so it cannot select '\(tab)'",
      remedy: "conform the presenter to TabPresenter\nremove the step from the plan")
  }

  static func tabNotSelected(_ tab: String) -> RouteError {
    RouteError(
      .actionFailed, "the presenter has not selected the tab '\(tab)'",
      remedy: "make selectTab(_:animated:) set selectedTab, or throw")
  }

  static func tabAboveScreens(_ tab: String) -> RouteError {
    RouteError(
      .unsupportedPath, "the tab '\(tab)' is not the first step of its plan",
      remedy: "put the step that selects a tab before the screens that are shown in it")
  }

  static func nothingShown(toGoBackTo token: String?) -> RouteError {
    RouteError(
      .actionFailed,
      token.map { "no screen of \($0) is shown, to which one could go back" } ?? "no screen is shown",
      remedy: "check the screens of the navigator first")
  }
}
