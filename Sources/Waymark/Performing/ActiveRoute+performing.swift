extension ActiveRoute {
  /// Shows the destination: for the first time, or again after it was removed.
  ///
  /// The caller's `configuring` runs once more, with fresh options.
  ///
  /// - Throws: `alreadyPerforming` while it is being shown, `actionFailed` while it is shown or being removed,
  ///   `unsupportedPath`, or why it could not be made. What the presenter says comes later, through
  ///   ``completed()`` and `onFailure`.
  public func perform() throws(RouteError) {
    let old = state
    let attempt: RouteStateMachine.Attempt
    do throws(RouteStateMachine.Refusal) {
      attempt = try machine.perform(isAlive: destination != nil, isMade: path.kind == .makeDestination)
    } catch {
      let refusal = RouteError.cannotPerform(route, path, error, since: started.map { .now - $0 })
      emit(.failed(refusal))
      throw refusal
    }
    started = .now
    outcome = nil
    redirection = nil
    options = PerformOptions()
    let begun = Result { () throws(RouteError) in try begin(&options) }
    // Only now does the caller's closure for changes of the state exist.
    changed(from: old)
    do throws(RouteError) {
      let order = try begun.get()
      try validate()
      let interceptors = registry.interceptors(of: route)
      guard interceptors.isEmpty else { return intercept(attempt, interceptors, order) }
      try show(attempt, order.make)
    } catch {
      fail(attempt, error)
      throw error
    }
  }

  /// Refuses what cannot be shown, before anything is made.
  private func validate() throws(RouteError) {
    guard path.kind != .makeDestination else { return }
    guard route.declaration.kind == .view else { throw RouteError.onlyMade(route, path) }
    if let kinds = route.declaration.supportedKinds, !kinds.contains(path.kind) {
      throw RouteError.unsupportedPath(route, path, kinds)
    }
    guard let source = path.source else { throw RouteError.sourceGone(route, path) }
    try source.routePresenter.validate(transition(()))
  }

  /// Makes the destination and hands it to the presenter.
  func show(_ attempt: RouteStateMachine.Attempt, _ make: Make) throws(RouteError) {
    let destination = try make(options.prepareDestination)
    held.hold(destination)
    emit(.willPerform)
    guard path.kind != .makeDestination else { return finish(attempt, nil) }
    guard let source = path.source else { throw RouteError.sourceGone(route, path) }
    source.routePresenter.show(transition(destination)) { error in self.finish(attempt, error) }
  }

  /// The presenter has shown the destination, or has not.
  private func finish(_ attempt: RouteStateMachine.Attempt, _ error: (any Error)?) {
    if let error { return fail(attempt, .presenterFailed(to: "show", route, error)) }
    let old = state
    guard machine.finish(attempt, succeeded: true) else {
      return emit(.failed(.completedAgain(route, "shown")))
    }
    outcome = .success(())
    changed(from: old)
    emit(.didPerform, took: started.map { .now - $0 })
    // The destination is held until here, whatever observers do.
    if let destination = held.current { options.onSuccess?(destination) }
    // What is only made has nobody else yet; it is left to whoever waits for it.
    if path.kind != .makeDestination { held.loosen() }
    completions.resume(.success(()))
  }

  /// The attempt has failed at any of its steps.
  func fail(_ attempt: RouteStateMachine.Attempt, _ error: RouteError) {
    let old = state
    guard machine.finish(attempt, succeeded: false) else {
      return emit(.failed(.completedAgain(route, "shown")))
    }
    outcome = .failure(error)
    if state != .routed { held.drop() }
    changed(from: old)
    options.onFailure?(error)
    completions.resume(.failure(error))
    // What will not be shown will not be removed either.
    if state != .routed { removals.resume(.failure(error)) }
    emit(.failed(error))
  }

  // MARK: - Interceptors

  /// Asks the interceptors, one after the other.
  private func intercept(
    _ attempt: RouteStateMachine.Attempt, _ interceptors: [Intercepts], _ order: Order
  ) {
    interception = Task {
      do throws(RouteError) {
        for interceptor in interceptors { try await ask(interceptor, about: order) }
        try show(attempt, order.make)
      } catch {
        fail(attempt, error)
      }
      interception = nil
    }
  }

  private func ask(_ interceptor: Intercepts, about order: Order) async throws(RouteError) {
    let question = RouteAttempt(
      of: route.declaration.destination, identifiers: route.declaration.identifiers, path: path,
      location: location, context: input, configuration: order.configuration,
      redirectedFrom: redirectedFrom.map(\.declaration.destination))
    let decision: RouteDecision
    do {
      decision = try await interceptor.decide(question)
      try Task.checkCancellation()
    } catch {
      throw RouteError.refused(route, error)
    }
    switch decision {
    case .proceed: return
    case .refuse(let error): throw RouteError.refused(route, error)
    case .redirect(let token): throw try redirect(to: token)
    case .redirectToURL(let url):
      let match = try registry.matched(url)
      throw try redirect(to: match.router, along: match.context)
    }
  }

  /// Shows something else along the same path.
  ///
  /// - Returns: What this attempt ends with.
  private func redirect(to token: any Routable) throws(RouteError) -> RouteError {
    guard let router = registry.anyRouter(to: token) else {
      throw registry.reporting(.unregistered(TokenDescription(of: token), in: registry))
    }
    return try redirect(to: router, along: nil)
  }

  private func redirect(to router: AnyRouter, along input: RequestContext?) throws(RouteError) -> RouteError {
    let way = redirectedFrom + [route]
    guard !way.contains(where: { $0 === router.route }) else {
      throw RouteError.redirectionCycle(way + [router.route])
    }
    redirection = try router.perform(path, along: input, redirectedFrom: way) { _ in }
    return RouteError.redirected(route, to: router.route)
  }
}
