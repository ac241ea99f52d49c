public import WaymarkCore

extension ActiveRoute {
  /// Shows the destination, for the first time or again after its removal.
  ///
  /// Routers call it once. Call it to show the destination again, with fresh options from the `configuring` closure:
  ///
  ///     try await editor.removed()
  ///     try editor.perform()
  ///
  /// The method returns once the presenter has started, or an interceptor waits or has redirected. Later errors reach
  /// ``completed()`` and `onFailure`.
  ///
  /// - Throws: `refused` if an interceptor refuses at once, `alreadyPerforming` during a presentation, `actionFailed`
  ///   until the destination is removed, `unsupportedPath`, or an error of the creation.
  public func perform() throws(RouteError) {
    if state == .routed, isLost { wasRemoved() }
    let old = state
    let isMade = path.kind == .makeDestination
    guard let attempt = machine.perform(isAlive: destination != nil, isMade: isMade) else {
      let refusal = registry.reporting(
        .cannotPerform(route, path, in: old, since: started.map { .now - $0 }))
      emit(.failed(refusal))
      throw refusal
    }
    // In a callback of the removal, the removed destination still exists.
    if old == .removed { drop() }
    started = .now
    failure = nil
    redirection = nil
    dismissed = nil
    transitionID = .next()
    options = PerformOptions()
    let begun = Result { () throws(RouteError) in try begin(&options) }
    // `begin` sets the caller's `onStateChange`, so report the change only now.
    changed(from: old)
    do throws(RouteError) {
      configuration = try begun.get()
      try validate()
      guard try proceedsAtOnce(attempt) else { return }
      try show(attempt)
    } catch {
      let error = fail(attempt, error)
      // The caller gets this active route, which leads to the other one.
      guard redirection == nil else { return }
      throw error
    }
  }

  /// Throws if the path can't show the destination, before creating anything.
  func validate() throws(RouteError) {
    try registry.checkIsOpen(for: route)
    try route.validate(path)
    guard path.kind != .makeDestination else { return }
    guard let presenter = route.presenter(of: path) else { throw RouteError.sourceGone(route, path) }
    do throws(RouteError) { try presenter.validate(transition(())) } catch {
      throw error.trying(to: "show", route)
    }
  }

  /// Creates the destination and passes it to the presenter.
  func show(_ attempt: RouteStateMachine.Attempt) throws(RouteError) {
    try precondition?()
    if let presenter = route.presenter(of: path) as? any AdoptingPresenter,
      presenter.makesView(along: path.kind)
    {
      return show(attempt, madeBy: presenter)
    }
    let destination = try make(configuration)
    let view = provided ?? destination
    held = HeldDestination(destination)
    // Presentations are ordered by when presenters begin, not by when interceptors start.
    transitionID = .next()
    emit(.willPerform)
    guard path.kind != .makeDestination else { return finish(attempt, nil) }
    guard let presenter = route.presenter(of: path) else { throw RouteError.sourceGone(route, path) }
    if let wrapping = try route.wrapper(of: view, in: registry) { wrapper = HeldDestination(wrapping) }
    presenting = attempt
    presenter.show(
      presentedTransition(destination),
      completion: completion(of: attempt, "show", "shown") { [self] error in finish(attempt, error) })
  }

  /// Passes the request to a presenter of a toolkit that creates the view.
  private func show(_ attempt: RouteStateMachine.Attempt, madeBy presenter: any AdoptingPresenter) {
    transitionID = .next()
    presenting = attempt
    presenter.show(
      transition(()),
      adopting: { [self, configuration] view throws(RouteError) in
        do throws(RouteError) { return try adopted(view, configuration) } catch {
          throw registry.reporting(error)
        }
      },
      completion: completion(of: attempt, "show", "shown") { [self] error in
        finish(attempt, error ?? (held.current == nil ? RouteError.notAdopted(route, path) : nil))
      })
  }

  /// Prepares a view from a toolkit, and returns the transition that shows it.
  private func adopted(_ view: Any, _ configuration: Any?) throws(RouteError) -> RouteTransition {
    guard given == nil else { throw RouteError.cannotAdopt(route, path) }
    let destination = try make(configuration, adopting: view)
    held = HeldDestination(destination)
    emit(.willPerform)
    return presentedTransition(destination)
  }

  /// Finishes an attempt when the presenter calls its completion.
  private func finish(_ attempt: RouteStateMachine.Attempt, _ error: (any Error)?) {
    if let error {
      fail(attempt, .presenterFailed(to: "show", route, error), isThrown: false)
      return
    }
    let old = state
    guard machine.finish(attempt, succeeded: true) else { return }
    presenting = nil
    // A local reference retains the destination until the callbacks have received it.
    let (destination, shown) = (held.current, transitionID)
    if path.kind != .makeDestination { Presentations.shown(self) }
    configuration = nil
    changed(from: old, .didPerform, took: started.map { .now - $0 })
    if let destination { options.onSuccess?(destination) }
    // No presenter retains a destination along `makeDestination`, so hold it until the caller takes it. Neither does it
    // retain the proxy of an adapter. A callback may have begun another attempt.
    if path.kind != .makeDestination, shown == transitionID {
      wrapper.loosen()
      if provided == nil { held.loosen() }
    }
    completions.resume(
      destination.map { .success($0) } ?? .failure(registry.reporting(.destinationGone(route))))
  }

  /// Finishes an attempt early, because the view was removed while the presenter was still showing it.
  ///
  /// Some toolkits report a quick dismissal before the animation ends, and some never report the end.
  func finishEarly() {
    guard state == .routing, let attempt = presenting else { return }
    finish(attempt, held.current == nil ? RouteError.notAdopted(route, path) : nil)
  }

  /// Ends the change that the presenter is carrying out, because its window was closed.
  func windowClosed() {
    guard let attempt = presenting else { return }
    if state == .routing {
      fail(attempt, .windowClosed(before: route), isThrown: false)
    } else {
      wasRemoved()
    }
  }

  /// Ends an attempt with an error, and returns it.
  ///
  /// - Parameter isThrown: Whether ``perform()`` throws the error.
  @discardableResult
  func fail(
    _ attempt: RouteStateMachine.Attempt, _ error: RouteError, isThrown: Bool = true
  ) -> RouteError {
    let old = state
    guard machine.finish(attempt, succeeded: false) else { return error }
    let error = registry.reporting(error, isThrown: isThrown)
    presenting = nil
    failure = error
    configuration = nil
    if state != .routed { drop() }
    changed(from: old)
    options.onFailure?(error)
    completions.resume(.failure(error))
    // Without a presentation there's no removal, so the tasks that wait for one fail as well.
    if state != .routed { removals.resume(.failure(error)) }
    emit(.failed(error))
    releaseOptions()
    return error
  }
}

extension CompiledRoute {
  /// Throws if the route doesn't support the kind of a path.
  @MainActor
  func validate(_ path: RoutePath) throws(RouteError) {
    guard path.kind != .makeDestination else { return }
    guard declaration.kind == .view else { throw RouteError.onlyMade(self, path.kind) }
    guard path.kind != .tab else { throw RouteError.tabShowsNothing(TypeName.of(declaration.destination)) }
    if let kinds = declaration.supportedKinds, !kinds.contains(path.kind) {
      throw RouteError.unsupportedPath(self, path, kinds)
    }
  }
}
