// Names: several keys of one type, and the meaning of a token without a name.
extension Program {
  /// Returns the named tokens with a token's type and role, in the order of declaration.
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

  /// Returns the token that a request refers to.
  ///
  /// A token without a name refers to the only name of its type, unless a declaration provides the type without a name.
  func meant(by token: TokenDescription) -> TokenDescription {
    guard hasNames, !token.isNamed, !providesExactly(token) else { return token }
    let names = names(of: token)
    return names.count == 1 ? names[0] : token
  }

  /// Returns the names among which a request is ambiguous, or nil if it isn't.
  func ambiguity(of token: TokenDescription) -> [TokenDescription]? {
    guard hasNames, !token.isNamed, !providesExactly(token) else { return nil }
    let names = names(of: token)
    return names.count > 1 ? names : nil
  }

  func ambiguity(of dependency: Dependency) -> [TokenDescription]? {
    guard hasNames, !dependency.candidates.contains(where: { provides($0) }) else { return nil }
    return dependency.candidates.lazy.compactMap { self.ambiguity(of: $0) }.first
  }

  /// Returns whether this program or its base provides a token itself, not only a name of its type.
  @inline(never)
  func providesExactly(_ token: TokenDescription) -> Bool {
    if provisions[token.key] != nil { return true }
    if let provider = base?.layer.provider(for: token.key), !provider.route.isUnimplemented {
      return provider.token == token
    }
    return token.role.isCollection && !contributors(to: token.key).isEmpty
  }

  /// Whether this program or its base provides any named token.
  var hasNames: Bool { !ownNames.isEmpty || base?.layer.hasNames ?? false }

  static func names(
    _ provisions: ProvisionTable, _ collections: [CollectionPlan]
  ) -> [TokenKey: [TokenDescription]] {
    var names: [TokenKey: [TokenDescription]] = [:]
    for provision in provisions.first where provision.token.isNamed {
      names[provision.token.unnamed.key, default: []].append(provision.token)
    }
    for plan in collections where plan.token.isNamed {
      names[plan.token.unnamed.key, default: []].append(plan.token)
    }
    return names
  }

  func location(of token: TokenDescription) -> DeclarationLocation? {
    provisions[token.key]?.location ?? base?.layer.provider(for: token.key)?.location
      ?? contributors(to: token.key).first?.location
  }
}
