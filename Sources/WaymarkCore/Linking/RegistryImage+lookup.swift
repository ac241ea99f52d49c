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
}

// Names: several tokens of one type. The type leads to the provider without a name, to its only name's, or to a provider
// with the alternatives.
extension RegistryImage {
  // MARK: - Building

  /// Returns the providers to which the types of names lead, without types that a provider without a name has.
  static func types(of providers: InlineList<Provider>, over below: RegistryImage?) -> [Provider] {
    guard providers.contains(where: { $0.name != 0 }) else { return [] }
    let unnamed = Set(providers.lazy.filter { $0.name == 0 }.map(\.token))
    var found: [TokenDescription: Provider] = [:]
    for provider in providers where provider.name != 0 {
      let type = provider.token.unnamed
      // The first of two declarations counts.
      guard !unnamed.contains(type), found[type]?.token != provider.token,
        let value = forType(of: provider, besides: found[type], over: below)
      else { continue }
      found[type] = value
    }
    return Array(found.values)
  }

  /// Returns the provider for the type of a named one: itself, or one with several names, or nil for an unnamed one.
  static func forType(
    of provider: Provider, besides found: Provider?, over below: RegistryImage?
  ) -> Provider? {
    let type = provider.token.unnamed
    let inherited = below?.found(type)
    // A named provider takes the place of a placeholder route.
    guard let known = found ?? inherited, found != nil || !known.route.isUnimplemented else {
      return provider
    }
    guard known.name != 0 else { return nil }
    let others = (known.alternatives ?? known.names ?? [known]).filter { $0.token != provider.token }
    guard !others.isEmpty else { return provider }
    let all = others + [provider]
    return Provider(all) ?? Provider(all, of: type, provider)
  }

  // MARK: - Looking up

  /// Returns the named tokens with a token's type and role, in O(1) on average for a type without an unnamed provider.
  func names(of type: TokenDescription) -> [TokenDescription] {
    guard hasNames, let found = found(type) else { return [] }
    if let names = found.alternatives ?? found.names { return names.map(\.token) }
    guard found.name == 0 else { return [found.token] }
    var seen: Set<TokenDescription> = []
    return fromTheBase.flatMap(\.providers).map(\.token).filter {
      $0.isNamed && $0.unnamed == type && seen.insert($0).inserted
    }
  }

  /// Returns the names that a declaration in place of or around a token can mean, or nil if there's at most one.
  ///
  /// A request for the type of a route with several names isn't ambiguous, but a change of one of the names is.
  func severalNames(of token: TokenDescription) -> [TokenDescription]? {
    answer(token).ambiguity ?? (token.isNamed ? nil : found(token)?.names?.map(\.token))
  }

  /// Returns the providers of a type with several names and no provider without a name.
  func alternatives(for type: TokenDescription) -> [Provider]? { found(type)?.alternatives }

  /// Returns the provider for a request of a token, without counting a reference.
  ///
  /// It looks up the type, and compares the address of its only name.
  @inline(__always)
  func unretained(_ token: TokenDescription) -> UnretainedReference<Provider>? {
    guard let only = unretained(word: token.word) else { return nil }
    // A layer retains its providers and the layers below.
    if token.name.isNone || only.read({ $0.name == token.name.address }) { return only }
    return unretained(token, besides: only)
  }

  /// Returns the same if it's in the table of this layer, under the type's only name, or nil.
  @inline(__always)
  func unretainedInOwnTable(_ token: TokenDescription) -> UnretainedReference<Provider>? {
    guard let only = table.unretainedInSlots(token.word),
      token.name.isNone || only.read({ $0.name == token.name.address })
    else { return nil }
    return only
  }

  private func unretained(
    _ token: TokenDescription, besides only: UnretainedReference<Provider>
  ) -> UnretainedReference<Provider>? {
    // The address usually identifies one of several names.
    if let found = only.object.alternatives?.first(where: { $0.name == token.name.address }) {
      return UnretainedReference(retainedByCaller: found)
    }
    return namedProvider(for: token).map { UnretainedReference(retainedByCaller: $0) }
  }

  /// Returns the collection of a token, which for a token without a name is the collection of the type's only name.
  func collection(for token: TokenDescription) -> CompiledCollection? {
    if let collection = collection(withToken: token) { return collection }
    guard !token.isNamed else { return nil }
    return provider(for: token.array)?.route.declaration.collection.flatMap { collection(withToken: $0) }
  }
}
