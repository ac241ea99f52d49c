import WaymarkCore

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
