public import WaymarkCore

@MainActor
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

@MainActor
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
    let request = AnswerRequest<Answer>()
    let active = try perform(path) { options in
      options.animated = animated
      options.prepareDestination = { try configuring(&$0, request.makeAnswer()) }
    }
    return try await request.answer(of: active, animated: animated)
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
    let request = AnswerRequest<Answer>()
    let active = try perform(path) { module, options in
      options.animated = animated
      configuring(&module, request.makeAnswer())
    }
    return try await request.answer(of: active, animated: animated)
  }
}

/// A request to a screen for an answer, which the first of several events ends.
@MainActor
final class AnswerRequest<Answer> {
  private enum End {
    case answered(Answer?)
    /// The caller canceled its task.
    case canceled
    /// The screen was removed, or no longer exists, without an answer.
    case gone
    case failed(RouteError)
  }

  private var end: End?
  private let ends = Waiters<Void>()
  private var isGone: () -> Bool = { false }

  /// Returns the closure that gives the screen's answer, once.
  func makeAnswer() -> @MainActor (Answer?) -> Void {
    let watch = CallWatch { [self] in
      if isGone() { finish(.gone) }
    }
    return { [self] answer in
      watch.isCalled = true
      finish(.answered(answer))
    }
  }

  /// Waits for the screen's answer, which is nil if the user dismisses the screen, then removes the screen.
  func answer<Requested>(of active: ActiveRoute<Requested>, animated: Bool) async throws -> Answer? {
    isGone = { [weak active] in active.map { $0.state == .routed && $0.destination == nil } ?? true }
    follow(active)
    if end == nil { _ = await ends.wait { [self] in finish(.canceled) } }
    switch end {
    case .failed(let error): throw error
    // Record a removal that nobody has reported.
    case .gone:
      if active.state == .routed { try active.remove() }
      return nil
    case .answered(let answer):
      await active.settle()
      if let error = active.failure { throw error }
      do throws(RouteError) {
        try await active.removeAndWait(animated: animated)
      } catch {
        throw RouteError.notRemoved(active.route, afterAnswering: error)
      }
      return answer
    case .canceled, nil:
      try await cancel(active, animated: animated)
      throw CancellationError()
    }
  }

  /// Removes the screen without waiting for the presenter, which may complete much later, if ever.
  private func cancel<Requested>(_ active: ActiveRoute<Requested>, animated: Bool) async throws(RouteError) {
    active.interception?.cancel()
    if active.presenting == nil { await active.settle() }
    if active.state == .routed {
      try active.remove { $0.animated = animated }
    } else if active.presenting != nil {
      Task {
        await active.settle()
        // Observers receive the error of a removal.
        try? await active.removeAndWait(animated: animated)
      }
    }
  }

  /// Ends the request if the presentation fails, or the screen goes away.
  private func follow<Requested>(_ active: ActiveRoute<Requested>) {
    switch active.state {
    case .removed: return finish(.gone)
    case .unrouted:
      // The presenter has failed at once.
      if let error = active.failure { return finish(.failed(error)) }
    case .routing:
      active.completions.whenResumed { [weak self] result in
        if case .failure(let error as RouteError) = result { self?.finish(.failed(error)) }
      }
    // The presenter has lost the screen at once.
    case .routed where active.destination == nil: return finish(.gone)
    case .routed, .removing: break
    }
    followRemoval(of: active)
  }

  private func followRemoval<Requested>(of active: ActiveRoute<Requested>) {
    active.removals.whenResumed { [weak self, weak active] result in
      guard let self, let active else { return }
      // Another caller's removal may have failed, and may have begun again since then.
      if case .success = result {
        finish(.gone)
      } else if active.state == .routed || active.state == .removing {
        followRemoval(of: active)
      }
    }
  }

  private func finish(_ end: End) {
    guard self.end == nil else { return }
    self.end = end
    ends.resume(.success(()))
  }
}
