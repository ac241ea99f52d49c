import WaymarkCore

/// A screen of a navigator's window.
@MainActor
final class ShownScreen {
  let active: any ShownRoute
  let id: RouteTransition.ID
  /// The tab of the screen, or nil if it's above all tabs or there are none.
  let tab: String?
  /// The URL that leads to the screen, before any redirection, or nil without a URL.
  var match: URLMatch?
  /// The steps of a plan that wait until interceptors no longer show this screen in place of the step below them.
  var rest: [RoutePlan.Step] = []

  init(_ active: any ShownRoute, tab: String?, in registry: Registry) {
    self.active = active
    id = active.transitionID
    self.tab = tab
    match = (active.origin?.url ?? Self.url(of: active, in: registry)).flatMap { registry.match($0) }
  }

  /// Whether interceptors have shown the screen in place of the step that leads to it.
  var isRedirected: Bool { active.origin?.url != nil }

  /// Whether the screen is still there, because a presenter may lose a view without reporting it.
  var isShown: Bool { active.transitionID == id && active.anyDestination != nil }

  var screen: Navigator.Screen {
    Navigator.Screen(
      destination: TypeName.of(active.compiledRoute.declaration.destination), kind: active.path.kind.name,
      url: match?.url)
  }

  /// Returns the URL that opened a screen, or the URL of its route if that alone determines the screen.
  private static func url(of active: any ShownRoute, in registry: Registry) -> String? {
    if let url = active.request.url { return url }
    guard !active.isPreparedByCaller, active.request.input == nil else { return nil }
    let route = active.compiledRoute
    guard route.declaration.configuration == nil else {
      return active.configuration.flatMap { try? route.url(of: $0, in: registry).routedText }
    }
    return route.declaration.patterns.lazy.compactMap { try? $0.shape.url([], fragment: nil) }.first {
      registry.match(text: $0)?.linked.route === route
    }
  }
}

/// A screen that interceptors have shown in place of a step, as a value that outlives it.
struct Redirection: Sendable {
  /// The URL of the step.
  let step: URLMatch
  private let route: CompiledRoute
  private let input: RequestContext?

  @MainActor
  init(to active: any ShownRoute, inPlaceOf step: URLMatch) {
    (route, input, self.step) = (active.compiledRoute, active.request.input, step)
  }

  /// Returns whether interceptors would show the screen again.
  func isResult(of decisions: [Interception.Decision]) -> Bool {
    guard case .proceed? = decisions.last,
      case .redirect(let request)? = decisions.dropLast().last, request.route === route
    else { return false }
    if input?.url == request.url { return true }
    guard let first = input?.parameters, let second = request.input?.parameters else { return false }
    return first.agree(with: second)
  }
}

extension URLMatch {
  /// Returns whether two URLs lead to the same screen, regardless of the fragment.
  func isSame(as other: URLMatch) -> Bool {
    linked.route === other.linked.route && hasParameters(of: other)
  }

  /// Returns whether the URLs of two screens of one route show the same, regardless of the fragment.
  func hasParameters(of other: URLMatch) -> Bool {
    url == other.url || parameters.agree(with: other.parameters)
  }
}

/// The screens of a plan, with the routes that show them.
@MainActor
struct WantedScreens {
  @MainActor
  struct Target {
    /// The index among the targets of the plan.
    let index: Int
    let step: RoutePlan.Step
    let match: URLMatch
    let rule: ReuseRule?
    /// The decisions about the step and its redirections, if interceptors were asked before the change.
    var decisions: [Interception.Decision]?
    /// The number of answers of ``Leaves`` before interceptors had decided.
    var decidedAfter = 0

    var route: CompiledRoute { match.linked.route }
    /// The interceptors that decide about the step.
    var interceptors: [Intercepts] { match.request.interceptors }

    /// The decisions that the step may rely on, without asking interceptors that may ask the user again.
    ///
    /// There are none if ``Leaves`` have answered since, or if no interceptor waits for an answer.
    var currentDecisions: [Interception.Decision] {
      guard let decisions, decidedAfter == LeaveConfirmation.answerCount else { return [] }
      let asked = decisions.reduce(interceptors) { asked, decision in
        guard case .redirect(let request) = decision else { return asked }
        return asked + request.interceptors
      }
      return asked.contains(where: \.mayWait) ? decisions : []
    }

    /// Returns whether interceptors have decided about the step of an earlier redirection as before.
    func leads(to redirection: Redirection) -> Bool {
      match.isSame(as: redirection.step) && decisions.map { redirection.isResult(of: $0) } ?? false
    }

    /// Returns whether to keep a screen for this step.
    func keeps(_ shown: ShownScreen) -> Bool {
      guard let kept = shown.match, kept.linked.route === route else { return false }
      guard (rule?.policy ?? .sameParameters).keeps(kept, for: match) else { return false }
      if updates(kept), rule?.accepts(shown.active.anyDestination) == false { return false }
      // The screen can belong to an account that the user has left.
      let active = shown.active
      guard match.registry.accepts(active.compiledRoute, madeIn: active.request.router.registry) else {
        return false
      }
      guard let decisions else { return true }
      if shown.isRedirected {
        return Redirection(to: shown.active, inPlaceOf: kept).isResult(of: decisions)
      }
      guard case .proceed? = decisions.first else { return false }
      return true
    }

    /// Returns whether the root of a stack, which can't receive other parameters, is already this step's view.
    func isRoot(_ root: URLMatch) -> Bool {
      guard root.linked.route === route else { return false }
      if rule?.update != nil { return root.hasParameters(of: match) }
      return (rule?.policy ?? .sameParameters).keeps(root, for: match)
    }

    /// Returns whether a kept screen receives the parameters of this step.
    func updates(_ kept: ShownScreen) -> Bool {
      guard let match = kept.match, kept.isShown, !kept.isRedirected else { return false }
      return updates(match)
    }

    /// Returns whether a screen of the same route has other parameters and can receive the ones of this step.
    private func updates(_ shown: URLMatch) -> Bool {
      rule?.update != nil && !shown.hasParameters(of: match)
    }
  }

  /// The tab that the plan selects, or nil for the selected one.
  let tab: String?
  var targets: [Target] = []
  /// The first step that can't be shown, which ends the targets.
  ///
  /// The error is `malformedURL`, `unknownURL`, `unsupportedPath`, or the error of its parameters or interceptors. The
  /// index is nil if none of the tab's steps can be shown.
  private(set) var problem: (index: Int?, error: RouteError)?
  /// The steps of the plan without the tab.
  private let steps: ArraySlice<RoutePlan.Step>

  /// A description of the steps that can't be shown, and the reason, or nil if there are none.
  var missing: String? {
    guard let problem else { return nil }
    let place = tab.map { "the tab '\($0)'" }
    let steps = problem.index.map { self.steps.dropFirst($0).map(\.description).joined(separator: ", ") }
    let subject = [steps, place].compactMap(\.self).joined(separator: " in ")
    return "\(subject.isEmpty ? "the window" : subject), because \(problem.error.message)"
  }

  /// Finds the routes of a plan's steps.
  init(_ plan: RoutePlan, in registry: Registry) {
    tab = plan.steps.first?.tab
    steps = plan.steps.dropFirst(tab == nil ? 0 : 1)
    for (index, step) in steps.enumerated() {
      do throws(RouteError) {
        if let tab = step.tab { throw registry.reporting(.tabAboveScreens(tab)) }
        let kind = RoutePath.Kind(step.kind)
        if kind.isPart || kind == .makeDestination { throw registry.reporting(.notAScreen(step.url, kind)) }
        let match = try registry.matched(step.url)
        let rule = match.linked.route.declaration.features(ReuseRule.self).last
        targets.append(Target(index: index, step: step, match: match, rule: rule))
      } catch {
        problem = (index, error)
        return
      }
    }
  }

  /// Returns the wanted screens if there's no problem with them.
  func whole() throws(RouteError) -> WantedScreens {
    if let problem { throw problem.error }
    return self
  }

  /// Whether nothing is known that prevents the screens up to the problem.
  var isPossible: Bool { problem.map { $0.index != nil } ?? true }

  /// Returns the screens below the first one above all tabs.
  func belowCover(of presenter: (any TabPresenter)?) -> WantedScreens {
    var lower = self
    let covers = targets.firstIndex { presenter?.coversTabs(RoutePath.Kind($0.step.kind)) == true }
    lower.targets = Array(targets[..<(covers ?? targets.count)])
    return lower
  }

  /// Leaves out a step that can't be shown and the steps above it, or all steps if the tab can't be selected.
  mutating func end(at target: Target?, because error: RouteError) {
    targets.removeSubrange((target?.index ?? 0)...)
    problem = (target?.index, error)
  }
}

/// The remaining steps toward the wanted screens.
@MainActor
struct WindowDifference {
  /// The screens that stay, beginning with the lowest.
  var kept: [ShownScreen] = []
  /// The tab to select.
  var tab: String?
  /// The screens to remove, beginning with the topmost: the screens above all tabs before selecting another tab.
  var removed: [ShownScreen] = []
  /// The steps of the screens that stay, and then the steps to show, beginning with the lowest.
  var targets: [WantedScreens.Target] = []
  /// The steps that wait, because interceptors show another screen in place of the step below them.
  var rest: [WantedScreens.Target] = []

  /// The steps to show last.
  var shown: ArraySlice<WantedScreens.Target> { targets.dropFirst(kept.count) }
  /// The steps of the screens that stay.
  private var keptTargets: Zip2Sequence<[ShownScreen], [WantedScreens.Target]> { zip(kept, targets) }
  /// The screens that stay and receive the parameters of a step, beginning with the lowest.
  var updated: [(screen: ShownScreen, target: WantedScreens.Target)] {
    keptTargets.filter { $1.updates($0) }.map { ($0, $1) }
  }
  /// The screen of an earlier redirection that stays in place of a step, which is the last one.
  var redirected: (screen: ShownScreen, target: WantedScreens.Target)? {
    keptTargets.first { screen, _ in screen.isRedirected }.map { ($0, $1) }
  }
  /// The number of screens to remove before selecting another tab.
  private var coveringCount: Int { tab == nil ? 0 : removed.prefix { $0.tab == nil }.count }
  /// The screen to remove next, or nil if there's none, or a tab to select first.
  var nextRemoved: ShownScreen? { removed.first { tab == nil || $0.tab == nil } }
  /// Whether there's more to do than to select a tab.
  var changesScreens: Bool { removed.count > coveringCount || !updated.isEmpty || !shown.isEmpty }
  /// The number of changes that a user can see.
  var count: Int { removed.count + (tab == nil ? 0 : 1) + shown.count }

  var changes: [Navigator.Change] {
    kept.map { .keep($0.screen) } + removed.prefix(coveringCount).map { .remove($0.screen) }
      + (tab.map { [.select(tab: $0)] } ?? []) + removed.dropFirst(coveringCount).map { .remove($0.screen) }
      + updated.map { .update($0.screen.screen, to: $0.target.step) }
      + shown.map { .show($0.step) }
  }
}
