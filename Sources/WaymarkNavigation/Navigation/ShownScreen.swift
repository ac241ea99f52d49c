import WaymarkCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A screen of a navigator's window.
@MainActor
final class ShownScreen {
  let active: any ShownRoute
  let id: RouteTransition.ID
  /// The tab in which it's shown; nil if it's above all tabs, or if there are none.
  let tab: String?
  /// What leads to the screen; nil if no URL does.
  ///
  /// An interceptor may have shown this screen instead of that of the step.
  private(set) var identity: ScreenIdentity?

  /// Creates the record of a screen that is shown.
  init(_ active: any ShownRoute, tab: String?, in registry: Registry) {
    self.active = active
    id = active.transitionID
    self.tab = tab
    guard let url = Self.url(of: active), let match = registry.match(url) else { return }
    identity = ScreenIdentity(match) { registry.step(match, active.path.kind) }
  }

  /// Whether the screen is still shown, as far as it's known.
  ///
  /// A presenter may lose a view without reporting it.
  var isShown: Bool { active.transitionID == id && active.anyDestination != nil }

  /// The step that leads to the screen.
  var step: RoutePlan.Step? { identity?.step }

  /// A description of the screen.
  var screen: Navigator.Screen {
    Navigator.Screen(
      destination: TypeName.of(active.compiledRoute.declaration.destination), kind: active.path.kind.name,
      url: identity?.url)
  }

  /// Makes the screen that of a step.
  func relate(to identity: ScreenIdentity) { self.identity = identity }

  /// Returns the URL that leads to a screen: the one that opened it, or that of its route if nothing else makes it
  /// what it is.
  private static func url(of active: any ShownRoute) -> String? {
    if let url = active.input?.url { return url }
    guard !active.isPreparedByCaller, active.input == nil else { return nil }
    let declaration = active.compiledRoute.declaration
    guard declaration.configuration == nil else {
      return active.configuration.flatMap { try? active.compiledRoute.url(of: $0).absoluteString }
    }
    return declaration.patterns.lazy.compactMap { try? $0.shape.url([:], fragment: nil) }.first
  }
}

/// What screens are compared by: the route and the parameters of a URL.
@MainActor
final class ScreenIdentity {
  let match: URLMatch
  let route: CompiledRoute
  /// The values of the parameters, by name.
  private(set) lazy var parameters = Dictionary(match.parameters.all.map { ($0.name, $0.values) }) {
    first, _ in first
  }
  /// The step that leads to the screen.
  private(set) lazy var step = makeStep()
  private let makeStep: () -> RoutePlan.Step

  var url: String { match.url }

  /// Creates the identity of a matched URL.
  init(_ match: URLMatch, step: @escaping () -> RoutePlan.Step) {
    self.match = match
    route = match.linked.route
    makeStep = step
  }

  /// Returns whether both have the same parameters.
  func hasParameters(of other: ScreenIdentity) -> Bool { url == other.url || parameters == other.parameters }
}
