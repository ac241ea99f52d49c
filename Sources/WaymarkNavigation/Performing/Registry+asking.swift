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
  /// - Parameters:
  ///   - token: The token of the requested interface.
  ///   - path: The kind of presentation and its source.
  ///   - type: The type of the answer.
  ///   - animated: Whether to animate the changes.
  ///   - configuring: A closure that prepares the screen and gives it the closure for its answer, which counts once.
  /// - Returns: The answer, or nil if the user dismissed the screen without one. The screen is gone by then.
  /// - Throws: A `RouteError` if the screen can't be shown or removed. Canceling removes it with `CancellationError`.
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
  /// - Parameters:
  ///   - token: The token of the requested configuration.
  ///   - path: The kind of presentation and its source.
  ///   - type: The type of the answer.
  ///   - animated: Whether to animate the changes.
  ///   - configuring: A closure that fills the configuration, including the closure for the answer, which counts once.
  /// - Returns: The answer, or nil if the user dismissed the screen without one. The screen is gone by then.
  /// - Throws: A `RouteError` if the screen can't be shown or removed. Canceling removes it with `CancellationError`.
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

extension Router {
  /// Shows a screen, waits for its answer, and removes it.
  ///
  ///     let folder: String? = try await Router.ask(
  ///       RoutableView<any FolderPicker>(), path: .push(from: window)
  ///     ) { picker, answer in
  ///       picker.onPick = { answer($0) }
  ///     }
  ///
  /// - Parameters:
  ///   - token: The token of the requested interface.
  ///   - path: The kind of presentation and its source.
  ///   - type: The type of the answer.
  ///   - animated: Whether to animate the changes.
  ///   - configuring: A closure that prepares the screen and gives it the closure for its answer, which counts once.
  /// - Returns: The answer, or nil if the user dismissed the screen without one. The screen is gone by then.
  /// - Throws: A `RouteError` if the screen can't be shown or removed. Canceling removes it with `CancellationError`.
  @MainActor
  public static func ask<Requested, Answer>(
    _ token: RoutableView<Requested>, path: RoutePath, for type: Answer.Type = Answer.self,
    animated: Bool = true,
    configuring:
      @escaping @MainActor (
        _ screen: inout Requested, _ answer: @escaping @MainActor (Answer?) -> Void
      ) throws -> Void
  ) async throws -> Answer? {
    try await DestinationRouter(to: token).ask(
      path, for: type, animated: animated, configuring: configuring)
  }

  /// Fills a configuration, shows its screen, waits for the screen's answer, and removes it.
  ///
  ///     let folder: String? = try await Router.ask(
  ///       RoutableViewModule<any PickerModule>(), path: .push(from: window)
  ///     ) { module, answer in
  ///       module.onPick = { answer($0) }
  ///     }
  ///
  /// - Parameters:
  ///   - token: The token of the requested configuration.
  ///   - path: The kind of presentation and its source.
  ///   - type: The type of the answer.
  ///   - animated: Whether to animate the changes.
  ///   - configuring: A closure that fills the configuration, including the closure for the answer, which counts once.
  /// - Returns: The answer, or nil if the user dismissed the screen without one. The screen is gone by then.
  /// - Throws: A `RouteError` if the screen can't be shown or removed. Canceling removes it with `CancellationError`.
  @MainActor
  public static func ask<Module, Answer>(
    _ token: RoutableViewModule<Module>, path: RoutePath, for type: Answer.Type = Answer.self,
    animated: Bool = true,
    configuring:
      @escaping @MainActor (
        _ module: inout Module, _ answer: @escaping @MainActor (Answer?) -> Void
      ) -> Void
  ) async throws -> Answer? {
    try await ModuleRouter(to: token).ask(
      path, for: type, animated: animated, configuring: configuring)
  }
}

extension DestinationRouter {
  /// Shows a screen, waits for its answer, and removes it.
  ///
  ///     let router = try DestinationRouter(to: .folderPicker)
  ///     let folder: String? = try await router.ask(.push(from: window)) { picker, answer in
  ///       picker.onPick = { answer($0) }
  ///     }
  ///
  /// - Parameters:
  ///   - path: The kind of presentation and its source.
  ///   - type: The type of the answer.
  ///   - animated: Whether to animate the changes.
  ///   - configuring: A closure that prepares the screen and gives it the closure for its answer, which counts once.
  /// - Returns: The answer, or nil if the user dismissed the screen without one. The screen is gone by then.
  /// - Throws: A `RouteError` if the screen can't be shown or removed. Canceling removes it with `CancellationError`.
  @MainActor
  public func ask<Requested, Answer>(
    _ path: RoutePath, for type: Answer.Type = Answer.self, animated: Bool = true,
    configuring:
      @escaping @MainActor (
        _ screen: inout Requested, _ answer: @escaping @MainActor (Answer?) -> Void
      ) throws -> Void
  ) async throws -> Answer? where Token == RoutableView<Requested> {
    let question = AnswerQuestion<Answer>()
    let active = try perform(path) { options in
      options.animated = animated
      options.prepareDestination = { try configuring(&$0, question.makeAnswer()) }
    }
    return try await question.answer(of: active, animated: animated)
  }
}

extension ModuleRouter {
  /// Fills a configuration, shows its screen, waits for the screen's answer, and removes it.
  ///
  ///     let router = try ModuleRouter(to: .pickerModule)
  ///     let folder: String? = try await router.ask(.push(from: window)) { module, answer in
  ///       module.onPick = { answer($0) }
  ///     }
  ///
  /// - Parameters:
  ///   - path: The kind of presentation and its source.
  ///   - type: The type of the answer.
  ///   - animated: Whether to animate the changes.
  ///   - configuring: A closure that fills the configuration, including the closure for the answer, which counts once.
  /// - Returns: The answer, or nil if the user dismissed the screen without one. The screen is gone by then.
  /// - Throws: A `RouteError` if the screen can't be shown or removed. Canceling removes it with `CancellationError`.
  @MainActor
  public func ask<Module, Answer>(
    _ path: RoutePath, for type: Answer.Type = Answer.self, animated: Bool = true,
    configuring:
      @escaping @MainActor (
        _ module: inout Module, _ answer: @escaping @MainActor (Answer?) -> Void
      ) -> Void
  ) async throws -> Answer? where Token == RoutableViewModule<Module> {
    let question = AnswerQuestion<Answer>()
    let active = try perform(path) { module, options in
      options.animated = animated
      configuring(&module, question.makeAnswer())
    }
    return try await question.answer(of: active, animated: animated)
  }
}
