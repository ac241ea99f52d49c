public import WaymarkCore

extension Navigator {
  /// Shows the screens of a URL: the screens below its destination, and the destination itself.
  ///
  ///     try await navigator.open("notes://folder/work/note/7")
  ///
  /// Screens that are already there stay, unless interceptors now decide otherwise about them, or their scope is closed.
  /// The navigator asks and removes other screens above them. It first reads the parameters of all steps, calls the
  /// interceptors that decide at once, up to the first step with one that waits, and checks that the scopes of these
  /// steps are open, so a URL that can't be shown changes nothing.
  ///
  /// If interceptors show another screen in place of a step, such as a log-in, the change ends with that screen. The
  /// steps above it wait in ``plan``. Open the URL again after the log-in, or pass it to ``receive(_:along:below:)``.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - kind: The kind of path for the destination.
  ///   - lower: The kind of path for the screens below, as in ``Registry/plan(for:along:below:)``.
  ///   - asking: Whether to ask the screens that the navigator removes.
  ///   - animated: Whether to animate the last step.
  /// - Throws: A failure with `malformedURL`, `unknownURL`, `noRegistryInstalled`, `stayed`, `superseded`, `busy`, or
  ///   the error of a step.
  public func open(
    _ url: some RoutableURL, along kind: RoutePath.Kind = .push, below lower: RoutePath.Kind? = nil,
    asking: Bool = true, animated: Bool = true
  ) async throws(Failure) {
    try await show(
      wanted(for: url.routedText, along: kind, below: lower), asking: asking, animated: animated,
      whileBusy: whileBusy)
  }

  /// Returns the screens of a URL, or throws if it leads nowhere.
  func wanted(
    for url: String, along kind: RoutePath.Kind = .push, below lower: RoutePath.Kind? = nil
  ) throws(Failure) -> WantedScreens {
    try failing { () throws(RouteError) -> WantedScreens in
      var plan = try registry.plan(for: url, along: kind, below: lower)
      if let tab = tabPresenter?.tab(for: plan) { plan.steps.insert(.tab(tab), at: 0) }
      return try WantedScreens(plan, in: registry).whole()
    }
  }

  /// Rethrows an error from before the first step of a change.
  func failing<Result>(_ body: () throws(RouteError) -> Result) throws(Failure) -> Result {
    do throws(RouteError) {
      return try body()
    } catch {
      throw Failure(error: error, done: [])
    }
  }

  /// Shows screens, and returns the redirection that ends the change, or nil if all screens are shown.
  ///
  /// - Parameters:
  ///   - earlier: The redirection that has ended an earlier change to these screens. If interceptors decide the same
  ///     again, nothing changes.
  ///   - hasFailed: Whether an earlier change to these screens has removed others, and then failed. If their creation
  ///     fails again, nothing changes.
  @discardableResult
  func show(
    _ wanted: WantedScreens, asking: Bool, animated: Bool, whileBusy policy: BusyPolicy,
    after earlier: Redirection? = nil, hasFailed: Bool = false
  ) async throws(Failure) -> Redirection? {
    try await perform(policy) { [self] change throws(RouteError) in
      let wanted = try await checked(
        wanted, change, askingAll: earlier != nil || hasFailed, making: hasFailed
      ).whole()
      if let earlier, wanted.targets.contains(where: { $0.leads(to: earlier) }) {
        return earlier
      }
      return try await make(change, to: wanted, asking: asking, animated: animated)
    }
  }

  /// Returns the changes that lead from the current screens to a plan, without making them.
  ///
  ///     print(try navigator.changes(to: registry.plan(for: "notes://folders")))
  ///
  /// This method calls no interceptor. A screen that an interceptor has shown in place of a step counts as kept,
  /// although making the changes replaces it if the interceptor now decides otherwise.
  ///
  /// - Parameter plan: The plan, such as a saved one. A first step ``RoutePlan/Step/tab(_:)`` selects a tab. Without
  ///   this step, the plan is for the selected tab.
  /// - Returns: The changes.
  /// - Throws: `malformedURL` or `unknownURL` if a step leads nowhere, `unsupportedPath` if a step shows no screen or
  ///   if there are no tabs, or the error of the presenter if it has no such tab.
  public func changes(to plan: RoutePlan) throws(RouteError) -> Changes {
    let difference = try difference(to: WantedScreens(plan, in: registry).whole())
    return Changes(plan: plan, steps: difference.changes)
  }

  /// Makes changes.
  ///
  ///     try await navigator.apply(navigator.changes(to: plan), animated: false)
  ///
  /// If the screens have changed in the meantime, the navigator makes the changes that now lead to the same plan. It
  /// asks all screens before it removes the first one. The first failure ends the changes, and completed steps stay.
  ///
  /// - Parameters:
  ///   - changes: The changes, from ``changes(to:)``.
  ///   - asking: Whether to ask the screens that the navigator removes.
  ///   - animated: Whether to animate the last step.
  /// - Throws: A failure with `stayed`, `superseded`, `busy`, or the error of a step, and with the completed steps.
  public func apply(
    _ changes: Changes, asking: Bool = true, animated: Bool = true
  ) async throws(Failure) {
    let wanted = try failing { () throws(RouteError) -> WantedScreens in
      try WantedScreens(changes.plan, in: registry).whole()
    }
    try await show(wanted, asking: asking, animated: animated, whileBusy: whileBusy)
  }

  // MARK: - The difference

  /// Returns the remaining steps toward the wanted screens.
  func difference(to wanted: WantedScreens) throws(RouteError) -> WindowDifference {
    var result = try selection(of: wanted.tab)
    let stack = result.kept
    let targets = targets(of: wanted, above: stack, in: wanted.tab ?? selectedTab)
    // Everything above the first difference has to go.
    let kept = zip(stack, targets).prefix { $1.keeps($0) }.count
    // Nothing belongs above a screen that interceptors show in place of a step.
    let redirected = stack.prefix(kept).firstIndex { $0.isRedirected }
    let end = redirected.map { $0 + 1 } ?? targets.count
    result.targets = Array(targets[..<end])
    result.rest = Array(targets[end...])
    result.kept = Array(stack.prefix(min(kept, end)))
    result.removed += stack.dropFirst(result.kept.count).reversed()
    return result
  }

  /// Returns the steps that select a tab, if it isn't selected, and keep all screens of the tab.
  func selection(of tab: String?) throws(RouteError) -> WindowDifference {
    guard source != nil else { throw sourceGone() }
    guard let tab, tab != selectedTab else { return WindowDifference(kept: stack) }
    do throws(RouteError) {
      guard let tabPresenter, selectedTab != nil else { throw .noTabs(for: tab) }
      try tabPresenter.validate(tab: tab)
    } catch {
      throw registry.reporting(error)
    }
    return WindowDifference(kept: screens(in: tab), tab: tab, removed: screens(in: nil).reversed())
  }

  // MARK: - Making the changes

  /// Makes a change, and returns the redirection that ends it, or nil if all screens are shown.
  func make(
    _ change: NavigatorChange, to wanted: WantedScreens, asking: Bool, animated: Bool
  ) async throws(RouteError) -> Redirection? {
    let remaining = Remaining(tab: wanted.tab) { [self] () throws(RouteError) in
      try self.difference(to: wanted)
    }
    let difference = try await remove(remaining, change, asking: asking, animated: animated)
    for (screen, target) in difference.updated {
      change.target = target
      try update(screen, for: target, change)
    }
    if let (screen, target) = difference.redirected {
      let isRelated = screen.match?.url == target.match.url
      if !isRelated || screen.rest != difference.rest.map(\.step) {
        relate(screen, to: target, before: difference.rest)
      }
      return Redirection(to: screen.active, inPlaceOf: target.match)
    }
    var expected = difference.kept.map(\.id)
    var rest = difference.shown
    while let target = rest.popFirst() {
      try change.checkGoesOn()
      change.target = target
      let active = try await show(target, change, above: expected, animated: animated && rest.isEmpty)
      change.done.append(.show(target.step))
      let isRedirected = active.origin != nil
      if let screen = entry(of: active) {
        relate(screen, to: target, before: isRedirected ? Array(rest) : [])
      }
      guard !isRedirected else { return Redirection(to: active, inPlaceOf: target.match) }
      expected.append(active.transitionID)
    }
    return nil
  }

  /// The steps of a change that remain, found again after each one, because screens can go at any time.
  ///
  /// It's a type because the compiler would make a copy of `remove` for each closure that a caller passes.
  struct Remaining {
    /// The tab of the screens, or nil for the selected one.
    var tab: String?
    let steps: @MainActor () throws(RouteError) -> WindowDifference
  }

  /// Removes screens and selects a tab until no such steps remain, and returns the screens to show.
  func remove(
    _ remaining: Remaining, _ change: NavigatorChange, asking: Bool, animated: Bool
  ) async throws(RouteError) -> WindowDifference {
    let selected = selectedTab
    func steps() throws(RouteError) -> WindowDifference {
      // The user may select another tab while a screen is asked.
      if remaining.tab == nil, let selected, selectedTab != selected { throw .tabChanged(from: selected) }
      return try remaining.steps()
    }
    if asking { try await askAll(change) { () throws(RouteError) in try steps().removed } }
    try await settle(change)
    change.done += try steps().kept.map { .keep($0.screen) }
    while true {
      let difference = try steps()
      guard !difference.removed.isEmpty || difference.tab != nil else { return difference }
      try change.checkGoesOn()
      let isLast = animated && difference.count == 1
      if let screen = difference.nextRemoved {
        // A screen may have appeared while the navigator asked others.
        if asking, !change.asked.contains(screen.id) {
          try await ask(screen, change)
          continue
        }
        let description = screen.screen
        try await screen.active.removeAndWait(animated: isLast)
        entries.removeAll { $0.id == screen.id }
        change.done.append(.remove(description))
      } else if let tab = difference.tab {
        try showTab(tab, animated: isLast)
        change.done.append(.select(tab: tab))
      }
    }
  }

  /// Asks the screens that have to go, which may change in the meantime, each once.
  func askAll(
    _ change: NavigatorChange, _ screens: () throws(RouteError) -> [ShownScreen]
  ) async throws(RouteError) {
    while let screen = try screens().first(where: { !change.asked.contains($0.id) }) {
      try await ask(screen, change)
    }
  }

  private func ask(_ screen: ShownScreen, _ change: NavigatorChange) async throws(RouteError) {
    try change.checkGoesOn()
    let mayLeave: Bool
    let subject = ObjectIdentifier(screen.active)
    change.asking = subject
    defer { change.asking = nil }
    // These changes would keep the screen's ``Leaves`` from deciding.
    for waiting in changes.dropFirst() where waiting.deciding.contains(subject) {
      changes.removeAll { $0 === waiting }
      waiting.turn.resume(.failure(RouteError.waitingForItself))
    }
    do {
      mayLeave = try await screen.active.mayLeave(deciding: change.deciding)
    } catch {
      try change.checkGoesOn()
      throw error as? RouteError ?? .stayed(screen.active.compiledRoute, because: error)
    }
    guard mayLeave else { throw .stayed(screen.active.compiledRoute) }
    change.asked.insert(screen.id)
  }

  func showTab(_ tab: String, animated: Bool) throws(RouteError) {
    guard let tabPresenter else { throw .noTabs(for: tab) }
    try tabPresenter.selectTab(tab, animated: animated)
    guard tabPresenter.selectedTab == tab else { throw .tabNotSelected(tab) }
  }

  /// Passes new parameters to a screen that stays.
  private func update(
    _ screen: ShownScreen, for target: WantedScreens.Target, _ change: NavigatorChange
  ) throws(RouteError) {
    guard let update = target.rule?.update, let destination = screen.active.anyDestination else { return }
    let description = screen.screen
    try screen.active.compiledRoute.running(.preparing) {
      try update(destination, target.match.parameters)
    }
    relate(screen, to: target)
    change.done.append(.update(description, to: target.step))
  }

  /// Shows the screen of a step, or an interceptor's redirection, and returns its active route.
  private func show(
    _ target: WantedScreens.Target, _ change: NavigatorChange, above expected: [RouteTransition.ID],
    animated: Bool
  ) async throws(RouteError) -> ActiveRoute<Any> {
    guard let source = sourceOfNext else { throw sourceGone() }
    let tab = selectedTab
    var active = try target.match.request.perform(
      .custom(RoutePath.Kind(target.step.kind), from: source), decided: target.currentDecisions[...],
      precondition: { [weak self] () throws(RouteError) in
        guard let self else { return }
        // The user or another caller may change the screens while an interceptor decides.
        let kind = RoutePath.Kind(target.step.kind)
        // Nor may the lowest screen of a tab appear in another one.
        let isInTab = !expected.isEmpty || selectedTab == tab || tabPresenter?.coversTabs(kind) == true
        // An interceptor may be removing a view of its own.
        let shown = stack.filter { $0.active.state != .removing && (selectedTab == tab || $0.tab == nil) }
        guard isInTab, Set(shown.map(\.id)) == Set(expected) else {
          throw .changedMeanwhile(before: target.step)
        }
      }
    ) { $0.animated = animated }
    while true {
      // A cancellation reaches the interceptors, but a presentation that has begun finishes.
      _ = try? await active.completed()
      await active.settle()
      guard let error = active.failure else { break }
      guard let redirection = active.redirection, error.code == .redirected else {
        try change.checkGoesOn()
        throw error
      }
      active = redirection
    }
    if active.state == .routed, entry(of: active) == nil { record(active) }
    return active
  }
}
