/// The screens of a plan, with the routes that show them.
@MainActor
struct WantedScreens {
  /// A screen of a plan.
  struct Target {
    let step: RoutePlan.Step
    let match: URLMatch
    let identity: ShownScreen.Identity
    let rule: (any ReuseRule)?

    /// Returns whether a screen is kept for this step.
    @MainActor
    func keeps(_ shown: ShownScreen) -> Bool {
      guard let identity = shown.identity, identity.route === self.identity.route else { return false }
      return (rule?.policy ?? .sameParameters).keeps(identity.parameters, for: self.identity.parameters)
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
      targets.append(
        Target(
          step: step, match: match, identity: ShownScreen.Identity(match),
          rule: match.linked.route.declaration.reuseRule))
    }
    self.targets = targets
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
      + shown.map { .show($0.step) }
  }
}
