public import WaymarkCore

extension Registry {
  /// Shows a screen, waits for its answer, and removes it.
  ///
  ///     let folder: String? = try await registry.ask(
  ///       RoutableView<any FolderPicker>(), path: .push(from: window)
  ///     ) { picker, answer in
  ///       picker.onPick = { answer($0) }
  ///     }
  ///
  /// The screen is gone before this method returns. Only the first answer counts. If the task is canceled, the
  /// screen is removed, too.
  ///
  /// - Parameters:
  ///   - token: The token of the requested interface.
  ///   - path: How, and from which source, to show the screen.
  ///   - type: The type of the answer.
  ///   - animated: Whether the changes should be animated.
  ///   - configuring: A closure that prepares the screen, and passes it the closure with which it answers.
  /// - Returns: The answer, or nil if the screen was dismissed without one.
  /// - Throws: The `RouteError` that prevented the presentation or the removal, or `CancellationError`.
  @MainActor
  public func ask<Requested, Answer>(
    _ token: RoutableView<Requested>, path: RoutePath, for type: Answer.Type = Answer.self,
    animated: Bool = true,
    configuring:
      @escaping @MainActor (
        _ screen: inout Requested, _ answer: @escaping @MainActor (Answer?) -> Void
      ) throws -> Void
  ) async throws -> Answer? {
    try await DestinationRouter(to: token, in: self).ask(
      path, for: type, animated: animated, configuring: configuring)
  }

  /// Fills a configuration, shows its screen, waits for the screen's answer, and removes it.
  ///
  ///     let folder: String? = try await registry.ask(
  ///       RoutableViewModule<any PickerModule>(), path: .push(from: window)
  ///     ) { module, answer in
  ///       module.onPick = { answer($0) }
  ///     }
  ///
  /// The screen is gone before this method returns. Only the first answer counts. If the task is canceled, the
  /// screen is removed, too.
  ///
  /// - Parameters:
  ///   - token: The token of the requested configuration.
  ///   - path: How, and from which source, to show the screen.
  ///   - type: The type of the answer.
  ///   - animated: Whether the changes should be animated.
  ///   - configuring: A closure that fills the configuration, with the closure that answers.
  /// - Returns: The answer, or nil if the screen was dismissed without one.
  /// - Throws: The `RouteError` that prevented the presentation or the removal, or `CancellationError`.
  @MainActor
  public func ask<Module, Answer>(
    _ token: RoutableViewModule<Module>, path: RoutePath, for type: Answer.Type = Answer.self,
    animated: Bool = true,
    configuring:
      @escaping @MainActor (
        _ module: inout Module, _ answer: @escaping @MainActor (Answer?) -> Void
      ) -> Void
  ) async throws -> Answer? {
    try await ModuleRouter(to: token, in: self).ask(
      path, for: type, animated: animated, configuring: configuring)
  }
}
