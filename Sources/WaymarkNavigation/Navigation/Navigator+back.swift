public import WaymarkCore

extension Navigator {
  /// Removes the topmost screen, if it lets the user go.
  ///
  ///     try await navigator.back()
  ///
  /// The screen is the one that's on top when this method is called. So if the user presses a button twice, before
  /// the screen is gone, only one screen is removed.
  ///
  /// - Parameters:
  ///   - asking: Whether to ask the screen.
  ///   - animated: Whether the change should be animated.
  /// - Throws: A failure with `actionFailed` if nothing is shown, or with `stayed`, `superseded`, `busy`, or the error of
  ///   the presenter.
  public func back(asking: Bool = true, animated: Bool = true) async throws(Failure) {
    guard let top = stack.last else {
      throw Failure(error: registry.reporting(.nothingShown(toGoBackTo: nil)), done: [])
    }
    try await goBack(asking, animated) { stack throws(RouteError) in
      stack.firstIndex { $0.id == top.id } ?? stack.count
    }
  }

  /// Removes the screens above the topmost screen of an interface.
  ///
  ///     try await navigator.back(to: RoutableView<any EditorInput>())
  ///
  /// - Parameters:
  ///   - token: The token of the interface.
  ///   - asking: Whether to ask the screens that are removed.
  ///   - animated: Whether the last removal should be animated.
  /// - Throws: A failure with `unregistered`, `actionFailed` if no such screen is shown, or with `stayed`, `superseded`,
  ///   `busy`, or the error of the presenter.
  public func back<Requested>(
    to token: RoutableView<Requested>, asking: Bool = true, animated: Bool = true
  ) async throws(Failure) {
    let router: DestinationRouter<RoutableView<Requested>>
    do throws(RouteError) {
      router = try DestinationRouter(to: token, in: registry)
    } catch {
      throw Failure(error: error, done: [])
    }
    let (route, description) = (router.provider.route, "\(TokenDescription(token))")
    try await goBack(asking, animated) { stack throws(RouteError) in
      guard let index = stack.lastIndex(where: { $0.active.compiledRoute === route }) else {
        throw .nothingShown(toGoBackTo: description)
      }
      return index + 1
    }
  }

  /// Removes the screens from an index on.
  ///
  /// - Parameter first: Returns the index of the first screen that is removed, in what is shown then.
  private func goBack(
    _ asking: Bool, _ animated: Bool,
    from first: @escaping @MainActor ([ShownScreen]) throws(RouteError) -> Int
  ) async throws(Failure) {
    try await perform(whileBusy) { [self] change throws(RouteError) in
      try await remove(change, asking: asking, animated: animated) { () throws(RouteError) in
        let stack = stack
        let index = try first(stack)
        return WindowDifference(kept: Array(stack[..<index]), removed: stack[index...].reversed())
      }
    }
  }
}
