package import WaymarkRuntime

extension Registry {
  package func provider(for key: TokenKey) -> Provider? { layer.provider(for: key) }

  /// Returns the provider for a user's request, which is reported to the recorder, if there's one.
  package func provider(asked token: TokenDescription) -> Provider? {
    recorder?.asked(for: token.key)
    return layer.provider(for: token.key)
  }

  /// Does the same for a token whose key isn't known yet.
  package func provider(asked type: Any.Type, _ role: TokenRole, _ name: KeyName) -> Provider? {
    recorder?.asked(for: TokenKey(type, role, name))
    return layer.provider(for: type, role, name)
  }

  /// The first complete extension of an early registry; nil if there's none, or if this registry is complete.
  ///
  /// For the registry of a scope, the same scopes are open in it. Instances get the registry of its instances, so that they
  /// don't keep it alive.
  package var completion: Registry? {
    let complete = completedRoot.flatMap(completed)
    return isCounted ? complete?.maker : complete
  }

  /// The root of the first complete extension of an early registry.
  private var completedRoot: Registry? { properties.completion?.withLock(\.registry) }

  /// Returns whether a scope of this registry, or of the complete extension of an early one, starts or stops instances.
  func hasLifecycles(in scope: Any.Type) -> Bool {
    layer.hasLifecycles(in: scope) || completesLifecycles(in: scope)
  }

  /// Returns whether the complete extension of an early registry starts or stops instances in a scope.
  func completesLifecycles(in scope: Any.Type) -> Bool {
    completedRoot?.layer.hasLifecycles(in: scope) ?? false
  }

  /// Calls a closure once when an early registry gets a complete extension, or at once if it has one.
  ///
  /// - Parameter body: The closure, which the thread that creates the extension calls.
  package func whenCompleted(_ body: @escaping @Sendable () -> Void) {
    let isCompleted = properties.completion?.withLock { completion in
      if completion.registry == nil { completion.waiting.append(body) }
      return completion.registry != nil
    }
    if isCompleted == true { body() }
  }

  /// Returns whether this registry, or the complete extension of an early one, provides a token.
  @usableFromInline
  func finds(_ key: TokenKey) -> Bool {
    // What stands in for something that an isolated module lacks isn't it. The layer retains the provider.
    layer.unretained(key).map { $0.read { !$0.route.isHole } } ?? completion?.finds(key) ?? false
  }

  /// Returns the provider for a parameter of a route: a service, or for a view's route also a view.
  func provider(of type: Any.Type, for kind: DestinationKind) -> Provider? {
    if let provider = provider(for: TokenKey(type, .service)) { return provider }
    return kind == .view ? provider(for: TokenKey(type, .view)) : nil
  }

  /// Returns whether an optional parameter of a type isn't nil: something provides it, and its scope is open.
  ///
  /// - Parameters:
  ///   - type: The type of the parameter.
  ///   - kind: The kind of the route.
  ///   - token: The token of the parameter; nil if it's resolved by its type.
  func canProvide(_ type: Any.Type, for kind: DestinationKind, _ token: TokenDescription? = nil) -> Bool {
    let provider = token.map { self.provider(for: $0.key) } ?? provider(of: type, for: kind)
    guard let provider, !provider.route.isHole else {
      return false
    }
    return provider.route.declaration.scope.map(hasOpen) ?? true
  }

  /// Returns the providers of a type in all roles, with all names.
  func providers(of type: Any.Type) -> [Provider] {
    TokenRole.allCases.flatMap { role in
      let named = layer.fromTheBase.flatMap(\.providers).filter { provider in
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
    let providers = layer.fromTheBase.flatMap(\.providers)
    return providers.filter { $0.route.declaration.collection == nil }.map(\.token) + layer.collectionTokens
  }

  /// All identifiers, in the order of their declaration.
  var identifiers: [String] { routes.flatMap(\.identifiers) }

  /// Returns the contributions of a route that this registry has.
  func contributions(of route: CompiledRoute) -> [Contribution] {
    route.declaration.contributions.filter { contribution in
      layer.collection(for: contribution.token)?.members.contains {
        $0.provider.route === route && $0.provider.binding === contribution.binding
      } ?? false
    }
  }

  /// Returns whether any token, collection, identifier, or URL leads to a route in this registry.
  func isInForce(_ route: CompiledRoute) -> Bool {
    route.declaration.bindings.contains { provider(for: $0.token.key)?.route === route }
      || contributions(of: route).first != nil
      || route.declaration.names.contains { layer.route(named: $0) === route }
  }
}
