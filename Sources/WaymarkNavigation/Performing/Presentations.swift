import WaymarkCore

/// An object that follows all presentations: a ``Navigator``.
@MainActor
protocol PresentationFollower: AnyObject {
  /// Called when a destination is shown.
  func shown(_ route: any ShownRoute)
  /// Called when a destination is removed.
  func removed(_ route: any ShownRoute)
  /// Called when a window was closed, with the object that its sources share.
  func closed(_ root: AnyObject)
}

/// The presentations in all windows, and the objects that follow them.
///
/// Its tables are global, because a window belongs to no registry, and views of several registries share one. This is
/// safe: the tables belong to the main actor, as all views do, and hold active routes weakly, except during a change of
/// a presenter, which ends each entry. Windows and tests don't affect each other, because each entry is compared by the
/// root of its window or by the identity of its view.
@MainActor
enum Presentations {
  private struct Follower {
    weak var object: (any PresentationFollower)?
  }

  private struct Shown {
    weak var route: (any ShownRoute)?
  }

  private static var followers: [Follower] = []
  /// The active routes that presenters are showing or removing.
  private static var presenting: [ObjectIdentifier: any ShownRoute] = [:]
  /// The active routes of the shown views, in order of presentation.
  private static var all: [Shown] = []

  /// The objects that follow presentations.
  static var existingFollowers: [any PresentationFollower] { followers.compactMap(\.object) }

  /// Adds an object without retaining it, and tells it which destinations are shown.
  static func add(_ follower: any PresentationFollower) {
    followers.removeAll { $0.object == nil }
    followers.append(Follower(object: follower))
    for route in all.compactMap(\.route) { follower.shown(route) }
  }

  static func shown(_ route: any ShownRoute) {
    all.removeAll { $0.route.map { $0 === route || $0.state == .removed } ?? true }
    let later = all.firstIndex { $0.route.map { route.transitionID < $0.transitionID } ?? false }
    all.insert(Shown(route: route), at: later ?? all.count)
    for follower in followers { follower.object?.shown(route) }
  }

  static func removed(_ route: any ShownRoute) {
    all.removeAll { $0.route === route }
    for follower in followers { follower.object?.removed(route) }
  }

  /// Records whether a presenter is showing or removing the destination of an active route.
  static func setPresenting(_ route: any ShownRoute, _ isPresenting: Bool) {
    presenting[ObjectIdentifier(route)] = isPresenting ? route : nil
  }

  /// Returns the oldest change that a presenter is carrying out in a window, or nil if there's none.
  ///
  /// The closure of a ``Shows`` entry isn't a presenter. It may wait for a navigator of its window.
  static func changing(in root: AnyObject) -> (any ShownRoute)? {
    presenting.values.filter { $0.navigationRoot === root && $0.compiledRoute.shows($0.path.kind) == nil }
      .min { $0.transitionID < $1.transitionID }
  }

  /// Returns the transitions of the views that were shown in a window or in its tab after a view, and that view,
  /// beginning with the lowest.
  static func stack(from lowest: RouteTransition, by presenter: any RoutePresenter) -> [RouteTransition] {
    guard let root = all.first(where: { $0.route?.transitionID == lowest.id })?.route?.navigationRoot else {
      return [lowest]
    }
    let tabs = presenter as? any TabPresenter
    let tab = tabs?.tab(of: lowest)
    let routes = all.compactMap(\.route).filter { $0.navigationRoot === root && !$0.path.kind.isPart }
    let views = routes.compactMap(\.shownTransition)
    // As in a navigator's stack, the views of the tab are below the views above all tabs.
    let inTab = tab == nil ? [] : views.filter { tabs?.tab(of: $0) == tab }
    let stack = inTab + views.filter { tabs?.tab(of: $0) == nil }
    return Array(stack.drop { $0 != lowest })
  }

  /// Ends the changes of the navigators of a window that was closed.
  static func endChanges(of root: AnyObject) {
    for follower in followers { follower.object?.closed(root) }
  }

  /// Ends the presentations and removals in progress in a window that was closed.
  static func endPresenting(in root: AnyObject) {
    let open = presenting.values.filter { $0.navigationRoot === root }
    for route in open.sorted(by: { $1.transitionID < $0.transitionID }) { route.windowClosed() }
  }

  /// Returns the active route that shows a view or is about to, or nil if none does.
  static func route(showing view: AnyObject) -> (any ShownRoute)? {
    (all.compactMap(\.route) + presenting.values).last { route in
      route.viewObject === view && route.state != .removed && !route.isLost
    }
  }
}
