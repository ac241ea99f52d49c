import WaymarkCore

/// A presenter of a toolkit that refuses changes during an animation, which may begin without a request.
@MainActor
package protocol AnimatingPresenter: RoutePresenter {
  /// Calls a closure at the end of an animation in a source's window, and returns whether one is under way.
  func whenAnimationEnds(around source: any RouteSource, _ action: @escaping @MainActor () -> Void) -> Bool
}

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
  private(set) var ended: RouteError?

  /// The changes, of any navigators, that wait for this task, from the outermost one.
  @TaskLocal fileprivate static var waiting: [NavigatorChange] = []

  /// Ends the change with an error, unless it has already ended.
  func end(with error: RouteError) {
    ended = ended ?? error
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
    let change = NavigatorChange()
    do throws(RouteError) {
      try await waitForTurn(of: change, policy)
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
      let result = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      changes.removeFirst()
      changes.first?.turn.resume(.success(()))
      // The screens of a closed window are gone, also those that the change has shown.
      if change.ended == .windowClosed { throw .windowClosed }
      return try result.get()
    } catch {
      throw Failure(error: registry.reporting(error), done: change.done)
    }
  }

  /// Waits until a change may begin.
  private func waitForTurn(of change: NavigatorChange, _ policy: BusyPolicy) async throws(RouteError) {
    guard let running = changes.first else { return changes.append(change) }
    let isAwaited =
      policy != .refuse && DecisionTask.isCurrent && NavigatorChange.waiting.contains { $0 === running }
    let isAsked = policy == .wait && running.asking.map { change.deciding.contains($0) } ?? false
    guard !isAwaited, !isAsked else { throw .waitingForItself }
    switch policy {
    case .refuse: throw .busy(location)
    case .wait: changes.append(change)
    case .replace:
      let replaced = changes
      changes = [running, change]
      for change in replaced { change.end(with: .superseded) }
    }
    let turn = await change.turn.wait { [weak self] in self?.changes.removeAll { $0 === change } }
    if case .failure(let error) = turn { throw error as? RouteError ?? .canceledChange }
  }

  /// Waits until presenters have finished the changes of other callers in the window, and its toolkit an animation.
  func settle(_ change: NavigatorChange) async throws(RouteError) {
    while let root = source?.navigationRoot, let route = Presentations.changing(in: root) {
      await route.presenterFinishes()
      try change.checkGoesOn()
    }
    let end = Waiters<Void>()
    guard let source, let presenter = source.routePresenter as? any AnimatingPresenter,
      presenter.whenAnimationEnds(around: source, { end.resume(.success(())) })
    else { return }
    // The user may hold an animation, and a toolkit may lose its end.
    let limit = Task {
      if (try? await Task.sleep(for: .seconds(2))) != nil { end.resume(.success(())) }
    }
    _ = await end.wait {}
    limit.cancel()
    try change.checkGoesOn()
  }

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
    /// All URLs, each once, in order of their last arrival.
    case all
  }
}
