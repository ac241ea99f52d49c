/// A screen of a navigator's window.
@MainActor
struct ShownScreen {
  /// What a screen is compared by.
  struct Identity {
    let route: CompiledRoute
    let parameters: [String: [String]]
  }

  let active: any ShownRoute
  let id: RouteTransition.ID
  /// The tab in which it's shown; nil if it's above all tabs, or if there are none.
  let tab: String?
  /// The step that leads to the screen; nil if none does.
  var step: RoutePlan.Step?
  /// The route and the parameters of the step, of which an interceptor may have shown another screen.
  var identity: Identity?

  /// Whether the screen is still shown, as far as it's known.
  ///
  /// A presenter may lose a view without reporting it.
  var isShown: Bool { active.transitionID == id && active.anyDestination != nil }

  /// A description of the screen.
  var screen: Navigator.Screen {
    Navigator.Screen(
      destination: TypeName.of(active.compiledRoute.declaration.destination), kind: active.path.kind.name,
      url: step?.url)
  }

  /// Creates the record of a screen that is shown.
  init(_ active: any ShownRoute, tab: String?, in registry: Registry) {
    self.active = active
    id = active.transitionID
    self.tab = tab
    guard let url = Self.url(of: active), let match = registry.match(url) else { return }
    step = registry.step(match, active.path.kind)
    identity = Identity(match)
  }

  /// Returns the URL that leads to a screen: the one that opened it, or that of its route if nothing else makes it
  /// what it is.
  private static func url(of active: any ShownRoute) -> String? {
    if let url = active.input?.url { return url }
    let declaration = active.compiledRoute.declaration
    guard declaration.configuration == nil, !active.isPreparedByCaller, active.input == nil else {
      return nil
    }
    return declaration.patterns.lazy.compactMap { try? $0.shape.url([:], fragment: nil) }.first
  }
}

extension ShownScreen.Identity {
  init(_ match: URLMatch) {
    let parameters = match.parameters.all.map { ($0.name, $0.values) }
    self.init(route: match.linked.route, parameters: Dictionary(parameters) { first, _ in first })
  }
}
