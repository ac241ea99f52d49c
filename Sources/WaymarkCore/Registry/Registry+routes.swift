import WaymarkRuntime

extension Registry {
  /// Descriptions of the routes, in the order of declaration, with what each provides in this registry.
  ///
  ///     for route in registry.routes { print(route.destination, route.provides) }
  ///
  /// A route whose tokens, identifiers, and URLs were all replaced isn't included. Use this for logs, tests,
  /// and tools.
  ///
  /// - Complexity: Linear in the number of routes. Each access creates the strings anew, which takes
  ///   microseconds for each route.
  public var routes: [RouteDescription] {
    let adapted = adaptedTokens
    return layer.routes.compactMap { description(of: $0, adapted: adapted[ObjectIdentifier($0)] ?? []) }
  }

  /// Returns the description of a route in this registry; nil if it was replaced.
  func description(of route: CompiledRoute, adapted: [String] = []) -> RouteDescription? {
    let declaration = route.declaration
    let provides = declaration.tokens.filter { provider(for: $0.key)?.route === route }
    let names = declaration.names.filter { layer.route(named: $0) === route }
    let identifiers = names.filter { $0.kind == .identifier }.map(\.text)
    let urls = names.filter { $0.kind == .url }.map(\.text)
    let contributions = layer.contributions(of: route).map(\.text)
    guard !provides.isEmpty || !contributions.isEmpty || !names.isEmpty else { return nil }
    return RouteDescription(
      destination: TypeName.of(declaration.destination), kind: declaration.kind,
      lifetime: declaration.lifetime, scope: declaration.scope.map { TypeName.of($0) },
      provides: provides.map(\.description), adapted: adapted, contributions: contributions,
      identifiers: identifiers, urls: urls,
      module: route.module.map { TypeName.of($0) }, profile: route.profile?.name,
      location: declaration.location)
  }

  /// The required tokens of the adapters that lead to each route.
  private var adaptedTokens: [ObjectIdentifier: [String]] {
    var result: [ObjectIdentifier: [String]] = [:]
    for layer in layer.fromTheBase {
      for entry in layer.providers where entry.undecorated.adapter != nil {
        let token = entry.token
        guard provider(for: token.key) === entry else { continue }
        result[ObjectIdentifier(entry.route), default: []].append(token.description)
      }
    }
    return result
  }
}
