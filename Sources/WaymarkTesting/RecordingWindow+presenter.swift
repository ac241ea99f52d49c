import Waymark

extension RecordingWindow {
  /// The place of a shown view.
  fileprivate struct Place: Hashable {
    /// The name of the tab, or nil if the view is above all tabs or the window has none.
    let tab: String?
    /// The presented view around or below this one, or the view of which it's a part.
    let container: RouteTransition?
  }

  /// Completes changes as the test says.
  final class Presenter: TabPresenter {
    typealias Answer = @MainActor ((any Error)?) -> Void

    let kinds: [RoutePath.Kind]?
    let tabs: [String]
    var selectedTab: String?
    var completion = Completion.atOnce
    var isRemovable = true
    var failures: [any Error] = []
    /// The changes that wait for the test, each with the view that it shows, or nil for a removal.
    var waiting: [(shown: RouteTransition?, finish: Answer)] = []
    var isClosed = false
    var entries: [Entry] = []
    /// The shown views, in the order in which their presentations began.
    var shown: [RouteTransition] = []
    /// The places of the views that the window shows, or is about to.
    private var places: [RouteTransition.ID: Place] = [:]

    init(_ kinds: [RoutePath.Kind]?, _ tabs: [String]) {
      self.kinds = kinds
      self.tabs = tabs
      selectedTab = tabs.first
    }

    /// The views that the window shows, or is about to, in the order in which their presentations began.
    private var begun: [RouteTransition] {
      (shown + waiting.compactMap(\.shown)).sorted { $0.id < $1.id }
    }

    /// The topmost screen of the selected tab or above the tabs, which the window may still be showing.
    var topmost: RouteTransition? {
      begun.last { view in
        !view.path.kind.isPart && (tab(of: view) == nil || tab(of: view) == selectedTab)
      }
    }

    /// Returns whether the window shows a view, or is about to.
    func contains(_ transition: RouteTransition) -> Bool {
      shown.contains(transition) || waiting.contains { $0.shown == transition }
    }

    func tab(of transition: RouteTransition) -> String? { places[transition.id]?.tab }

    func validate(tab name: String) throws(RouteError) {
      guard !tabs.contains(name) else { return }
      throw RouteError(
        .unsupportedPath, "this RecordingWindow has no tab '\(name)'",
        remedy: "add it to RecordingWindow(tabs:)")
    }

    func selectTab(_ name: String, animated: Bool) throws(RouteError) {
      try validate(tab: name)
      selectedTab = name
    }

    func validate(_ transition: RouteTransition) throws(RouteError) {
      guard !isClosed else { throw Self.closed }
      guard let kinds, !kinds.contains(transition.path.kind) else { return }
      throw RouteError(
        .unsupportedPath, "this RecordingWindow does not support '\(transition.path.kind)'",
        remedy: "add it to RecordingWindow(supporting:)")
    }

    private static let closed = RouteError(
      .actionFailed, "this RecordingWindow was closed", remedy: "show the view in another window")

    func show(_ transition: RouteTransition, completion: @escaping Answer) {
      // An interceptor may have decided after the window was closed.
      guard !isClosed else { return completion(Self.closed) }
      // A view belongs to the tab in which its presentation began.
      places[transition.id] = place(of: transition)
      answer(completion, showing: transition) { [self] in
        add(transition)
      }
    }

    /// Adds a view, which other views that the window has shown meanwhile may be above.
    private func add(_ transition: RouteTransition) {
      shown.insert(transition, at: shown.firstIndex { transition.id < $0.id } ?? shown.count)
      record(transition, isRemoval: false, animated: transition.animated)
    }

    func canRemove(_ transition: RouteTransition) -> Bool { isRemovable }

    func remove(_ transition: RouteTransition, completion: @escaping Answer) {
      var others: [RouteTransition] = []
      answer { error in
        completion(error)
        for other in others { other.wasRemoved() }
      } succeed: { [self] in
        others = drop(transition).filter { $0 != transition }
      }
    }

    func views(leavingWith transition: RouteTransition) -> [RouteTransition] { leaving(transition) }

    func parts(of transition: RouteTransition) -> [RouteTransition] {
      shown.filter { $0.path.kind.isPart && places[$0.id]?.container == transition }
    }

    /// Returns the place of a view that the window is about to show.
    private func place(of transition: RouteTransition) -> Place {
      let kind = transition.path.kind
      let container = begun.last { view in
        if kind.isPart {
          return [view.destination, view.view].contains { $0 as AnyObject === transition.path.source }
        }
        return view.path.kind.isPresented && (tab(of: view) == nil || tab(of: view) == selectedTab)
      }
      if let container { return Place(tab: tab(of: container), container: container) }
      return Place(tab: coversTabs(kind) ? nil : selectedTab, container: nil)
    }

    func holder(of destination: Any) -> String? {
      let object = destination as AnyObject
      return shown.contains { $0.destination as AnyObject === object } ? "a RecordingWindow" : nil
    }

    /// Removes all views without a request, and returns them, beginning with the lowest.
    func close() -> [RouteTransition] {
      isClosed = true
      waiting = []
      let views = shown
      drop(Set(views), animated: nil)
      return views
    }

    /// Removes a view and the views above it without a request.
    func dismiss(_ transition: RouteTransition) {
      let index = waiting.firstIndex { $0.shown == transition }
      // The end of the animation isn't reported anymore.
      let ended = index.map { waiting.remove(at: $0) }
      if ended != nil { add(transition) }
      // Releasing the completion earlier would be a failure.
      withExtendedLifetime(ended) {
        for view in drop(transition) { view.wasRemoved() }
      }
    }

    /// Returns a view and the views that leave with it, beginning with the lowest.
    private func leaving(_ transition: RouteTransition) -> [RouteTransition] {
      // The user may dismiss a view while its removal is in progress.
      guard let index = shown.firstIndex(of: transition) else { return [] }
      var leaving = [transition]
      for view in shown[(index + 1)...] where isAbove(view, transition, leaving) { leaving.append(view) }
      return leaving
    }

    /// Removes a view and the views above it, and returns them, beginning with the topmost.
    @discardableResult
    private func drop(_ transition: RouteTransition) -> [RouteTransition] {
      drop(Set(leaving(transition)), animated: transition.animated)
    }

    /// Returns whether a view that was shown after another one goes away with it, or with a view above it.
    private func isAbove(
      _ view: RouteTransition, _ lower: RouteTransition, _ removed: [RouteTransition]
    ) -> Bool {
      if let container = places[view.id]?.container, removed.contains(container) { return true }
      return view.path.kind.isPushed && lower.path.kind.isPushed && places[view.id] == places[lower.id]
    }

    @discardableResult
    private func drop(_ views: Set<RouteTransition>, animated: Bool?) -> [RouteTransition] {
      let removed = shown.reversed().filter(views.contains)
      shown.removeAll(where: views.contains)
      for view in removed {
        record(view, isRemoval: true, animated: animated ?? view.animated)
        places[view.id] = nil
      }
      return removed
    }

    private func record(_ transition: RouteTransition, isRemoval: Bool, animated: Bool) {
      entries.append(
        Entry(
          kind: transition.path.kind, isRemoval: isRemoval, destination: transition.destination,
          animated: animated, tab: tab(of: transition)))
    }

    private func answer(
      _ completion: @escaping Answer, showing transition: RouteTransition? = nil,
      succeed: @escaping @MainActor () -> Void
    ) {
      let failure = failures.isEmpty ? nil : failures.removeFirst()
      let finish: Answer = { [self] error in
        let error = failure ?? error
        if error == nil { succeed() } else if let transition { places[transition.id] = nil }
        completion(error)
      }
      switch self.completion {
      case .atOnce: finish(nil)
      case .later: waiting.append((transition, finish))
      }
    }
  }
}

extension RoutePath.Kind {
  /// Whether a view along the path is in a stack, above the previous one.
  fileprivate var isPushed: Bool { self == .push || self == .show }

  /// Whether a view along the path is above its whole window or tab, and contains the views pushed after it.
  fileprivate var isPresented: Bool { !isPushed && !isPart }
}
