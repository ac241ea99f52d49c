public import WaymarkCore

extension Navigator {
  // MARK: - The screens of all tabs

  /// The plans of all tabs, by the name of the tab, which you can save and restore.
  ///
  ///     let data = try JSONEncoder().encode(navigator.plans)
  ///
  /// The plan of the selected tab is ``plan``, which begins with the step that selects the tab. The other plans have no
  /// such step. A tab that has never shown a screen may have no plan. In a window without tabs, the only plan has an
  /// empty name.
  public var plans: [String: RoutePlan] {
    guard let selected = selectedTab else { return ["": plan] }
    var plans = [selected: plan]
    for tab in Set(entries.compactMap(\.tab)) where tab != selected {
      plans[tab] = RoutePlan(steps: Self.steps(of: screens(in: tab)))
    }
    return plans
  }

  /// Shows the screens of all tabs, and selects the tab that was selected.
  ///
  ///     let saved = navigator.plans
  ///     try await navigator.restore(saved)
  ///
  /// Screens that are already there stay. A tab without a plan loses its screens. The navigator asks all screens that
  /// have to go before it removes the first one. It restores the tab to select first.
  ///
  /// A screen that can't be shown, such as one whose URL no route matches anymore, ends its tab. The navigator restores
  /// all other screens, and then throws one error that lists the missing ones.
  ///
  /// - Parameters:
  ///   - plans: The plans, from ``plans``. The one that begins with a step ``RoutePlan/Step/tab(_:)`` is for the tab to
  ///     select. If there's none, or the window no longer has this tab, the selected tab stays selected.
  ///   - asking: Whether to ask the screens that the navigator removes.
  ///   - animated: Whether to animate the last step in the selected tab.
  /// - Throws: A failure with `stayed`, `superseded`, or `busy`, or with the code of the first step that couldn't be
  ///   restored, such as `unknownURL`, or `unsupportedPath` for a tab that's gone. `unsupportedPath`, without a change,
  ///   if a plan selects another tab than its own, or two plans select tabs.
  public func restore(
    _ plans: [String: RoutePlan], asking: Bool = true, animated: Bool = false
  ) async throws(Failure) {
    try await perform(whileBusy) { [self] change throws(RouteError) in
      let selections = plans.keys.sorted().compactMap { name in
        plans[name]?.steps.first?.tab.map { (plan: name, selects: $0) }
      }
      if selections.count > 1 || selections.contains(where: { !$0.plan.isEmpty && $0.plan != $0.selects }) {
        throw registry.reporting(.unclearSelection(selections))
      }
      var tabs = wanted(for: plans)
      for index in tabs.indices {
        try await attempt(&tabs[index], change) { wanted throws(RouteError) in
          wanted = try await checked(wanted, change, isInAllTabs: true)
        }
      }
      for index in tabs.indices where asking {
        try await askAll(change) { () throws(RouteError) in
          guard tabs[index].isPossible else { return [] }
          let difference = try difference(to: tabs[index])
          return index == 0 || difference.changesScreens ? difference.removed : []
        }
      }
      let current = selectedTab
      var others: [Int] = []
      // Don't select a tab that needs no change.
      for index in tabs.indices.dropFirst() where tabs[index].isPossible {
        if try difference(to: tabs[index]).changesScreens { others.append(index) }
      }
      for index in others.isEmpty ? [] : [0] + others {
        try await attempt(&tabs[index], change) { wanted throws(RouteError) in
          // The screens above all tabs would have to go again.
          let lower = index == 0 ? wanted.belowCover(of: tabPresenter) : wanted
          _ = try await make(change, to: lower, asking: asking, animated: false)
        }
      }
      try await attempt(&tabs[0], change) { wanted throws(RouteError) in
        _ = try await make(change, to: wanted, asking: asking, animated: animated)
      }
      if !tabs[0].isPossible, let current, selectedTab != current { try showTab(current, animated: false) }
      if let first = tabs.lazy.compactMap(\.problem).first { throw .notRestored(tabs, because: first.error) }
    }
  }

  /// Runs a part of a restoration, and leaves out the screens that it couldn't restore.
  private func attempt(
    _ wanted: inout WantedScreens, _ change: NavigatorChange,
    _ body: (inout WantedScreens) async throws(RouteError) -> Void
  ) async throws(RouteError) {
    guard wanted.isPossible else { return }
    change.target = nil
    do throws(RouteError) {
      try await body(&wanted)
    } catch {
      try change.checkGoesOn()
      guard error.code != .stayed, error.code != .superseded, source != nil else { throw error }
      wanted.end(at: change.target, because: registry.reporting(error))
    }
  }

  /// Returns the wanted screens of all tabs, of which the first is the tab to select.
  private func wanted(for plans: [String: RoutePlan]) -> [WantedScreens] {
    var plans = plans
    if let selected = selectedTab, let only = plans.removeValue(forKey: "") {
      plans[selected] = plans[selected] ?? only
    }
    let names = plans.keys.sorted()
    let first = names.first { plans[$0]?.steps.first?.tab != nil } ?? selectedTab ?? names.last ?? ""
    let others = Set(names).union(entries.compactMap(\.tab)).subtracting([first])
    return ([first] + others.sorted()).map { tab in
      let steps = (plans[tab]?.steps ?? []).drop { $0.tab != nil }
      return WantedScreens(RoutePlan(steps: (tab.isEmpty ? [] : [.tab(tab)]) + steps), in: registry)
    }
  }

  /// Selects a tab, which keeps its screens.
  ///
  ///     try await navigator.select(tab: "library")
  ///
  /// The navigator asks and removes the screens above all tabs, such as a sheet, also if the tab is selected already.
  ///
  /// - Parameters:
  ///   - tab: The name of the tab.
  ///   - asking: Whether to ask the screens that the navigator removes.
  ///   - animated: Whether to animate the last step.
  /// - Throws: A failure with `unsupportedPath` if there are no tabs, the error of the presenter if it has no such tab,
  ///   `stayed`, `superseded`, or `busy`.
  public func select(
    tab: String, asking: Bool = true, animated: Bool = true
  ) async throws(Failure) {
    try await perform(whileBusy) { [self] change throws(RouteError) in
      let remaining = Remaining(tab: tab) { [self] () throws(RouteError) in
        var steps = try selection(of: tab)
        let stack = steps.kept
        let covering = stack.firstIndex { $0.tab == nil } ?? stack.count
        steps.kept = Array(stack[..<covering])
        steps.removed += stack[covering...].reversed()
        return steps
      }
      _ = try await remove(remaining, change, asking: asking, animated: animated)
    }
  }

  // MARK: - Going back

  /// Removes the topmost screen, unless its ``Leaves`` decide to stay.
  ///
  ///     try await navigator.back()
  ///
  /// If the user presses a button twice before the screen is gone, only one screen is removed.
  ///
  /// - Parameters:
  ///   - asking: Whether to ask the screen.
  ///   - animated: Whether to animate the change.
  /// - Throws: A failure with `actionFailed` if there's no screen, `stayed`, `superseded`, `busy`, or another error.
  public func back(asking: Bool = true, animated: Bool = true) async throws(Failure) {
    guard let top = stack.last else {
      throw Failure(error: registry.reporting(.nothingShown(toGoBackTo: nil, location)), done: [])
    }
    try await goBack(asking, animated) { stack throws(RouteError) in
      stack.firstIndex { $0.id == top.id } ?? stack.count
    }
  }

  /// Removes the screens above the topmost screen of an interface.
  ///
  ///     try await navigator.back(to: RoutableView<any EditorInput>())
  ///
  /// - Parameters:
  ///   - token: The token of the interface.
  ///   - asking: Whether to ask the screens that the navigator removes.
  ///   - animated: Whether to animate the last removal.
  /// - Throws: A failure with `unregistered` if no route provides the interface, with `actionFailed` if no screen has
  ///   it, or as for ``back(asking:animated:)``.
  public func back<Requested>(
    to token: RoutableView<Requested>, asking: Bool = true, animated: Bool = true
  ) async throws(Failure) {
    let router = try failing { () throws(RouteError) -> DestinationRouter<RoutableView<Requested>> in
      try DestinationRouter(to: token, in: registry)
    }
    let (route, description) = (router.provider.route, "\(TokenDescription(token))")
    try await goBack(asking, animated) { [location] stack throws(RouteError) in
      guard let index = stack.lastIndex(where: { $0.active.compiledRoute === route }) else {
        throw .nothingShown(toGoBackTo: description, location)
      }
      return index + 1
    }
  }

  /// Removes the screens from an index on, which `first` determines from the current screens.
  func goBack(
    _ asking: Bool, _ animated: Bool,
    from first: @escaping @MainActor ([ShownScreen]) throws(RouteError) -> Int
  ) async throws(Failure) {
    try await perform(whileBusy) { [self] change throws(RouteError) in
      let remaining = Remaining { [self] () throws(RouteError) in
        let stack = stack
        let index = try first(stack)
        return WindowDifference(kept: Array(stack[..<index]), removed: stack[index...].reversed())
      }
      _ = try await remove(remaining, change, asking: asking, animated: animated)
    }
  }

  // MARK: - Roots

  /// Removes all screens of the selected tab and above the tabs, down to the root of the stack.
  ///
  ///     try await navigator.popToRoot()
  ///
  /// Without screens, the method does nothing.
  ///
  /// - Parameters:
  ///   - asking: Whether to ask the screens that the navigator removes.
  ///   - animated: Whether to animate the last removal.
  /// - Throws: A failure with `stayed`, `superseded`, `busy`, or the error of a removal.
  public func popToRoot(asking: Bool = true, animated: Bool = true) async throws(Failure) {
    try await goBack(asking, animated) { _ throws(RouteError) in 0 }
  }

  /// Names the URL of the view that each stack starts with, so that the navigator doesn't show it again.
  ///
  ///     navigator.setRoot("notes://list")
  ///     try await navigator.open("notes://editor/7")  // through notes://list, which is there already
  ///
  /// A window shows the root of a stack itself, so ``screens`` and ``plan`` don't contain the root. Opening the root's
  /// URL removes the screens above it. If a URL leads through the root, the navigator leaves out the root and the
  /// screens below it. In a plan, a step with the root's URL above other screens is a screen of its own. ``Reuses``
  /// decides whether a step of the same route with other parameters is also the root.
  ///
  /// The URL for a tab's stack takes precedence over the URL for each stack:
  ///
  ///     navigator.setRoot("notes://settings", inTab: "settings")
  ///
  /// If no route matches the URL, ``ReportsErrors`` receives an error.
  ///
  /// - Parameters:
  ///   - url: The URL of the root.
  ///   - tab: The name of the tab whose stack starts with the view, or nil for each stack.
  public func setRoot(_ url: some RoutableURL, inTab tab: String? = nil) {
    roots[tab] = url.routedText
    // Another installed registry may match the URL.
    guard !isPreliminary(registry) else { return }
    guard registry.match(url) == nil else { return }
    _ = registry.reporting(.unmatched(url.routedText, in: registry), isThrown: false)
  }

  /// Returns the wanted screens above the root of their stack.
  func targets(
    of wanted: WantedScreens, above stack: [ShownScreen], in tab: String?
  ) -> [WantedScreens.Target] {
    let all = wanted.targets
    let url = roots[tab] ?? roots[nil] ?? source?.rootURL(inTab: tab)
    guard let url, let match = registry.match(url) else { return all }
    // The screen of the root's URL may have been shown as a screen, too.
    if let lowest = stack.first, all.first?.keeps(lowest) == true { return all }
    guard let index = all.indices.last(where: { all[$0].isRoot(match) && isPlan(all[...$0]) }) else {
      return all
    }
    return Array(all[(index + 1)...])
  }

  /// Returns whether steps are the plan of the last one's URL.
  ///
  /// A saved plan doesn't contain the root. Its step with the root's URL is a screen that was shown above others.
  private func isPlan(_ targets: ArraySlice<WantedScreens.Target>) -> Bool {
    guard let last = targets.last, let plan = try? registry.plan(for: last.step.url) else { return false }
    return plan.steps.map(\.url) == targets.map(\.step.url)
  }
}
