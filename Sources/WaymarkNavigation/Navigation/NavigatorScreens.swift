import WaymarkCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A screen of a navigator's window.
@MainActor
final class ShownScreen {
  let active: any ShownRoute
  let id: RouteTransition.ID
  /// The tab of the screen, or nil if it's above all tabs or there are none.
  let tab: String?
  /// The route and parameters that lead to the screen, before any redirection, or nil without a URL.
  private(set) var identity: ScreenIdentity?

  init(_ active: any ShownRoute, tab: String?, in registry: Registry) {
    self.active = active
    id = active.transitionID
    self.tab = tab
    guard let url = active.origin?.url ?? Self.url(of: active, in: registry),
      let match = registry.match(url)
    else { return }
    identity = ScreenIdentity(match) { registry.step(match, active.path.kind) }
  }

  /// Whether interceptors have shown the screen in place of the step that leads to it.
  var isRedirected: Bool { active.origin?.url != nil }

  /// Whether the screen is still there, because a presenter may lose a view without reporting it.
  var isShown: Bool { active.transitionID == id && active.anyDestination != nil }

  var step: RoutePlan.Step? { identity?.step }

  var screen: Navigator.Screen {
    Navigator.Screen(
      destination: TypeName.of(active.compiledRoute.declaration.destination), kind: active.path.kind.name,
      url: identity?.url)
  }

  func relate(to identity: ScreenIdentity) { self.identity = identity }

  /// Returns the URL that opened a screen, or the URL of its route if that alone determines the screen.
  private static func url(of active: any ShownRoute, in registry: Registry) -> String? {
    if let url = active.input?.url { return url }
    guard !active.isPreparedByCaller, active.input == nil else { return nil }
    let route = active.compiledRoute
    guard route.declaration.configuration == nil else {
      return active.configuration.flatMap { try? route.url(of: $0, in: registry).absoluteString }
    }
    return route.declaration.patterns.lazy.compactMap { try? $0.shape.url([:], fragment: nil) }.first {
      registry.otherMatch(of: $0, than: route) == nil
    }
  }
}

extension ShownScreen {
  /// Returns whether interceptors would show this screen again.
  fileprivate func isResult(of decisions: [Interception.Decision]) -> Bool {
    guard case .proceed? = decisions.last,
      case .redirect(let router, let context)? = decisions.dropLast().last,
      router.route === active.compiledRoute
    else { return false }
    return RequestContext.haveSameParameters(active.input, context)
  }
}

extension RequestContext {
  /// Returns whether two requests have no URL, or URLs that show the same, regardless of the fragment.
  fileprivate static func haveSameParameters(_ first: RequestContext?, _ second: RequestContext?) -> Bool {
    if first?.url == second?.url { return true }
    guard let first = first?.parameters, let second = second?.parameters else { return false }
    return first.byName == second.byName && first.openParts.agree(with: second.openParts)
  }
}

/// The identity of a screen for comparisons: the route, the parameters of a URL, and the open parts of its pattern.
@MainActor
final class ScreenIdentity {
  let match: URLMatch
  let route: CompiledRoute
  /// The values of the parameters, by name.
  private(set) lazy var parameters = match.parameters.byName
  private lazy var openParts = match.parameters.openParts
  private(set) lazy var step = makeStep()
  private let makeStep: () -> RoutePlan.Step

  var url: String { match.url }

  init(_ match: URLMatch, step: @escaping () -> RoutePlan.Step) {
    self.match = match
    route = match.linked.route
    makeStep = step
  }

  /// Returns whether the URLs of two screens of one route show the same, regardless of the fragment.
  func hasParameters(of other: ScreenIdentity) -> Bool {
    url == other.url || parameters == other.parameters && openParts.agree(with: other.openParts)
  }
}

/// The screens of a plan, with the routes that show them.
@MainActor
struct WantedScreens {
  @MainActor
  struct Target {
    let step: RoutePlan.Step
    let identity: ScreenIdentity
    let rule: (any ReuseRule)?
    /// The decisions about the step and its redirections, if interceptors were asked before the change.
    var decisions: [Interception.Decision]?

    /// Returns whether to keep a screen for this step.
    func keeps(_ shown: ShownScreen) -> Bool {
      guard let identity = shown.identity, identity.route === self.identity.route else { return false }
      guard (rule?.policy ?? .sameParameters).keeps(identity, for: self.identity) else { return false }
      guard shown.isRedirected, let decisions else { return true }
      return shown.isResult(of: decisions)
    }

    /// Returns whether the root of a stack, which can't receive other parameters, is already this step's view.
    func isRoot(_ root: ScreenIdentity) -> Bool {
      guard root.route === identity.route else { return false }
      if rule?.updates == true { return root.hasParameters(of: identity) }
      return (rule?.policy ?? .sameParameters).keeps(root, for: identity)
    }

    /// Returns whether a kept screen receives the parameters of this step.
    func updates(_ kept: ShownScreen) -> Bool {
      guard let rule, rule.updates, let identity = kept.identity, kept.isShown, !kept.isRedirected else {
        return false
      }
      return !identity.hasParameters(of: self.identity)
    }

    /// Returns whether a kept screen of an earlier redirection takes the place of this step, which has another URL.
    func redirects(to kept: ShownScreen) -> Bool {
      kept.isRedirected && kept.identity?.url != identity.url
    }
  }

  let plan: RoutePlan
  /// The tab that the plan selects, or nil for the selected one.
  let tab: String?
  var targets: [Target]

  /// Finds the routes of a plan's steps, or throws `malformedURL`, `unknownURL`, or `unsupportedPath`.
  init(_ plan: RoutePlan, in registry: Registry) throws(RouteError) {
    self.plan = plan
    tab = plan.steps.first?.tab
    var targets: [Target] = []
    for step in plan.steps.dropFirst(tab == nil ? 0 : 1) {
      if let tab = step.tab { throw registry.reporting(.tabAboveScreens(tab)) }
      let match = try registry.matched(step.url)
      let identity = ScreenIdentity(match) { step }
      targets.append(Target(step: step, identity: identity, rule: identity.route.declaration.reuseRule))
    }
    self.targets = targets
  }
}

/// The difference between the current and the wanted stack of screens.
struct PlanDifference: Hashable {
  /// The number of screens that stay, from the lowest.
  let kept: Int
  /// The number of screens to remove, from the top.
  let removed: Int
  /// The number of screens to show above the kept ones.
  let shown: Int

  /// Compares two stacks from the lowest screen up, because everything above the first difference has to go.
  init<Shown, Wanted>(from shown: [Shown], to wanted: [Wanted], keeps: (Shown, Wanted) -> Bool) {
    kept = zip(shown, wanted).prefix { keeps($0, $1) }.count
    removed = shown.count - kept
    self.shown = wanted.count - kept
  }
}

/// The remaining steps toward the wanted screens.
@MainActor
struct WindowDifference {
  /// The screens that stay, beginning with the lowest.
  var kept: [ShownScreen] = []
  /// The screens above all tabs to remove before selecting another tab, beginning with the topmost.
  var covering: [ShownScreen] = []
  /// The tab to select.
  var tab: String?
  /// The screens to remove next, beginning with the topmost.
  var removed: [ShownScreen] = []
  /// The screens that stay and receive the parameters of a step, beginning with the lowest.
  var updated: [(screen: ShownScreen, target: WantedScreens.Target)] = []
  /// The screens of earlier redirections that stay in place of another step, beginning with the lowest.
  var redirected: [(screen: ShownScreen, target: WantedScreens.Target)] = []
  /// The steps to show last.
  var shown: [WantedScreens.Target] = []

  var allRemoved: [ShownScreen] { covering + removed }
  /// Whether there's more to do than to select a tab.
  var changesScreens: Bool { !removed.isEmpty || !updated.isEmpty || !shown.isEmpty }
  /// The number of changes that a user can see.
  var count: Int { covering.count + (tab == nil ? 0 : 1) + removed.count + shown.count }

  var changes: [Navigator.Change] {
    kept.map { .keep($0.screen) } + covering.map { .remove($0.screen) }
      + (tab.map { [.select(tab: $0)] } ?? []) + removed.map { .remove($0.screen) }
      + updated.map { .update($0.screen.screen, to: $0.target.step) }
      + shown.map { .show($0.step) }
  }
}
