extension Registry {
  /// The tokens of everything that can be requested from the registry, in the order of their declarations.
  ///
  ///     for token in registry.routables { print(token) }
  ///
  /// They include the required tokens of adapters, and those of collections. ``Registry/anyRouter(to:)`` returns a router to each.
  ///
  /// - Complexity: Linear in the number of tokens.
  public var routables: [any Routable] {
    layer.fromTheBase.flatMap { layer in
      layer.providers.filter { provider(for: $0.token.key) === $0 && !$0.route.isHole }
        .map { ($0.route.declaration.collection ?? $0.token).routable }
    }
  }
}

extension TokenDescription {
  /// The token that's described.
  fileprivate var routable: any Routable {
    func token<Requested>(_ type: Requested.Type) -> any Routable {
      var token: any Routable =
        switch role {
        case .view: RoutableView(declaredProtocol: type)
        case .service: RoutableService(declaredProtocol: type)
        case .viewModule: RoutableViewModule(declaredProtocol: type)
        case .serviceModule: RoutableServiceModule(declaredProtocol: type)
        case .views: RoutableViews(declaredProtocol: type)
        case .services: RoutableServices(declaredProtocol: type)
        }
      token.keyName = name
      return token
    }
    return _openExistential(type, do: token)
  }
}
