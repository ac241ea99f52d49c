package import WaymarkRuntime

extension Registry {
  package func provider(for key: TokenKey) -> Provider? { image.provider(for: key) }

  /// Returns the provider for a user's request, and reports the request to the recorder.
  package func provider(asked token: TokenDescription) -> Provider? {
    recorder?.asked(for: token.key)
    return image.provider(for: token.key)
  }

  /// Returns the provider for a user's request by type, and reports the request to the recorder.
  package func provider(asked type: Any.Type, _ role: TokenRole, _ name: KeyName) -> Provider? {
    recorder?.asked(for: TokenKey(type, role, name))
    return image.provider(for: type, role, name)
  }

  /// Returns whether this registry provides a token.
  @usableFromInline
  func finds(_ key: TokenKey) -> Bool {
    // An isolated module's placeholder route doesn't count. The image retains the provider.
    image.unretained(key).map { $0.read { !$0.route.isUnimplemented } } ?? false
  }

  /// Returns whether the registry can resolve a value for an optional parameter.
  func canProvide(_ type: Any.Type, for kind: DestinationKind, _ token: TokenDescription? = nil) -> Bool {
    let provider = token.map { image.provider(for: $0.key) } ?? image.provider(of: type, for: kind)
    guard let provider, !provider.route.isUnimplemented else {
      return false
    }
    return provider.route.declaration.scope.map(hasOpen) ?? true
  }

  /// Returns whether any route contributes to one of these collections.
  func hasContributions(_ tokens: [TokenDescription]) -> Bool {
    tokens.contains { image.collection(for: $0).map { !$0.members.isEmpty } ?? false }
  }
}

extension Registry {
  /// Descriptions of the routes in force, in the order of declaration.
  ///
  ///     for route in registry.routes { print(route.destination, route.provides) }
  ///
  /// A route isn't included if all its tokens, identifiers, and URLs were replaced. Use this for logs, tests, and
  /// tools.
  ///
  /// - Complexity: Linear in the number of routes. Each access creates new strings, which takes microseconds for each
  ///   route.
  public var routes: [RouteDescription] {
    let adapted = adaptedTokens
    return image.routes.compactMap { description(of: $0, adapted: adapted[ObjectIdentifier($0)] ?? []) }
  }

  func description(of route: CompiledRoute, adapted: [String] = []) -> RouteDescription? {
    let declaration = route.declaration
    let provides = declaration.tokens.filter { provider(for: $0.key)?.route === route }
    let names = declaration.names.filter { image.route(named: $0) === route }
    let identifiers = names.filter { $0.kind == .identifier }.map(\.text)
    let urls = names.filter { $0.kind == .url }.map(\.text)
    let contributions = image.contributions(of: route).map(\.text)
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
    for image in image.fromTheBase {
      for entry in image.providers where entry.undecorated.adapter != nil {
        let token = entry.token
        guard provider(for: token.key) === entry else { continue }
        result[ObjectIdentifier(entry.route), default: []].append(token.description)
      }
    }
    return result
  }
}

extension Registry {
  /// The tokens of everything that the registry provides, in the order of their declarations.
  ///
  ///     for token in registry.routables { print(token) }
  ///
  /// They include adapters' required tokens and collections. ``Registry/anyRouter(to:)`` returns a router to each.
  ///
  /// - Complexity: Linear in the number of tokens.
  public var routables: [any Routable] {
    image.fromTheBase.flatMap { image in
      image.providers.filter { provider(for: $0.token.key) === $0 && !$0.route.isUnimplemented }
        .map { ($0.route.declaration.collection ?? $0.token).routable }
    }
  }
}

extension TokenDescription {
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
