extension ActiveRoute {
  /// Whether ``perform()`` can begin: the destination isn't shown yet, and its route and the presenter support the path.
  ///
  /// Asks the presenter each time. Interceptors aren't asked.
  public var canPerform: Bool {
    var next = machine
    guard
      (try? next.perform(isAlive: destination != nil, isMade: path.kind == .makeDestination)) != nil
    else { return false }
    return (try? validate()) != nil
  }
}

extension AnyRouter {
  /// Returns whether the destination can be shown along a path.
  ///
  ///     if let router = registry.router(identifier: "editor"), router.canPerform(.push(from: window)) {
  ///       try router.perform(.push(from: window))
  ///     }
  ///
  /// Nothing is created, and no interceptor is asked.
  ///
  /// - Parameter path: How, and from which source, the destination would be shown.
  /// - Returns: Whether the route and the presenter support the path.
  @MainActor
  public func canPerform(_ path: RoutePath) -> Bool {
    active(path, along: nil, redirectedFrom: []) { _ in }.canPerform
  }
}

extension Registry {
  /// Returns whether a destination can be shown along a path.
  ///
  ///     let isPossible = registry.canPerform(to: RoutableView<any EditorInput>(), path: .push(from: window))
  ///
  /// Nothing is created, and no interceptor is asked.
  ///
  /// - Parameters:
  ///   - token: The token of what would be shown.
  ///   - path: How, and from which source, it would be shown.
  /// - Returns: Whether the registry provides the token, and its route and the presenter support the path.
  @MainActor
  public func canPerform<Token: Routable>(to token: Token, path: RoutePath) -> Bool {
    guard let provider = provider(for: Token.key) else {
      return completion?.canPerform(to: token, path: path) ?? false
    }
    return AnyRouter(registry: self, provider).canPerform(path)
  }

  /// Returns whether a destination can be shown along a path.
  ///
  ///     let isPossible = registry.canPerform(to: \.editor, path: .push(from: window))
  ///
  /// Nothing is created, and no interceptor is asked.
  ///
  /// - Parameters:
  ///   - token: The key path, in ``Routables``, of the token of what would be shown.
  ///   - path: How, and from which source, it would be shown.
  /// - Returns: Whether the registry provides the token, and its route and the presenter support the path.
  @MainActor
  public func canPerform<Token: Routable>(to token: KeyPath<Routables, Token>, path: RoutePath) -> Bool {
    canPerform(to: Token(declaredProtocol: Token.Requested.self), path: path)
  }
}

extension Router {
  /// Returns whether a destination of the current registry can be shown along a path.
  ///
  ///     let isPossible = Router.canPerform(to: RoutableView<any EditorInput>(), path: .push(from: window))
  ///
  /// Nothing is created, and no interceptor is asked.
  ///
  /// - Parameters:
  ///   - token: The token of what would be shown.
  ///   - path: How, and from which source, it would be shown.
  /// - Returns: Whether the registry provides the token, and its route and the presenter support the path.
  @MainActor
  public static func canPerform<Token: Routable>(to token: Token, path: RoutePath) -> Bool {
    Registry.current.canPerform(to: token, path: path)
  }

  /// Returns whether a destination of the current registry can be shown along a path.
  ///
  ///     let isPossible = Router.canPerform(to: \.editor, path: .push(from: window))
  ///
  /// Nothing is created, and no interceptor is asked.
  ///
  /// - Parameters:
  ///   - token: The key path, in ``Routables``, of the token of what would be shown.
  ///   - path: How, and from which source, it would be shown.
  /// - Returns: Whether the registry provides the token, and its route and the presenter support the path.
  @MainActor
  public static func canPerform<Token: Routable>(to token: KeyPath<Routables, Token>, path: RoutePath) -> Bool
  {
    Registry.current.canPerform(to: token, path: path)
  }
}
