import WaymarkRuntime

/// The answer to the question who satisfies a need.
package enum Answer {
  case one(Provider)
  case all(CompiledCollection)
  /// Several names provide the type, and the request has none of them.
  case several([Provider])
  case none

  /// Whether something satisfies the need, or several names would.
  var isAny: Bool { if case .several = self { true } else { isProvided } }

  /// Whether something satisfies the need.
  var isProvided: Bool {
    switch self {
    case .one: true
    case .all(let collection): !collection.members.isEmpty
    case .several, .none: false
    }
  }

  /// The token that satisfies the need, or the tokens among which a request is ambiguous.
  package var tokens: [TokenDescription] {
    switch self {
    case .one(let provider): [provider.token]
    case .all(let collection): [collection.token]
    case .several(let providers): providers.map { $0.route.declaration.collection ?? $0.token }
    case .none: []
    }
  }

  /// The tokens among which a request is ambiguous, or nil if it isn't.
  var ambiguity: [TokenDescription]? { if case .several = self { tokens } else { nil } }
}

// The only place that knows the order in which tokens satisfy a need. Its functions aren't inlined, because many rules
// call them, and the compiler would optimize a copy for each call.
extension RegistryImage {
  /// Returns what satisfies a token.
  ///
  /// A token without a name means the provider without a name, or the only named one. An array of a collection's type
  /// is the collection.
  @inline(never)
  func answer(_ token: TokenDescription) -> Answer {
    guard !token.role.isCollection else {
      if let collection = collection(for: token) { return .all(collection) }
      return alternatives(for: token.array).map { .several($0) } ?? .none
    }
    guard let provider = found(token) else { return .none }
    if let alternatives = provider.alternatives { return .several(alternatives) }
    guard let collection = provider.route.declaration.collection else { return .one(provider) }
    return self.collection(withToken: collection).map { .all($0) } ?? .none
  }

  /// Returns what satisfies a need: the first of its tokens with a provider or contributions.
  ///
  /// If there's none, several names of a type come before an empty collection.
  @inline(never)
  package func answer(_ need: Dependency) -> Answer {
    var found = Answer.none
    for token in need.candidates {
      let answer = answer(token)
      if need.refusesNames, answer.tokens.contains(where: \.isNamed) { continue }
      if answer.isProvided { return answer }
      if answer.isAny && !found.isAny || found.tokens.isEmpty { found = answer }
    }
    return found
  }

  /// Returns the providers that satisfy a need: one, the contributions to a collection, or none.
  ///
  /// The type of a property can mean any of several names.
  func providers(for need: Dependency) -> [Provider] { providers(of: answer(need), for: need) }

  @inline(never)
  func providers(of answer: Answer, for need: Dependency) -> [Provider] {
    switch answer {
    case .one(let provider): [provider]
    case .all(let collection):
      need.collection == .keyed
        ? collection.members.filter { $0.key != nil }.map(\.provider) : collection.members.map(\.provider)
    case .several:
      need.isProperty ? answer.tokens.flatMap { providers(of: self.answer($0), for: need) } : []
    case .none: []
    }
  }

  /// Returns the provider for a parameter of a route: a service, or for a view's route also a view.
  func provider(of type: Any.Type, for kind: DestinationKind) -> Provider? {
    if let provider = parameterProvider(TokenDescription(type, .service)) { return provider }
    return kind == .view ? parameterProvider(TokenDescription(type, .view)) : nil
  }

  private func parameterProvider(_ token: TokenDescription) -> Provider? {
    refusesName(for: token) ? nil : provider(for: token)
  }

  /// Returns whether only `Takes` supplies a parameter of a type with the type's provider.
  func refusesName(for token: TokenDescription) -> Bool {
    // Few providers have a name, so few requests wait for the lock of the standard types.
    guard let provider = unretained(token), provider.read({ $0.token.isNamed }) else { return false }
    return StandardType.contains(token.type)
  }
}
