import WaymarkRuntime

extension Registry {
  /// Whether no registry is installed or bound, and this one stands in for it, perhaps with open scopes.
  package var isStandIn: Bool { root.purpose == .standIn }

  package func provider(for token: TokenDescription) -> Provider? { image.provider(for: token) }

  /// Returns the provider for a user's request, and reports the request to the recorder.
  package func provider(asked token: TokenDescription) -> Provider? {
    recorder?.asked(for: token)
    return image.provider(for: token)
  }

  /// Returns whether this registry provides a token.
  @usableFromInline
  func finds(_ token: TokenDescription) -> Bool {
    // An isolated module's placeholder route doesn't count. The image retains the provider.
    image.unretained(token).map { $0.read { !$0.route.isUnimplemented } } ?? false
  }
}

extension Registry {
  /// The tokens of everything that the registry provides.
  ///
  ///     for token in registry.routables { print(token) }
  ///
  /// They include adapters' required tokens and collections. ``Registry/anyRouter(to:)`` returns a router to each.
  ///
  /// - Complexity: Linear in the number of tokens.
  public var routables: [any Routable] {
    image.fromTheBase.flatMap { image in
      image.providers.filter { provider(for: $0.token) === $0 && !$0.route.isUnimplemented }
        .map { ($0.route.declaration.collection ?? $0.token).routable }
    }
  }
}

extension TokenDescription {
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
