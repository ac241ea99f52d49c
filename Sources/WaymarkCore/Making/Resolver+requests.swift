import WaymarkRuntime

extension Resolver {
  // MARK: - Destinations

  /// Returns the service, creating it if needed.
  ///
  ///     Route(Editor.self) {
  ///       View(.editor)
  ///     } make: { resolver in
  ///       Editor(store: try resolver(.notes))
  ///     }
  ///
  /// - Parameter token: The token of the service, usually its name.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides the service, or another `RouteError` if creation fails.
  @inlinable
  public func callAsFunction<Requested>(
    _ token: RoutableService<Requested>
  ) throws(RouteError) -> Requested {
    try registry.make(Requested.self, .service, token.keyName)
  }

  /// Returns the service, creating it if needed, with a preparation.
  ///
  ///     Route(Editor.self) {
  ///       View(.editor)
  ///     } make: { resolver in
  ///       Editor(store: try resolver(.notes) { $0.name = "archive" })
  ///     }
  ///
  /// - Parameters:
  ///   - token: The token of the service, usually its name.
  ///   - preparing: Prepares the service before its route does, during the call.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides the service, or another `RouteError` if creation fails.
  public func callAsFunction<Requested>(
    _ token: RoutableService<Requested>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try registry.makePrepared(Requested.self, .service, token.keyName, preparing)
  }

  /// Returns the view, creating it if needed.
  ///
  ///     Route(Editor.self) {
  ///       View(.editor)
  ///     } make: { resolver in
  ///       Editor(preview: try resolver(.preview))
  ///     }
  ///
  /// - Parameter token: The token of the view, usually its name.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides the view, or another `RouteError` if creation fails.
  @_disfavoredOverload
  @inlinable
  @MainActor
  public func callAsFunction<Requested>(
    _ token: RoutableView<Requested>
  ) throws(RouteError) -> Requested {
    try registry.make(Requested.self, .view, token.keyName)
  }

  /// Returns the view, creating it if needed, with a preparation.
  ///
  ///     Route(Editor.self) {
  ///       View(.editor)
  ///     } make: { resolver in
  ///       Editor(preview: try resolver(.preview) { $0.zoom = 2 })
  ///     }
  ///
  /// - Parameters:
  ///   - token: The token of the view, usually its name.
  ///   - preparing: Prepares the view before its route does, during the call.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides the view, or another `RouteError` if creation fails.
  @_disfavoredOverload
  @MainActor
  public func callAsFunction<Requested>(
    _ token: RoutableView<Requested>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try registry.makePrepared(Requested.self, .view, token.keyName, preparing)
  }

  // MARK: - Scopes

  /// Returns the value of an open scope.
  ///
  ///     Route(Greeting.self) {
  ///       Service<any Welcome>()
  ///     } make: { routes in
  ///       Greeting(user: routes.scope(Session.self)?.user ?? "guest")
  ///     }
  ///
  /// - Parameter type: The type of the scope.
  /// - Returns: The value of the scope, or nil if no scope of this type is open.
  public func scope<Scope: RouteScope>(_ type: Scope.Type) -> Scope? {
    if let value = registry.scope(type) { return value }
    // A scope that closes while a factory runs doesn't look as if none were open.
    let registry = registry
    guard ResolutionStack.first(where: { owner, _ in owner === registry }) != nil else { return nil }
    return registry.registry(of: type)?.scope?.value(as: type)
  }

  // MARK: - Arguments

  /// Returns the argument for a parameter of a route's initializer, by its type.
  ///
  /// Only the route's factory calls it, on the main actor for a view's route, so it can also create views.
  func argument<Argument>(
    _ type: Argument.Type, for kind: DestinationKind, _ taken: TakenTokens?, _ position: inout Int
  ) throws(RouteError) -> Argument {
    guard let taken else { return try argumentByType(type, for: kind) }
    defer { position += 1 }
    return try argument(type, for: kind, as: taken[position])
  }

  /// Returns the argument for a parameter, by a token if one is supplied.
  func argument<Argument>(
    _ type: Argument.Type, for kind: DestinationKind, as token: TokenDescription?
  ) throws(RouteError) -> Argument {
    guard let token else { return try argumentByType(type, for: kind) }
    // A parameter of the token's type gets the token's destination. Any other form derives from it.
    if type == token.type { return try registry.make(type, token.role, token.name) }
    try registry.checkIsOpen()
    guard let special = RouteParameter.special(type),
      let argument = try special.argument(from: self, for: kind, token) as? Argument
    else { throw RouteError.unregistered(token, in: registry) }
    return argument
  }

  /// Returns the argument for a parameter of a type that moves with its bits.
  func argument(_ parameter: InlineParameter, for kind: DestinationKind) throws(RouteError) -> InlineValue {
    var result = InlineValue()
    func resolve<Argument>(_ type: Argument.Type) throws(RouteError) {
      result.initialize(to: try argument(type, for: kind, as: parameter.token))
    }
    try resolve(parameter.type.type)
    return result
  }

  private func argumentByType<Argument>(
    _ type: Argument.Type, for kind: DestinationKind
  ) throws(RouteError) -> Argument {
    try registry.checkIsOpen()
    // The resolver retains the registry, which retains the scope and its outer scopes.
    if let found = registry.openScope.flatMap({ $0.read { $0.find(ObjectIdentifier(type)) } }) {
      return found.read { $0.value(as: type) }
    }
    if let provider = registry.image.provider(of: type, for: kind) {
      return try registry.make(type, provider.token.role, provider.token.name)
    }
    // An optional, a router, and so on.
    if let special = RouteParameter.special(type),
      let argument = try special.argument(from: self, for: kind, nil) as? Argument
    {
      return argument
    }
    if let scope = RouteParameter.scope(type) { throw RouteError.scopeNotOpen(scope, in: registry) }
    throw RouteError.unregistered(TokenDescription(type, kind == .view ? .view : .service), in: registry)
  }
}
