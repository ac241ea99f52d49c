import WaymarkRuntime

extension Registry {
  /// The routes in the order of their declaration, with what each provides in this registry.
  ///
  /// A route all of whose names and URLs were overridden is not among them.
  ///
  /// - Complexity: Linear in the number of routes; texts are made, so this is for people, not for hot code.
  public var routes: [RouteDescription] {
    let adapted = adaptedTokens
    return layer.routes.compactMap { description(of: $0, adapted: adapted[ObjectIdentifier($0)] ?? []) }
  }

  /// What one route is in this registry; nil where it was replaced.
  func description(of route: RouteRecord, adapted: [String] = []) -> RouteDescription? {
    let draft = route.draft
    let provides = draft.tokens.filter { provider(for: $0.key)?.route === route }
    let identifiers = draft.identifiers.filter { layer.route(identifier: $0) === route }
    let urls = layer.patterns(of: route).map(\.shape.text)
    guard !provides.isEmpty || !identifiers.isEmpty || !urls.isEmpty else { return nil }
    return RouteDescription(
      destination: TypeName.of(draft.destination), kind: draft.kind, lifetime: draft.lifetime,
      provides: provides.map(\.description), adapted: adapted, identifiers: identifiers, urls: urls,
      module: draft.module.map { TypeName.of($0) }, location: draft.location)
  }

  /// What adapters lead to each route.
  private var adaptedTokens: [ObjectIdentifier: [String]] {
    var result: [ObjectIdentifier: [String]] = [:]
    for layer in layer.fromTheBase {
      for entry in layer.providers.entries where entry.value.adapter != nil {
        let token = entry.value.token
        guard provider(for: token.key) === entry.value else { continue }
        result[ObjectIdentifier(entry.value.route), default: []].append(token.description)
      }
    }
    return result
  }
}
