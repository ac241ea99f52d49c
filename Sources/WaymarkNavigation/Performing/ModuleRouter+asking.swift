public import WaymarkCore

extension ModuleRouter {
  /// Fills a configuration, shows its screen, waits for the screen's answer, and removes it.
  ///
  ///     let router = try ModuleRouter(to: .pickerModule)
  ///     let folder: String? = try await router.ask(.push(from: window)) { module, answer in
  ///       module.onPick = { answer($0) }
  ///     }
  ///
  /// The screen is gone before this method returns. Only the first answer counts. If the task is canceled, the
  /// screen is removed, too.
  ///
  /// - Parameters:
  ///   - path: How, and from which source, to show the screen.
  ///   - type: The type of the answer.
  ///   - animated: Whether the changes should be animated.
  ///   - configuring: A closure that fills the configuration, with the closure that answers.
  /// - Returns: The answer, or nil if the screen was dismissed without one.
  /// - Throws: The `RouteError` that prevented the presentation or the removal, or `CancellationError`.
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
