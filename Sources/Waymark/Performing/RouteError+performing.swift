// The errors of showing and removing destinations.
extension RouteError {
  static func cannotPerform(
    _ route: CompiledRoute, _ path: RoutePath, _ refusal: RouteStateMachine.Refusal, since duration: Duration?
  ) -> RouteError {
    let name = "\(Step(route))"
    switch refusal {
    case .routing:
      let time = duration.map { " for \($0.formattedSeconds)" } ?? ""
      return RouteError(
        .alreadyPerforming,
        "\(name) has been on its way along \(path.kind.name)\(time), and neither presenter nor interceptors have finished",
        remedy: "wait for completed(), or look why the presenter does not call its completion")
    case .routed:
      return RouteError(
        .actionFailed, "\(name) is shown along \(path.kind.name) already", remedy: "remove it first")
    case .removing, .notRouted:
      return RouteError(
        .actionFailed, "\(name) is being removed", remedy: "wait for removed(), then perform again")
    }
  }

  static func unsupportedPath(_ route: CompiledRoute, _ path: RoutePath, _ kinds: [RoutePath.Kind])
    -> RouteError
  {
    let names = kinds.isEmpty ? "makeDestination only" : kinds.map(\.name).joined(separator: ", ")
    return RouteError(
      .unsupportedPath, "\(Step(route)) cannot be shown along \(path.kind.name); it supports \(names)",
      remedy: "perform along one of these, or add .\(path.kind.name) to Supports(…) of the route")
  }

  static func onlyMade(_ route: CompiledRoute, _ path: RoutePath) -> RouteError {
    RouteError(
      .unsupportedPath, "\(Step(route)) is a service, and cannot be shown along \(path.kind.name)",
      remedy: "perform along .makeDestination, or ask for the destination")
  }

  static func sourceGone(_ route: CompiledRoute, _ path: RoutePath) -> RouteError {
    RouteError(
      .actionFailed,
      "the source from which \(Step(route)) should be shown or removed along \(path.kind.name) is gone",
      remedy: "keep the source as long as something is shown from it: a path does not")
  }

  static func destinationGone(_ route: CompiledRoute) -> RouteError {
    RouteError(
      .actionFailed, "\(Step(route)) was made and is gone again",
      remedy: "let the presenter keep what it shows, or take the destination in onSuccess")
  }

  static func cannotRemove(_ route: CompiledRoute, in state: RouteState) -> RouteError {
    RouteError(
      .actionFailed, "\(Step(route)) cannot be removed: its state is \(state.rawValue)",
      remedy: "remove it when its state is routed")
  }

  static func presenterCannotRemove(_ route: CompiledRoute, _ path: RoutePath) -> RouteError {
    RouteError(
      .actionFailed, "the presenter cannot remove \(Step(route)), shown along \(path.kind.name), now",
      remedy: "ask canRemove first; usually something is shown above it")
  }

  static func presenterFailed(to act: String, _ route: CompiledRoute, _ error: any Error) -> RouteError {
    if let error = error as? RouteError { return error }
    return RouteError(
      .actionFailed,
      "the presenter could not \(act) \(Step(route)): \(String(describing: error)) (\(TypeName.of(type(of: error))))",
      underlying: error)
  }

  static func completedAgain(_ route: CompiledRoute, _ act: String) -> RouteError {
    RouteError(
      .actionFailed,
      "the presenter said once more, or too late, whether \(Step(route)) was \(act); it was ignored",
      remedy: "call each completion once")
  }

  static func refused(_ route: CompiledRoute, _ error: any Error) -> RouteError {
    if error is CancellationError {
      return RouteError(
        .refused, "the caller was cancelled while interceptors decided about \(Step(route))",
        underlying: error)
    }
    return RouteError(
      .refused,
      "an interceptor did not let \(Step(route)) be shown: \(String(describing: error)) (\(TypeName.of(type(of: error))))",
      underlying: error)
  }

  static func redirected(_ route: CompiledRoute, to other: CompiledRoute) -> RouteError {
    RouteError(
      .redirected, "an interceptor shows \(Step(other)) instead of \(Step(route))",
      remedy: "follow redirection of the ActiveRoute, and perform again when the reason is gone")
  }

  static func redirectionCycle(_ way: [CompiledRoute]) -> RouteError {
    RouteError(
      .redirectionCycle,
      "interceptors redirect in a cycle: \(way.map { Step($0).description }.joined(separator: " → "))",
      remedy: "let one of them proceed")
  }
}

extension Duration {
  /// The duration in seconds with one digit, as in `2.5 s`.
  fileprivate var formattedSeconds: String {
    let tenths = Int((self / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
