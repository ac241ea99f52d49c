// What a registry provides, as its topmost layer finds it.
extension RegistryLayer {
  /// Returns the provider for a parameter of a route: a service, or for a view's route also a view.
  func provider(of type: Any.Type, for kind: DestinationKind) -> Provider? {
    if let provider = provider(for: TokenKey(type, .service)) { return provider }
    return kind == .view ? provider(for: TokenKey(type, .view)) : nil
  }

  /// Returns the providers of a type in all roles, with all names.
  func providers(of type: Any.Type) -> [Provider] {
    TokenRole.allCases.flatMap { role in
      let named = fromTheBase.flatMap(\.providers).filter { provider in
        provider.name != 0 && provider.token.type == type && provider.token.role == role
          && self.provider(for: provider.token.key) === provider
      }
      let unnamed = provider(for: TokenKey(type, role))
      return (unnamed.map { $0.name == 0 ? [$0] : [] } ?? []) + named
    }
  }

  /// Returns the provider of a certain route for a token, even if the registry provides the token by another
  /// route.
  func destinationProvider(for token: TokenDescription, of route: CompiledRoute) -> Provider? {
    if let provider = provider(for: token.key), provider.route === route { return provider }
    let bindings = route.declaration.bindings
    // A token without a name means the only one of its type that this route has.
    let named = bindings.filter { $0.token.unnamed == token }
    let binding = bindings.first { $0.token == token } ?? (named.count == 1 ? named[0] : nil)
    return binding.map { Provider($0, route, slot: nil, existential: nil) }
  }

  /// All tokens that are provided.
  var allTokens: [TokenDescription] {
    let providers = fromTheBase.flatMap(\.providers)
    return providers.filter { $0.route.declaration.collection == nil }.map(\.token) + collectionTokens
  }

  /// All identifiers, in the order of their declaration.
  var identifiers: [String] {
    routes.flatMap { route in
      route.declaration.names.filter { $0.kind == .identifier && self.route(named: $0) === route }.map(\.text)
    }
  }

  /// Returns the contributions of a route that are in force.
  func contributions(of route: CompiledRoute) -> [Contribution] {
    route.declaration.contributions.filter { contribution in
      collection(for: contribution.token)?.members.contains {
        $0.provider.route === route && $0.provider.binding === contribution.binding
      } ?? false
    }
  }

  /// Returns whether any token, collection, identifier, or URL leads to a route.
  func isInForce(_ route: CompiledRoute) -> Bool {
    route.declaration.bindings.contains { provider(for: $0.token.key)?.route === route }
      || contributions(of: route).first != nil
      || route.declaration.names.contains { self.route(named: $0) === route }
  }

  /// Returns the routes that contribute to a collection, in order.
  func contributors(to key: TokenKey, areKeyed: Bool = false) -> [RouteDeclaration] {
    guard let collection = collection(for: key) else { return [] }
    return collection.members.filter { !areKeyed || $0.key != nil }.map(\.provider.route.declaration)
  }

  /// Returns whether one of some tokens is decorated.
  func hasDecorators(ofAny keys: some Sequence<TokenKey>) -> Bool {
    hasDecorators && keys.contains(where: isDecorated)
  }
}
