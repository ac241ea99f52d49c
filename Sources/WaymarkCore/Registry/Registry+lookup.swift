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

  /// Returns whether an optional parameter of a type isn't nil: something provides it, and its scope is open.
  ///
  /// - Parameters:
  ///   - type: The type of the parameter.
  ///   - kind: The kind of the route.
  ///   - token: The token of the parameter; nil if it's resolved by its type.
  func canProvide(_ type: Any.Type, for kind: DestinationKind, _ token: TokenDescription? = nil) -> Bool {
    let provider = token.map { layer.provider(for: $0.key) } ?? layer.provider(of: type, for: kind)
    guard let provider, !provider.route.isHole else {
      return false
    }
    return provider.route.declaration.scope.map(hasOpen) ?? true
  }
}
