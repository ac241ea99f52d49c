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

extension Registry {
  /// The tokens of everything that can be requested from the registry, in the order of their declarations.
  ///
  ///     for token in registry.routables { print(token) }
  ///
  /// They include the required tokens of adapters, and those of collections. ``Registry/anyRouter(to:)`` returns a router to each.
  ///
  /// - Complexity: Linear in the number of tokens.
  public var routables: [any Routable] {
    layer.fromTheBase.flatMap { layer in
      layer.providers.filter { provider(for: $0.token.key) === $0 && !$0.route.isHole }
        .map { ($0.route.declaration.collection ?? $0.token).routable }
    }
  }
}

extension TokenDescription {
  /// The token that's described.
  fileprivate var routable: any Routable {
    func token<Requested>(_ type: Requested.Type) -> any Routable {
      var token: any Routable =
        switch role {
        case .view: RoutableView(declaredProtocol: type)
        case .service: RoutableService(declaredProtocol: type)
        case .viewModule: RoutableViewModule(declaredProtocol: type)
        case .serviceModule: RoutableServiceModule(declaredProtocol: type)
        case .views: RoutableViews(declaredProtocol: type)
        case .services: RoutableServices(declaredProtocol: type)
        }
      token.keyName = name
      return token
    }
    return _openExistential(type, do: token)
  }
}
