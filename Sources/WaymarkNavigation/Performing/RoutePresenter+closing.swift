import WaymarkCore

extension RoutePresenter {
  /// Asks the views that would go away together, because the user wants to close their window, sheet, or popover.
  ///
  /// The topmost view is asked first. If a view is in another tab of a ``TabPresenter``, the presenter first selects
  /// the tab, so that the user sees the subject of the question. The first view that decides to stay ends the
  /// questions. This method removes nothing:
  ///
  ///     @MainActor func userCloses(_ window: some RouteSource, with shown: [RouteTransition]) async {
  ///       guard await window.routePresenter.mayClose({ shown }) else { return }
  ///       // Take the views from the display here.
  ///       window.routePresenter.didClose(window, with: shown)
  ///     }
  ///
  /// A navigator's change in progress doesn't delay the questions, whatever its `whileBusy` is. If the user clicks the
  /// close button again before an answer, both calls share it.
  ///
  /// - Parameter views: Returns the views, beginning with the lowest. Waymark calls the closure after each answer,
  ///   because views can come and go during a question. Parts of a view don't need to be among them
  ///   (``RoutePresenter/parts(of:)``).
  /// - Returns: Whether all views may be removed. The result is false if the task is canceled before all answers.
  public func mayClose(_ views: @escaping @MainActor () -> [RouteTransition]) async -> Bool {
    let all = views()
    guard let lowest = all.first?.id, all.contains(where: asks) else { return true }
    let deciding = DecisionTask.subjects
    // A closure of `Leaves` must not wait for a confirmation that may be waiting for its own decision.
    guard deciding.isEmpty else { return await ask(views) { await $0.asked(deciding) } }
    if let confirmation = LeaveConfirmation.closing[lowest], !confirmation.isAbandoned {
      return (try? await confirmation.wait()) ?? false
    }
    let begun = LeaveConfirmation { [self] () async throws(RouteError) in
      await ask(views) { await $0.asked([]) }
    } ended: { ended in
      if LeaveConfirmation.closing[lowest] === ended { LeaveConfirmation.closing[lowest] = nil }
    }
    LeaveConfirmation.closing[lowest] = begun
    return (try? await begun.wait()) ?? false
  }

  /// Reports that a window was closed, together with all of its views.
  ///
  /// Call it after the user has closed the window, or the toolkit has destroyed it. The views become `removed`, the
  /// topmost first. Changes in progress end: a presentation throws `actionFailed`, a removal succeeds, and a change of
  /// a ``Navigator`` throws `superseded`. The presenter may call their completions later, or release them.
  ///
  /// When this method runs, ``validate(_:)`` and ``show(_:completion:)`` already have to refuse further views.
  ///
  /// - Parameters:
  ///   - window: A source of the window, such as the window itself.
  ///   - views: The views that the window showed, beginning with the lowest, each followed by its parts.
  public func didClose(_ window: any RouteSource, with views: [RouteTransition]) {
    let root = window.navigationRoot
    Presentations.endChanges(of: root)
    for view in views.reversed() { view.wasRemoved() }
    Presentations.endPresenting(in: root)
  }

  /// Returns whether a view or one of its parts may decide to stay.
  func asks(_ view: RouteTransition) -> Bool {
    view.asksBeforeLeaving || parts(of: view).contains(where: asks)
  }

  /// Asks views with a closure until one decides to stay, beginning with the topmost.
  func ask(
    _ views: @MainActor () -> [RouteTransition],
    by mayLeave: @MainActor (RouteTransition) async throws -> Bool
  ) async rethrows -> Bool {
    var asked: Set<RouteTransition> = []
    while true {
      let all = views()
      // A view asks its parts itself.
      asked.formUnion(all.flatMap { parts(of: $0) })
      guard let view = all.last(where: { !asked.contains($0) && asks($0) }) else { return true }
      asked.insert(view)
      reveal(view)
      guard try await mayLeave(view) else { return false }
    }
  }

  private func reveal(_ view: RouteTransition) {
    guard let tabs = self as? any TabPresenter, let tab = tabs.tab(of: view), tab != tabs.selectedTab else {
      return
    }
    // Without the tab, the question is still better than a loss.
    try? tabs.selectTab(tab, animated: false)
  }
}

extension ActiveRoute {
  /// Returns the parts of the view.
  func parts() -> [RouteTransition] {
    guard let presenter = route.presenter(of: path), let shownTransition else { return [] }
    return presenter.parts(of: shownTransition)
  }
}
