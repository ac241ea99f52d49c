public import WaymarkCore

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
  public func canPerform<Requested>(to token: RoutableView<Requested>, path: RoutePath) -> Bool {
    canPerform(to: TokenDescription(token), path)
  }

  /// Returns whether the view of a configuration's route can be shown along a path now.
  ///
  /// - Parameters:
  ///   - token: The token of the configuration, usually its name.
  ///   - path: How, and from which source, to show the view.
  /// - Returns: Whether the view can be shown.
  @MainActor
  public func canPerform<Module>(to token: RoutableViewModule<Module>, path: RoutePath) -> Bool {
    canPerform(to: TokenDescription(token), path)
  }

  @MainActor
  private func canPerform(to token: TokenDescription, _ path: RoutePath) -> Bool {
    guard let provider = provider(for: token.key) else {
      return completion?.canPerform(to: token, path) ?? false
    }
    return AnyRouter(registry: self, provider).canPerform(path)
  }
}
