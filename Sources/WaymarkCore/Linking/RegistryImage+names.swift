import WaymarkRuntime

// Names: several tokens of one type. The type leads to the provider without a name, to its only name's, or to a
// provider with the alternatives.
extension RegistryImage {
  // MARK: - Building

  /// Returns the providers to which the types of names lead, without types that a provider without a name has.
  static func types(of providers: [Provider], over below: RegistryImage?) -> [Provider] {
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

  /// Returns the provider for a token, which for a type with a single name is that name's.
  package func provider(for token: TokenDescription) -> Provider? {
    guard let provider = found(token), provider.alternatives == nil else { return nil }
    return provider
  }

  /// Returns the provider for a token, or one with the alternatives of a type with several names.
  func found(_ token: TokenDescription) -> Provider? {
    token.isNamed ? namedProvider(for: token) : unretained(word: token.word)?.object
  }

  /// Returns the provider to which a type and a role lead, which exists as long as this layer, without counting a
  /// reference.
  ///
  /// - Parameter word: The word of a token without a name.
  @inline(__always)
  func unretained(word: UInt) -> UnretainedReference<Provider>? {
    table.unretainedInSlots(word) ?? unretainedElsewhere(word)
  }

  /// Returns the provider in a table of one entry, or in a lower layer.
  private func unretainedElsewhere(_ word: UInt) -> UnretainedReference<Provider>? {
    // A layer retains lower ones.
    table.soleUnretained(word) ?? below?.unretained(word: word)
  }

  /// Returns the provider of a token with a name.
  @inline(never)
  func namedProvider(for token: TokenDescription) -> Provider? {
    for layer in layers {
      if let provider = layer.ownProvider(for: token) { return provider }
    }
    return nil
  }

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
}
