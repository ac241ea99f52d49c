import WaymarkRuntime

extension Registry {
  func provider(for key: TokenKey) -> Provider? { layer.provider(for: key) }

  /// The provider that somebody asks for, heard by a dry run.
  func provider(asked key: TokenKey) -> Provider? {
    recorder?.asked(for: key)
    return layer.provider(for: key)
  }

  /// The provider for a parameter of a route of this kind: services everywhere, views for views.
  func provider(of type: Any.Type, for kind: DestinationKind) -> Provider? {
    if let provider = provider(for: TokenKey(type, .service)) { return provider }
    return kind == .view ? provider(for: TokenKey(type, .view)) : nil
  }

  func provides(_ type: Any.Type, for kind: DestinationKind) -> Bool { provider(of: type, for: kind) != nil }

  /// The providers of a type in all roles.
  func providers(of type: Any.Type) -> [Provider] {
    TokenRole.allCases.compactMap { provider(for: TokenKey(type, $0)) }
  }

  /// The provider of a destination that a certain route makes, also where the registry has replaced it by another.
  func destinationProvider(for token: TokenDescription, of route: CompiledRoute) -> Provider? {
    if let provider = provider(for: token.key), provider.route === route { return provider }
    return route.declaration.bindings.first { $0.token == token }
      .map { Provider($0, route, slot: nil, existential: nil) }
  }

  /// Everything that's provided.
  var allTokens: [TokenDescription] { layer.fromTheBase.flatMap(\.providers).map(\.token) }

  /// All identifiers, in the order of their declaration.
  var identifiers: [String] { routes.flatMap(\.identifiers) }

  /// Whether a route still leads anywhere in this registry, or was replaced.
  func isInForce(_ route: CompiledRoute) -> Bool {
    route.declaration.bindings.contains { provider(for: $0.token.key)?.route === route }
      || route.declaration.names.contains { layer.route(named: $0) === route }
  }

  /// Tells the registry's `ReportsErrors` of an error that is about to leave it.
  ///
  /// - Returns: The error, to be thrown.
  @usableFromInline
  func reporting(_ error: RouteError) -> RouteError {
    let reporters = handlers(ReportsErrors.self)
    guard !reporters.isEmpty else { return error }
    // An error inside a factory of this registry goes to the factory, which may catch it; one that a
    // reporter causes goes to the reporter. A frame without subject only binds a registry.
    guard !ResolutionStack.all.contains(where: { $0.owner === self && $0.subject != nil }) else {
      return error
    }
    ResolutionStack.with(owner: self, subject: layer) {
      for reporter in reporters { reporter.report(error) }
    }
    return error
  }
}
