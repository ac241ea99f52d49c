// Names: several keys of one type, and what a token without a name means.
extension Program {
  /// Returns the tokens with names of the type and role of a token, of this program and its base.
  ///
  /// - Returns: The tokens in the order of declaration; none for most types.
  func names(of token: TokenDescription) -> [TokenDescription] {
    let type = token.unnamed
    let inherited = base.map { base -> [TokenDescription] in
      guard base.layer.hasNames else { return [] }
      let provided = token.role.isCollection ? base.layer.names(of: type.array) : base.layer.names(of: type)
      return provided.map { $0.with(type.type, type.role) }
    }
    let own = ownNames[type.key] ?? []
    return (inherited ?? []).filter { !own.contains($0) } + own
  }

  /// Returns the token that a token means: the only one of its type for a token without a name, unless something
  /// provides the type without a name.
  func meant(by token: TokenDescription) -> TokenDescription {
    guard hasNames, !token.isNamed, !providesExactly(token) else { return token }
    let names = names(of: token)
    return names.count == 1 ? names[0] : token
  }

  /// Returns the tokens between which a request can't decide: the names of its type; nil if it's clear.
  func ambiguity(of token: TokenDescription) -> [TokenDescription]? {
    guard hasNames, !token.isNamed, !providesExactly(token) else { return nil }
    let names = names(of: token)
    return names.count > 1 ? names : nil
  }

  /// Returns the tokens that can satisfy a dependency without a name, if there are several of one type and none is meant.
  func ambiguity(of dependency: Dependency) -> [TokenDescription]? {
    guard hasNames, !dependency.candidates.contains(where: { provides($0) }) else { return nil }
    return dependency.candidates.lazy.compactMap { self.ambiguity(of: $0) }.first
  }

  /// Returns whether this program or its base provides a token itself, and not only a name of its type.
  func providesExactly(_ token: TokenDescription) -> Bool {
    if claims[token.key] != nil { return true }
    if let provider = base?.layer.provider(for: token.key), !provider.route.isHole {
      return provider.token == token
    }
    return token.role.isCollection && !contributors(to: token.key).isEmpty
  }

  /// Whether this program or its base provides anything by a name.
  var hasNames: Bool { !ownNames.isEmpty || base?.layer.hasNames ?? false }

  /// Returns the tokens with names, by the keys of their types.
  static func names(
    _ claims: ClaimTable, _ collections: [CollectionPlan]
  ) -> [TokenKey: [TokenDescription]] {
    var names: [TokenKey: [TokenDescription]] = [:]
    for claim in claims.first where claim.token.isNamed {
      names[claim.token.unnamed.key, default: []].append(claim.token)
    }
    for plan in collections where plan.token.isNamed {
      names[plan.token.unnamed.key, default: []].append(plan.token)
    }
    return names
  }

  /// Returns the location of the declaration that provides a token, or contributes to it.
  func location(of token: TokenDescription) -> DeclarationLocation? {
    claims[token.key]?.location ?? base?.layer.provider(for: token.key)?.location
      ?? contributors(to: token.key).first?.location
  }
}

// Questions about collections and decorators.
extension Program {
  /// Returns the routes that contribute to a collection, in order.
  ///
  /// - Parameters:
  ///   - key: The key of the collection's token.
  ///   - areKeyed: Whether only those with a key are returned.
  func contributors(to key: TokenKey, areKeyed: Bool = false) -> [RouteDeclaration] {
    if let plan = collections.first(where: { $0.token.key == key }) {
      return plan.elements.filter { !areKeyed || $0.key != nil }.map(\.route)
    }
    return base?.layer.contributors(to: key, areKeyed: areKeyed) ?? []
  }

  /// Returns the decorators of a token, the innermost first; those of the base have no ordinal.
  func decorators(of key: TokenKey) -> [(declaration: DecoratorDeclaration, ordinal: Int?)] {
    let own = decorators.isEmpty ? [] : decorators.filter { $0.declaration.token.key == key }
    let inherited = base?.layer.decorators(of: key, replacingOverrides: replacesOverrides(of: key)) ?? []
    return inherited.map { ($0.declaration, nil) } + own.map { ($0.declaration, $0.ordinal) }
  }

  /// Returns whether this program replaces the provider of a token, and so the decorators of earlier overrides.
  private func replacesOverrides(of key: TokenKey) -> Bool { mode == .overriding && claims[key] != nil }

  func isDecorated(_ key: TokenKey) -> Bool { !decorators(of: key).isEmpty }
}
