import WaymarkRuntime

// Look-ups in a registry's topmost layer.
extension RegistryImage {
  func providers(of type: Any.Type) -> [Provider] {
    let named = fromTheBase.flatMap(\.providers).filter {
      $0.name != 0 && $0.token.type == type && provider(for: $0.token) === $0
    }
    return TokenRole.allCases.flatMap { role in
      let unnamed = [provider(for: TokenDescription(type, role))].compactMap(\.self).filter { $0.name == 0 }
      return unnamed + named.filter { $0.token.role == role }
    }
  }

  /// Returns the tokens that provide a type in any role, with the locations of their declarations.
  func provided(_ type: Any.Type) -> [(token: TokenDescription, location: DeclarationLocation)] {
    var provided = providers(of: type).map { (token: $0.token, location: $0.location) }
    let collections = collectionTokens.filter { $0.type == type }
    for role in [TokenRole.views, .services] {
      // The only token without a name comes before the ones with a name.
      for isNamed in [false, true] {
        for token in collections where token.role == role && token.isNamed == isNamed {
          if let location = location(of: token) { provided.append((token, location)) }
        }
      }
    }
    return provided
  }

  func location(of token: TokenDescription) -> DeclarationLocation? {
    switch answer(token) {
    case .one(let provider): provider.location
    case .all(let collection): collection.members.first?.provider.location
    case .several, .none: nil
    }
  }

  /// Returns the provider of a certain route for a token, even if the registry provides the token by another route.
  func destinationProvider(for token: TokenDescription, of route: CompiledRoute) -> Provider? {
    if let provider = provider(for: token), provider.route === route { return provider }
    let bindings = route.declaration.bindings
    // A token without a name refers to the only one of its type that this route has.
    let named = bindings.filter { $0.token.unnamed == token }
    let binding = bindings.first { $0.token == token } ?? (named.count == 1 ? named[0] : nil)
    return binding.map { Provider($0, route, slot: nil, existential: nil) }
  }

  package var allTokens: [TokenDescription] {
    let providers = fromTheBase.flatMap(\.providers)
    return providers.filter { $0.route.declaration.collection == nil }.map(\.token) + collectionTokens
  }

  /// All identifiers, in the order of their declaration.
  var identifiers: [String] {
    routes.flatMap { route in
      route.declaration.names.filter { $0.kind == .identifier && self.route(named: $0) === route }.map(\.text)
    }
  }

  package func contributions(of route: CompiledRoute) -> [Contribution] {
    route.declaration.contributions.filter { contribution in
      collection(for: contribution.token)?.members(of: route).contains {
        $0.provider.binding === contribution.binding
      } ?? false
    }
  }

  /// Returns whether any token, collection, identifier, or URL leads to a route.
  package func isInForce(_ route: CompiledRoute) -> Bool {
    route.declaration.bindings.contains { provider(for: $0.token)?.route === route }
      || contributions(of: route).first != nil
      || route.declaration.names.contains { self.route(named: $0) === route }
  }

  /// Returns the collection of exactly this token, or nil if no layer changes it.
  package func collection(withToken token: TokenDescription) -> CompiledCollection? {
    for layer in layers {
      if let collection = layer.collections[token] { return collection }
    }
    return nil
  }

  /// The tokens of collections with contributions, in the order of their first contribution.
  package var collectionTokens: [TokenDescription] {
    var seen: Set<TokenDescription> = []
    return routes.flatMap(\.declaration.contributions).map(\.token).filter { seen.insert($0).inserted }
  }

  /// Returns the decorators of a token, innermost first.
  func decorators(of token: TokenDescription) -> [CompiledDecorator] { decorators[token] ?? [] }

  func isDecorated(_ token: TokenDescription) -> Bool { decorators[token] != nil }

  func adapters(to token: TokenDescription) -> [CompiledAdapter] {
    fromTheBase.flatMap { $0.adapters[token] ?? [] }
  }

  /// Returns the collection of a token, which for a token without a name is the collection of the type's only name.
  func collection(for token: TokenDescription) -> CompiledCollection? {
    if let collection = collection(withToken: token) { return collection }
    guard !token.isNamed else { return nil }
    return provider(for: token.array)?.route.declaration.collection.flatMap { collection(withToken: $0) }
  }
}
