import WaymarkCore

// Errors in showing and removing destinations.
extension RouteError {
  static func cannotPerform(
    _ route: CompiledRoute, _ path: RoutePath, in state: RouteState, since duration: Duration?
  ) -> RouteError {
    let name = "\(Step(route))"
    switch state {
    case .routing:
      let time = duration.map { " for \($0.inSeconds)" } ?? ""
      return RouteError(
        .alreadyPerforming,
        "\(name) is already being shown along \(path.kind.name)\(time): the presenter or an interceptor has not finished",
        remedy: "await completed()\ncheck that the presenter calls its completion")
    case .removing:
      return RouteError(
        .actionFailed, "\(name) is being removed", remedy: "await removed(), then perform again")
    case .unrouted, .routed, .removed:
      return RouteError(
        .actionFailed, "\(name) is already shown along \(path.kind.name)", remedy: "remove it first")
    }
  }

  static func unsupportedPath(_ route: CompiledRoute, _ path: RoutePath, _ kinds: [RoutePath.Kind])
    -> RouteError
  {
    let names = kinds.isEmpty ? "makeDestination" : kinds.map(\.name).joined(separator: ", ")
    return RouteError(
      .unsupportedPath, "\(Step(route)) cannot be shown along \(path.kind.name), only along \(names)",
      remedy: "use one of these\nadd .\(path.kind.name) to the route's Supports(…)")
  }

  static func onlyMade(_ route: CompiledRoute, _ kind: RoutePath.Kind) -> RouteError {
    RouteError(
      .unsupportedPath, "\(Step(route)) is a service and cannot be shown along \(kind.name)",
      remedy: "request it with makeDestination(to:)\nmake it from its URL with makeDestination(for:)")
  }

  static func sourceGone(_ route: CompiledRoute, _ path: RoutePath) -> RouteError {
    RouteError(
      .actionFailed,
      "the source of \(Step(route)) along \(path.kind.name) was deallocated",
      remedy: "retain the source while something is shown from it, because a path does not retain it")
  }

  static func destinationGone(_ route: CompiledRoute) -> RouteError {
    RouteError(
      .actionFailed, "\(Step(route)) was deallocated before it could be used",
      remedy: "make the presenter retain the views that it shows\nstore the destination in onSuccess")
  }

  static func dismissed(_ route: CompiledRoute, ago duration: Duration) -> RouteError {
    RouteError(
      .actionFailed,
      "\(Step(route)) was dismissed \(duration.inSeconds) ago, before it was used, and no longer exists",
      remedy: "await completed() before it can be dismissed\nstore the destination in onSuccess")
  }

  static func stayed(_ route: CompiledRoute, because error: (any Error)? = nil) -> RouteError {
    let reason =
      error.map { "its Leaves threw \(detail(of: $0))" }
      ?? "its Leaves decided to stay"
    return RouteError(
      .stayed, "\(Step(route)) stays shown: \(reason)",
      remedy: error.flatMap { Self.remedy(of: $0) }
        ?? "try again when it may be left\nremove it without asking: remove(), apply(_:asking: false)",
      underlying: error)
  }

  static func leavesMismatch(_ route: CompiledRoute, _ shown: Any) -> RouteError {
    converted(shown, "the Leaves of \(Step(route)) cannot be asked about")
  }

  static func wrappedMismatch(_ route: CompiledRoute, _ shown: Any) -> RouteError {
    converted(shown, "the Wrapped entry of \(Step(route)) cannot contain")
  }

  private static func converted(_ shown: Any, _ problem: String) -> RouteError {
    let name = TypeName.of(type(of: shown))
    return RouteError(
      .destinationMismatch,
      "\(problem) \(IndefiniteArticle.before(name)) \(name), in which a conversion has wrapped the destination",
      remedy: "return the destination itself from the closure of .as or of the Adapter")
  }

  static func notRemoved(_ route: CompiledRoute, afterAnswering error: RouteError) -> RouteError {
    RouteError(
      error.code, "\(Step(route)) has answered, but it could not be removed: \(error.message)",
      remedy: error.remedy, underlying: error.underlying ?? error
    ).following(error)
  }

  static func cannotAdopt(_ route: CompiledRoute, _ path: RoutePath) -> RouteError {
    RouteError(
      .unsupportedPath,
      "\(Step(route)) cannot be shown along \(path.kind.name) with a given view, because the toolkit makes the view",
      remedy: "use perform(_:) instead of perform(on:_:)")
  }

  static func notAdopted(_ route: CompiledRoute, _ path: RoutePath) -> RouteError {
    RouteError(
      .destinationMismatch, "the presenter showed nothing for \(Step(route)) along \(path.kind.name)",
      remedy: "adopt a view before the completion is called")
  }

  static func cannotRemove(_ route: CompiledRoute, in state: RouteState) -> RouteError {
    let (problem, remedy) =
      switch state {
      case .removed:
        (
          "was already removed",
          "check that its state is routed first\nignore this error if the destination only has to be gone"
        )
      case .removing: ("is already being removed", "await removed()")
      case .routing: ("cannot be removed before it is shown", "await completed() first")
      case .unrouted, .routed: ("cannot be removed, because it was never shown", "perform it first")
      }
    return RouteError(.actionFailed, "\(Step(route)) \(problem)", remedy: remedy)
  }

  static func presenterCannotRemove(_ route: CompiledRoute, _ path: RoutePath) -> RouteError {
    guard route.shows(path.kind) == nil else {
      return RouteError(
        .actionFailed,
        "\(Step(route)) cannot be removed, because its Shows(along: .\(path.kind.name)) does not say how",
        remedy: "add removing: { … } to the entry")
    }
    return RouteError(
      .actionFailed, "the presenter cannot remove \(Step(route)) now, which is shown along \(path.kind.name)",
      remedy: "check canRemove first, because another view is usually shown above it")
  }

  static func presenterFailed(to act: String, _ route: CompiledRoute, _ error: any Error) -> RouteError {
    if let error = error as? RouteError { return error }
    return RouteError(
      .actionFailed,
      "the presenter could not \(act) \(Step(route)): \(detail(of: error))",
      remedy: remedy(of: error),
      underlying: error)
  }

  /// Returns a presenter's error with the route that it was to show or remove, unless the error names one.
  func trying(to act: String, _ route: CompiledRoute) -> RouteError {
    let name = "\(Step(route))"
    return hasPath || message.contains(name) ? self : at("while trying to \(act) \(name)")
  }

  static func completedAgain(_ route: CompiledRoute, _ act: String) -> RouteError {
    RouteError(
      .actionFailed,
      "the presenter reported again whether \(Step(route)) was \(act), so the call was ignored",
      remedy: "call each completion once")
  }

  static func notCompleted(_ route: CompiledRoute, _ act: String) -> RouteError {
    RouteError(
      .actionFailed,
      "the presenter did not \(act) \(Step(route)): it released the completion without calling it",
      remedy: "call each completion once, also if the presenter's window is closed")
  }

  static func windowClosed(before route: CompiledRoute) -> RouteError {
    RouteError(
      .actionFailed, "the window was closed before \(Step(route)) was shown",
      remedy: "do nothing if the user has closed the window\nshow the view in another window")
  }

  static func leavesWaitsForItself(_ route: CompiledRoute) -> RouteError {
    RouteError(
      .busy, "the Leaves of \(Step(route)) wait for their own decision",
      remedy: "return .proceed instead of leaving the view\ncall remove(), which does not ask")
  }

  static func interceptorWaitsForItself(_ route: CompiledRoute) -> RouteError {
    RouteError(
      .busy, "an interceptor of \(Step(route)) waits for the presentation about which it decides",
      remedy: "return .proceed, and wait for completed() where the route is performed")
  }

  static func refused(_ route: CompiledRoute, _ error: any Error) -> RouteError {
    if error is CancellationError {
      return RouteError(
        .refused, "the task was canceled while interceptors decided about \(Step(route))",
        underlying: error)
    }
    return RouteError(
      .refused,
      "an interceptor refused to show \(Step(route)): \(detail(of: error))",
      remedy: remedy(of: error),
      underlying: error)
  }

  static func redirected(_ route: CompiledRoute, to other: CompiledRoute) -> RouteError {
    RouteError(
      .redirected, "an interceptor shows \(Step(other)) instead of \(Step(route))",
      remedy: "use the redirection of the ActiveRoute, and perform again when the reason no longer applies")
  }

  static func cannotRedirect(
    _ route: CompiledRoute, at location: DeclarationLocation, because error: RouteError
  ) -> RouteError {
    RouteError(
      error.code,
      "the interceptor at \(location) cannot redirect \(Step(route)): \(error.message)",
      remedy: error.remedy, underlying: error)
  }

  static func redirectionCycle(_ way: [RouteRequest]) -> RouteError {
    func text(_ requests: some Sequence<RouteRequest>) -> String {
      requests.map { "\(Step($0.route))" + ($0.url.map { " for \"\(excerpt($0))\"" } ?? "") }
        .joined(separator: " → ")
    }
    let isCycle = way.dropLast().contains(way[way.count - 1])
    return RouteError(
      .redirectionCycle,
      isCycle
        ? "interceptors redirect to each other in a cycle: \(text(way))"
        : "interceptors redirect more than \(Interception.mostRedirections) times: \(text(way.prefix(3))) → …",
      remedy: "make one of them proceed")
  }

  static func tabShowsNothing(_ url: String) -> RouteError {
    RouteError(
      .unsupportedPath, "\"\(url)\" cannot be shown along tab, which selects a tab and shows nothing",
      remedy: "put RoutePlan.Step.tab(_:) with the name of the tab before the steps of the URL's plan")
  }

  /// Creates the error for a kind of path along which a navigator shows no screen.
  static func notAScreen(_ url: String, _ kind: RoutePath.Kind) -> RouteError {
    RouteError(
      .unsupportedPath,
      "a navigator cannot show \"\(excerpt(url))\" along \(kind.name), which "
        + (kind.isPart ? "adds a part to a screen" : "makes an instance and shows nothing"),
      remedy: kind.isPart
        ? "pass a kind that shows a screen, such as .push\ncall Registry.open(_:_:) with the screen as the source"
        : "pass a kind that shows a screen, such as .push\ncall Registry.makeDestination(for:)")
  }

  /// Creates the error for plans that select several tabs, or for one that selects another tab than its own.
  static func unclearSelection(_ tabs: [(plan: String, selects: String)]) -> RouteError {
    let texts = tabs.map { "the plan of '\($0.plan)' selects '\($0.selects)'" }
    return RouteError(
      .unsupportedPath,
      "the plans to restore do not tell which tab to select: " + texts.joined(separator: ", and "),
      remedy:
        "save Navigator.plans, in which only the plan of the selected tab begins with RoutePlan.Step.tab(_:)")
  }

  static func noTabs(for tab: String) -> RouteError {
    RouteError(
      .unsupportedPath, "the presenter of the window has no tabs, so it cannot select '\(tab)'",
      remedy:
        "create the window with tabs, such as RouteWindow(tabs:)\nconform the presenter to TabPresenter\n"
        + "remove the step from the plan")
  }

  /// Returns the beginning of a string of any length, with control characters escaped.
  static func excerpt(_ text: String) -> String {
    // Count scalars, because one character may be of any length.
    let short = text.unicodeScalars.prefix(200)
    let end = short.endIndex == text.unicodeScalars.endIndex ? "" : "…"
    return String(
      short.flatMap {
        $0.properties.generalCategory == .control ? Array($0.escaped(asASCII: true)) : [Character($0)]
      }) + end
  }
}
