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
