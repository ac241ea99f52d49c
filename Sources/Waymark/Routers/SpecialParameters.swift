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
    case .configuration, .open: .open
    }
  }

  static func argument(from resolver: Resolver, for kind: DestinationKind) throws(RouteError) -> Self {
    let isProvided =
      switch RouteParameter(Wrapped.self).form {
      case .destination(let type, _): resolver.registry.canProvide(type, for: kind)
      case .router(let token, _): resolver.registry.provider(for: token.key) != nil
      case .scope(let scope, _): resolver.registry.hasOpen(scope)
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
