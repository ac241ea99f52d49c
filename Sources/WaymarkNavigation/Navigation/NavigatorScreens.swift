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
  /// The tab in which it's shown; nil if it's above all tabs, or if there are none.
  let tab: String?
  /// What leads to the screen; nil if no URL does.
  ///
  /// An interceptor may have shown this screen instead of that of the step.
  private(set) var identity: ScreenIdentity?

  /// Creates the record of a screen that is shown.
  init(_ active: any ShownRoute, tab: String?, in registry: Registry) {
    self.active = active
    id = active.transitionID
    self.tab = tab
    guard let url = Self.url(of: active), let match = registry.match(url) else { return }
    identity = ScreenIdentity(match) { registry.step(match, active.path.kind) }
  }

  /// Whether the screen is still shown, as far as it's known.
  ///
  /// A presenter may lose a view without reporting it.
  var isShown: Bool { active.transitionID == id && active.anyDestination != nil }

  /// The step that leads to the screen.
  var step: RoutePlan.Step? { identity?.step }

  /// A description of the screen.
  var screen: Navigator.Screen {
    Navigator.Screen(
      destination: TypeName.of(active.compiledRoute.declaration.destination), kind: active.path.kind.name,
      url: identity?.url)
  }

  /// Makes the screen that of a step.
  func relate(to identity: ScreenIdentity) { self.identity = identity }

  /// Returns the URL that leads to a screen: the one that opened it, or that of its route if nothing else makes it
  /// what it is.
  private static func url(of active: any ShownRoute) -> String? {
    if let url = active.input?.url { return url }
    guard !active.isPreparedByCaller, active.input == nil else { return nil }
    let declaration = active.compiledRoute.declaration
    guard declaration.configuration == nil else {
      return active.configuration.flatMap { try? active.compiledRoute.url(of: $0).absoluteString }
    }
    return declaration.patterns.lazy.compactMap { try? $0.shape.url([:], fragment: nil) }.first
  }
}

/// What screens are compared by: the route and the parameters of a URL.
@MainActor
final class ScreenIdentity {
  let match: URLMatch
  let route: CompiledRoute
  /// The values of the parameters, by name.
  private(set) lazy var parameters = Dictionary(match.parameters.all.map { ($0.name, $0.values) }) {
    first, _ in first
  }
  /// The step that leads to the screen.
  private(set) lazy var step = makeStep()
  private let makeStep: () -> RoutePlan.Step

  var url: String { match.url }

  /// Creates the identity of a matched URL.
  init(_ match: URLMatch, step: @escaping () -> RoutePlan.Step) {
    self.match = match
    route = match.linked.route
    makeStep = step
  }

  /// Returns whether both have the same parameters.
  func hasParameters(of other: ScreenIdentity) -> Bool { url == other.url || parameters == other.parameters }
}

/// The screens of a plan, with the routes that show them.
@MainActor
struct WantedScreens {
  /// A screen of a plan.
  @MainActor
  struct Target {
    let step: RoutePlan.Step
    let identity: ScreenIdentity
    let rule: (any ReuseRule)?

    /// Returns whether a screen is kept for this step.
    func keeps(_ shown: ShownScreen) -> Bool {
      guard let identity = shown.identity, identity.route === self.identity.route else { return false }
      return (rule?.policy ?? .sameParameters).keeps(identity, for: self.identity)
    }

    /// Returns whether a screen that's kept takes over the parameters of this step.
    func updates(_ kept: ShownScreen) -> Bool {
      guard let rule, rule.updates, let identity = kept.identity, kept.isShown else { return false }
      return !identity.hasParameters(of: self.identity)
    }
  }

  let plan: RoutePlan
  /// The tab that the plan selects; nil for the selected one.
  let tab: String?
  let targets: [Target]

  /// Finds the routes of a plan's steps.
  ///
  /// - Throws: `malformedURL` or `unknownURL`, or `unsupportedPath` if a tab isn't the first step.
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

/// The difference between a stack of screens and the stack that's wanted.
struct PlanDifference: Hashable {
  /// The number of screens that stay, from the lowest.
  let kept: Int
  /// The number of screens that are removed, from the top.
  let removed: Int
  /// The number of screens that are shown above those that stay.
  let shown: Int

  /// Compares two stacks, the lowest screen first.
  ///
  /// Only the topmost screen of a stack can be removed, and screens are shown only on top. So everything above the
  /// first screen that differs has to go, and no other changes are fewer.
  init<Shown, Wanted>(from shown: [Shown], to wanted: [Wanted], keeps: (Shown, Wanted) -> Bool) {
    kept = zip(shown, wanted).prefix { keeps($0, $1) }.count
    removed = shown.count - kept
    self.shown = wanted.count - kept
  }
}

/// What has to be done until the wanted screens are shown.
@MainActor
struct WindowDifference {
  /// The screens that stay, the lowest first.
  var kept: [ShownScreen] = []
  /// The screens above all tabs that are removed before another tab is selected, the topmost first.
  var covering: [ShownScreen] = []
  /// The tab that is selected.
  var tab: String?
  /// The screens that are removed then, the topmost first.
  var removed: [ShownScreen] = []
  /// The screens that stay and take over the parameters of a step, the lowest first.
  var updated: [(screen: ShownScreen, target: WantedScreens.Target)] = []
  /// The steps that are shown then.
  var shown: [WantedScreens.Target] = []

  /// All screens that are removed, in this order.
  var allRemoved: [ShownScreen] { covering + removed }
  /// The number of changes that a user can see.
  var count: Int { covering.count + (tab == nil ? 0 : 1) + removed.count + shown.count }

  /// The changes, in the order in which they're made.
  var changes: [Navigator.Change] {
    kept.map { .keep($0.screen) } + covering.map { .remove($0.screen) }
      + (tab.map { [.select(tab: $0)] } ?? []) + removed.map { .remove($0.screen) }
      + updated.map { .update($0.screen.screen, to: $0.target.step) }
      + shown.map { .show($0.step) }
  }
}
