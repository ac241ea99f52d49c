import WaymarkRuntime

// The types that a parameter of a route's initializer can have without a provider.

extension Resolver: SpecialParameter {
  static var parameterForm: RouteParameter.Form { .open }

  static func argument(
    from resolver: Resolver, for kind: DestinationKind, _ token: TokenDescription?
  ) throws(RouteError) -> Resolver {
    resolver
  }
}

extension Registry: SpecialParameter {
  static var parameterForm: RouteParameter.Form { .open }

  static func argument(
    from resolver: Resolver, for kind: DestinationKind, _ token: TokenDescription?
  ) throws(RouteError) -> Registry {
    resolver.registry
  }
}

extension Optional: SpecialParameter {
  static var parameterForm: RouteParameter.Form {
    switch RouteParameter(Wrapped.self).form {
    case .destination(let type, _): .destination(type, isOptional: true)
    case .router(let token, _): .router(token, isOptional: true)
    case .scope(let scope, _): .scope(scope, isOptional: true)
    case .collection(let element, let role, let use, _):
      .collection(element, role, use, wrapped: Wrapped.self)
    case .configuration, .open: .open
    }
  }

  static func argument(
    from resolver: Resolver, for kind: DestinationKind, _ token: TokenDescription?
  ) throws(RouteError) -> Self {
    var parameter = RouteParameter(Self.self)
    parameter.token = token
    guard resolver.registry.canProvide(parameter, for: kind) else { return nil }
    return try resolver.argument(Wrapped.self, for: kind, as: token)
  }
}

extension Registry {
  /// Returns whether the registry can resolve a value for an optional parameter.
  fileprivate func canProvide(_ parameter: RouteParameter, for kind: DestinationKind) -> Bool {
    if case .scope(let scope, _) = parameter.form { return hasOpen(scope) }
    // Other parameters without a dependency can request anything.
    guard let need = parameter.dependency(0, in: kind) else { return true }
    switch image.answer(need) {
    case .one(let provider):
      guard !provider.route.isUnimplemented else { return false }
      return need.strength == .lazy || provider.route.declaration.scope.map(hasOpen) ?? true
    case .all(let collection): return !collection.members.isEmpty
    case .several, .none: return false
    }
  }
}

// The forms of a collection.

extension Array: SpecialParameter {
  static var parameterForm: RouteParameter.Form { .collection(Element.self, nil, .all) }

  static func argument(
    from resolver: Resolver, for kind: DestinationKind, _ token: TokenDescription?
  ) throws(RouteError) -> Self {
    // An array without a token is found by its type, if anything contributes to the collection.
    guard let token, resolver.registry.provider(for: token.array) != nil else { return [] }
    return try resolver.registry.make(Self.self, token.array.role, token.name)
  }
}

extension Dictionary: SpecialParameter {
  static var parameterForm: RouteParameter.Form {
    Key.self == String.self
      ? .collection(Value.self, nil, .keyed) : .destination(Self.self, isOptional: false)
  }

  static func argument(
    from resolver: Resolver, for kind: DestinationKind, _ token: TokenDescription?
  ) throws(RouteError) -> Self {
    guard Key.self == String.self else {
      throw RouteError.unregistered(
        TokenDescription(Self.self, kind == .view ? .view : .service), in: resolver.registry)
    }
    // The elements don't depend on the type of the router.
    func router(_ role: TokenRole) -> CollectionRouter<RoutableServices<Value>> {
      CollectionRouter(to: token ?? TokenDescription(Value.self, role), in: resolver.registry)
    }
    let services = router(.services)
    let isOfViews = services.isEmpty && kind == .view && token?.role != .services
    let elements = try (isOfViews ? router(.views) : services).makeKeyed(Value.self)
    return knownType(elements, as: Self.self)
  }
}

extension CollectionRouter: SpecialParameter {
  static var parameterForm: RouteParameter.Form { .collection(Token.Requested.self, Token.role, .router) }

  static func argument(
    from resolver: Resolver, for kind: DestinationKind, _ token: TokenDescription?
  ) throws(RouteError) -> Self {
    Self(to: token ?? TokenDescription(Token.Requested.self, Token.role), in: resolver.registry)
  }
}
