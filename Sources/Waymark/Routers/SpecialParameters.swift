import WaymarkRuntime

// The types that a parameter of a route's initializer may have without being registered.

extension Resolver: SpecialParameter {
  static var parameterForm: RouteParameter.Form { .open }

  static func argument(from resolver: Resolver, for kind: DestinationKind) throws(RouteError) -> Resolver {
    resolver
  }
}

extension Registry: SpecialParameter {
  static var parameterForm: RouteParameter.Form { .open }

  static func argument(from resolver: Resolver, for kind: DestinationKind) throws(RouteError) -> Registry {
    resolver.registry
  }
}

extension Optional: SpecialParameter {
  static var parameterForm: RouteParameter.Form {
    switch RouteParameter(Wrapped.self).form {
    case .destination(let type, _): .destination(type, isOptional: true)
    case .router(let token, _): .router(token, isOptional: true)
    case .scope(let scope, _): .scope(scope, isOptional: true)
    case .collection: .destination(Wrapped.self, isOptional: true)
    case .configuration, .open: .open
    }
  }

  static func argument(from resolver: Resolver, for kind: DestinationKind) throws(RouteError) -> Self {
    let isProvided =
      switch RouteParameter(Wrapped.self).form {
      case .destination(let type, _): resolver.registry.canProvide(type, for: kind)
      case .router(let token, _):
        resolver.registry.provider(for: token.key).map { !$0.route.isHole } ?? false
      case .scope(let scope, _): resolver.registry.hasOpen(scope)
      case .collection: resolver.registry.canProvide(Wrapped.self, for: kind)
      case .configuration, .open: true
      }
    guard isProvided else { return nil }
    return try resolver.argument(Wrapped.self, for: kind)
  }
}

extension DestinationRouter: SpecialParameter {
  static var parameterForm: RouteParameter.Form { .router(TokenDescription(Token.self), isOptional: false) }

  static func argument(from resolver: Resolver, for kind: DestinationKind) throws(RouteError) -> Self {
    try Self(in: resolver.registry)
  }
}

extension ModuleRouter: SpecialParameter {
  static var parameterForm: RouteParameter.Form { .router(TokenDescription(Token.self), isOptional: false) }

  static func argument(from resolver: Resolver, for kind: DestinationKind) throws(RouteError) -> Self {
    try Self(in: resolver.registry)
  }
}

// The forms of a collection. An array is found by its type if anything contributes to the collection.

extension Array: SpecialParameter {
  static var parameterForm: RouteParameter.Form { .collection(Element.self, nil, .all) }

  static func argument(from resolver: Resolver, for kind: DestinationKind) throws(RouteError) -> Self { [] }
}

extension Dictionary: SpecialParameter {
  static var parameterForm: RouteParameter.Form {
    Key.self == String.self
      ? .collection(Value.self, nil, .keyed) : .destination(Self.self, isOptional: false)
  }

  static func argument(from resolver: Resolver, for kind: DestinationKind) throws(RouteError) -> Self {
    guard Key.self == String.self else {
      throw RouteError.unregistered(
        TokenDescription(Self.self, kind == .view ? .view : .service), in: resolver.registry)
    }
    let services = CollectionRouter<RoutableServices<Value>>(in: resolver.registry)
    guard services.isEmpty, kind == .view else {
      return knownType(try services.makeKeyed(Value.self), as: Self.self)
    }
    let views = CollectionRouter<RoutableViews<Value>>(in: resolver.registry)
    return knownType(try views.makeKeyed(Value.self), as: Self.self)
  }
}

extension CollectionRouter: SpecialParameter {
  static var parameterForm: RouteParameter.Form { .collection(Token.Requested.self, Token.role, .router) }

  static func argument(from resolver: Resolver, for kind: DestinationKind) throws(RouteError) -> Self {
    Self(in: resolver.registry)
  }
}
