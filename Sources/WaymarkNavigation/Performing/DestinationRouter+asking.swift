public import WaymarkCore

extension DestinationRouter {
  /// Shows a screen, waits for its answer, and removes it.
  ///
  ///     let router = try DestinationRouter(to: .folderPicker)
  ///     let folder: String? = try await router.ask(.push(from: window)) { picker, answer in
  ///       picker.onPick = { answer($0) }
  ///     }
  ///
  /// The screen is gone before this method returns. Only the first answer counts. If the task is canceled, the
  /// screen is removed, too.
  ///
  /// - Parameters:
  ///   - path: How, and from which source, to show the screen.
  ///   - type: The type of the answer.
  ///   - animated: Whether the changes should be animated.
  ///   - configuring: A closure that prepares the screen, and passes it the closure with which it answers.
  /// - Returns: The answer, or nil if the screen was dismissed without one.
  /// - Throws: The `RouteError` that prevented the presentation or the removal, or `CancellationError`.
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
