import WaymarkCore

/// The identity of a screen for comparisons: the route, the parameters of a URL, and the open parts of its pattern.
@MainActor
final class ScreenIdentity {
  let match: URLMatch
  let route: CompiledRoute
  /// The values of the parameters, by name.
  private(set) lazy var parameters = match.parameters.byName
  private lazy var openParts = match.parameters.openParts
  private(set) lazy var step = makeStep()
  private let makeStep: () -> RoutePlan.Step

  var url: String { match.url }

  init(_ match: URLMatch, step: @escaping () -> RoutePlan.Step) {
    self.match = match
    route = match.linked.route
    makeStep = step
  }

  /// Returns whether two URLs lead to the same screen, regardless of the fragment.
  func isSame(as other: ScreenIdentity) -> Bool { route === other.route && hasParameters(of: other) }

  /// Returns whether the URLs of two screens of one route show the same, regardless of the fragment.
  func hasParameters(of other: ScreenIdentity) -> Bool {
    url == other.url || parameters == other.parameters && openParts.agree(with: other.openParts)
  }
}

/// A screen that interceptors have shown in place of a step, as a value that outlives it.
struct Redirection: Sendable {
  /// The step.
  let step: ScreenIdentity
  private let route: CompiledRoute
  private let input: RequestContext?

  @MainActor
  init(to active: any ShownRoute, inPlaceOf step: ScreenIdentity) {
    (route, input, self.step) = (active.compiledRoute, active.input, step)
  }

  /// Returns whether interceptors would show the screen again.
  func isResult(of decisions: [Interception.Decision]) -> Bool {
    guard case .proceed? = decisions.last,
      case .redirect(let router, let context)? = decisions.dropLast().last, router.route === route
    else { return false }
    return RequestContext.haveSameParameters(input, context)
  }
}

extension RequestContext {
  /// Returns whether two requests have no URL, or URLs that show the same, regardless of the fragment.
  fileprivate static func haveSameParameters(_ first: RequestContext?, _ second: RequestContext?) -> Bool {
    if first?.url == second?.url { return true }
    guard let first = first?.parameters, let second = second?.parameters else { return false }
    return first.byName == second.byName && first.openParts.agree(with: second.openParts)
  }
}
