import WaymarkCore

// Finding out, before a change, whether its screens can be shown.
extension Navigator {
  /// Reads the parameters of the steps and asks interceptors, without changing a screen.
  ///
  /// All interceptors decide about the screens that stay. About the steps to show, those decide that never wait, which
  /// the navigator asks again when it shows the step.
  ///
  /// - Parameters:
  ///   - wanted: The wanted screens.
  ///   - change: The change.
  ///   - askingAll: Whether all interceptors decide about each step, up to the first redirection.
  ///   - isInAllTabs: Whether the change also removes screens of other tabs.
  ///   - making: Whether to create the destinations as a trial, because an earlier attempt has failed.
  /// - Returns: The wanted screens up to the first step that can't be shown. They keep a screen only if the
  ///   interceptors would show it again.
  func checked(
    _ wanted: WantedScreens, _ change: NavigatorChange, askingAll: Bool = false, isInAllTabs: Bool = false,
    making: Bool = false
  ) async throws(RouteError) -> WantedScreens {
    var wanted = wanted
    var failed: (target: WantedScreens.Target, path: RoutePath)?
    func end(at target: WantedScreens.Target, _ path: RoutePath, because error: RouteError) {
      wanted.end(at: target, because: error)
      failed = (target, path)
    }
    let all = try difference(to: wanted)
    for target in all.targets + all.rest {
      let path = try path(of: target)
      do throws(RouteError) {
        try target.route.validate(path)
        _ = try target.route.configuration(openedBy: target.match.context)
      } catch {
        end(at: target, path, because: error)
        break
      }
    }
    while let (target, screen) = try firstUndecided(wanted, askingAll) {
      try change.checkGoesOn()
      let path = try path(of: target, shownBy: screen)
      let decisions = await target.match.request.decisions(path, about: screen ?? change)
      try change.checkGoesOn()
      wanted.targets[target.index].decisions = decisions
      wanted.targets[target.index].decidedAfter = LeaveConfirmation.answerCount
      if case .fail(let error)? = decisions.last { end(at: target, path, because: error) }
    }
    let difference = try difference(to: wanted)
    let staying =
      isInAllTabs ? [] : entries.filter { screen in !difference.removed.contains { $0 === screen } }
    for target in difference.shown {
      let path = try path(of: target)
      let match = target.match
      do throws(RouteError) {
        // As when a route is performed, interceptors decide only about a path that the presenter accepts.
        if target.index == difference.shown.first?.index { try checkKind(of: target, above: difference.kept) }
        try checkScope(of: match)
        let decisions =
          if let decided = target.decisions { decided } else {
            await target.match.request.decisions(path, about: change, atOnce: true)
          }
        if case .fail(let error)? = decisions.last { throw error }
        // Nothing is shown above a redirection, or while an interceptor decides.
        guard case .proceed? = decisions.first else { break }
        let lower = difference.shown.prefix { $0.index < target.index }
        try checkView(of: target, path, above: lower, staying: staying, making: making)
      } catch {
        end(at: target, path, because: error)
        break
      }
    }
    // The error of a lower step has replaced the errors of higher ones. The observers of its route receive it, too.
    if let (target, path) = failed, let problem = wanted.problem {
      let error = target.match.registry.reporting(problem.error)
      RouteEmitter(target.match.request, path).emit(.failed(error), nil, took: nil)
      wanted.end(at: target, because: error)
    }
    return wanted
  }

  /// Returns the lowest step about which no interceptor was asked for this change, and the screen that it keeps.
  private func firstUndecided(
    _ wanted: WantedScreens, _ askingAll: Bool
  ) throws(RouteError) -> (target: WantedScreens.Target, screen: ShownScreen?)? {
    let difference = try difference(to: wanted)
    for (index, target) in difference.targets.enumerated() {
      let screen = index < difference.kept.count ? difference.kept[index] : nil
      guard target.decisions == nil else {
        if screen == nil, case .redirect? = target.decisions?.first { return nil }
        continue
      }
      if askingAll || screen.map({ $0.isRedirected || !target.interceptors.isEmpty }) == true {
        return (target, screen)
      }
    }
    return nil
  }

  /// Throws if the presenter of the lowest step never shows the step's kind of path.
  ///
  /// Any other refusal can depend on the screens that the change removes.
  private func checkKind(
    of target: WantedScreens.Target, above kept: [ShownScreen]
  ) throws(RouteError) {
    guard let source = source(of: kept) ?? source else { throw sourceGone() }
    let path = RoutePath.custom(RoutePath.Kind(target.step.kind), from: source)
    do throws(RouteError) {
      try ActiveRoute<Any>(target.match.request, path) { _ in nil }.validate()
    } catch {
      guard error.code != .unsupportedPath else { throw error }
    }
  }

  /// Throws if the view of a step can't be made, because a scope isn't open, stays shown elsewhere, or is also the view
  /// of a lower step.
  private func checkView(
    of target: WantedScreens.Target, _ path: RoutePath, above lower: ArraySlice<WantedScreens.Target>,
    staying: [ShownScreen], making: Bool
  ) throws(RouteError) {
    let (registry, route) = (target.match.registry, target.route)
    // A toolkit can make the view.
    let presenter = route.presenter(of: path) as? any AdoptingPresenter
    guard presenter?.makesView(along: path.kind) != true else { return }
    if route.keepsObject, let step = lower.first(where: { $0.route === route })?.step {
      throw .alreadyShown(route, along: RoutePath.Kind(step.kind), isGiven: false)
    }
    guard let view = try registry.object(keptFor: route) else {
      // A factory that has failed is likely to fail again.
      if making { _ = try registry.make(target.match) } else { try registry.checkScopes(for: route) }
      return
    }
    guard let other = Presentations.route(showing: view) else { return }
    let isHere = other.navigationRoot === source?.navigationRoot
    guard !isHere || staying.contains(where: { $0.active === other }) else { return }
    throw .alreadyShown(route, along: other.path.kind, isGiven: false)
  }

  /// Throws if the scope of a step's registry was closed.
  private func checkScope(of match: URLMatch) throws(RouteError) {
    do throws(RouteError) {
      try match.registry.checkIsOpen(for: match.linked.route)
    } catch {
      let other = "create another Navigator with a registry of open scopes, because the screens stay"
      throw error.remedied(by: error.remedy.map { "\($0)\n\(other)" } ?? other)
    }
  }

  /// Returns the path of a step, from the source of its screen or of the next one.
  private func path(
    of target: WantedScreens.Target, shownBy screen: ShownScreen? = nil
  ) throws(RouteError) -> RoutePath {
    guard let source = screen?.active.path.source ?? sourceOfNext else { throw sourceGone() }
    return .custom(RoutePath.Kind(target.step.kind), from: source)
  }
}
