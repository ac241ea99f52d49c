public import WaymarkCore

extension ActiveRoute {
  /// Shows the destination, for the first time or again after its removal.
  ///
  /// Routers call it once. Call it to show the destination again, with fresh options from the `configuring` closure:
  ///
  ///     try await editor.removed()
  ///     try editor.perform()
  ///
  /// The method returns once the presenter has started. Later errors reach ``completed()`` and `onFailure`.
  ///
  /// - Throws: `alreadyPerforming` during a presentation, `actionFailed` until the destination is removed,
  ///   `unsupportedPath`, or an error of the creation.
  public func perform() throws(RouteError) {
    let old = state
    let attempt: RouteStateMachine.Attempt
    do throws(RouteStateMachine.Refusal) {
      attempt = try machine.perform(isAlive: destination != nil, isMade: path.kind == .makeDestination)
    } catch {
      let refusal = registry.reporting(
        .cannotPerform(route, path, error, since: started.map { .now - $0 }))
      emit(.failed(refusal))
      throw refusal
    }
    started = .now
    outcome = nil
    redirection = nil
    dismissed = nil
    removedEarly = nil
    transitionID = .next()
    options = PerformOptions()
    let begun = Result { () throws(RouteError) in try begin(&options) }
    // `begin` sets the caller's `onStateChange`, so report the change only now.
    changed(from: old)
    do throws(RouteError) {
      let order = try begun.get()
      configuration = order.configuration
      try validate()
      let interceptors = registry.interceptors(of: route)
      guard interceptors.isEmpty else { return intercept(attempt, interceptors, order) }
      try show(attempt, order)
    } catch {
      throw fail(attempt, error)
    }
  }

  /// Throws if the path can't show the destination, before creating anything.
  func validate() throws(RouteError) {
    guard path.kind != .makeDestination else { return }
    guard route.declaration.kind == .view else { throw RouteError.onlyMade(route, path) }
    if let kinds = route.declaration.supportedKinds, !kinds.contains(path.kind) {
      throw RouteError.unsupportedPath(route, path, kinds)
    }
    guard let presenter = route.presenter(of: path) else { throw RouteError.sourceGone(route, path) }
    try presenter.validate(transition(()))
  }

  /// Creates the destination and passes it to the presenter.
  func show(_ attempt: RouteStateMachine.Attempt, _ order: Order) throws(RouteError) {
    try precondition?()
    if let presenter = route.presenter(of: path) as? any AdoptingPresenter,
      presenter.makesView(along: path.kind)
    {
      return show(attempt, order, madeBy: presenter)
    }
    let destination = try make(order)
    try checkLeaves(of: destination)
    held.hold(destination)
    // Presentations are ordered by when presenters begin, not by when interceptors start.
    transitionID = .next()
    emit(.willPerform)
    guard path.kind != .makeDestination else { return finish(attempt, nil) }
    guard let presenter = route.presenter(of: path) else { throw RouteError.sourceGone(route, path) }
    wrapper = try route.wrapper(of: destination)
    presenting = attempt
    if route.instanceSlot != nil, let view = held.currentObject { Presentations.begin(self, showing: view) }
    presenter.show(
      transition(destination),
      completion: completion(of: attempt, "show") { [self] error in finish(attempt, error) })
  }

  /// Passes the request to a presenter of a toolkit that creates the view.
  private func show(
    _ attempt: RouteStateMachine.Attempt, _ order: Order, madeBy presenter: any AdoptingPresenter
  ) {
    transitionID = .next()
    presenting = attempt
    presenter.show(
      transition(()),
      adopting: { [self] view throws(RouteError) in
        do throws(RouteError) { return try adopted(view, order) } catch { throw registry.reporting(error) }
      },
      completion: completion(of: attempt, "show") { [self] error in
        finish(attempt, error ?? (held.current == nil ? RouteError.notAdopted(route, path) : nil))
      })
  }

  /// Prepares a view from a toolkit, and returns the transition that shows it.
  private func adopted(_ view: Any, _ order: Order) throws(RouteError) -> RouteTransition {
    guard let adopt = order.adopt else { throw RouteError.cannotAdopt(route, path) }
    let destination = try adopt(view, options.prepareDestination)
    try checkLeaves(of: destination)
    held.hold(destination)
    emit(.willPerform)
    return transition(destination)
  }

  /// Finishes an attempt when the presenter calls its completion.
  private func finish(_ attempt: RouteStateMachine.Attempt, _ error: (any Error)?) {
    guard removedEarly != attempt else { return removedEarly = nil }
    if let error {
      fail(attempt, .presenterFailed(to: "show", route, error))
      return
    }
    let old = state
    guard machine.finish(attempt, succeeded: true) else {
      return emitFailure(.completedAgain(route, "shown"))
    }
    presenting = nil
    outcome = .success(())
    // A local reference retains the destination until the callbacks have received it.
    let destination = held.current
    if path.kind != .makeDestination { Presentations.shown(self) }
    configuration = nil
    changed(from: old)
    emit(.didPerform, took: started.map { .now - $0 })
    if let destination { options.onSuccess?(destination) }
    // No presenter retains a destination along `makeDestination`, so hold it until the caller takes it.
    if path.kind != .makeDestination { held.loosen() }
    completions.resume(
      destination.map { .success($0) } ?? .failure(registry.reporting(.destinationGone(route))))
  }

  /// Finishes an attempt early, because the view was removed while the presenter was still showing it.
  ///
  /// Some toolkits report a quick dismissal before the animation ends, and some never report the end.
  func finishEarly() {
    guard let attempt = presenting else { return }
    finish(attempt, held.current == nil ? RouteError.notAdopted(route, path) : nil)
    removedEarly = attempt
  }

  /// Ends an attempt with an error, and returns the error to throw.
  @discardableResult
  func fail(_ attempt: RouteStateMachine.Attempt, _ error: RouteError) -> RouteError {
    let old = state
    guard machine.finish(attempt, succeeded: false) else {
      emitFailure(.completedAgain(route, "shown"))
      return error
    }
    let error = registry.reporting(error)
    presenting = nil
    outcome = .failure(error)
    configuration = nil
    if state != .routed { drop() }
    changed(from: old)
    options.onFailure?(error)
    completions.resume(.failure(error))
    // Without a presentation there's no removal, so the tasks that wait for one fail as well.
    if state != .routed { removals.resume(.failure(error)) }
    emit(.failed(error))
    return error
  }

  // MARK: - Interceptors

  /// Calls the interceptors in order, then shows the destination.
  private func intercept(
    _ attempt: RouteStateMachine.Attempt, _ interceptors: [Intercepts], _ order: Order
  ) {
    interception = Task {
      do throws(RouteError) {
        for interceptor in interceptors { try await ask(interceptor, about: order) }
        try show(attempt, order)
      } catch {
        fail(attempt, error)
      }
      interception = nil
    }
  }

  /// Calls one interceptor, and throws unless it decides to proceed.
  private func ask(_ interceptor: Intercepts, about order: Order) async throws(RouteError) {
    let attempt = RouteAttempt(
      of: route.declaration.destination, identifiers: route.declaration.identifiers, path: path,
      location: location, context: input, configuration: order.configuration,
      redirectedFrom: redirectedFrom.map(\.declaration.destination))
    let decision: RouteDecision
    do {
      decision = try await DecisionTask.run(about: self) { try await interceptor.decide(attempt) }
      try Task.checkCancellation()
    } catch {
      if let error = error as? RouteError, error.isOfParameter { throw error.needed(by: [route]) }
      throw RouteError.refused(route, error).following(error)
    }
    switch decision {
    case .proceed: return
    case .refuse(let error): throw RouteError.refused(route, error).following(error)
    case .redirect(let token): throw try redirect(to: token)
    case .redirectToURL(let url):
      let match = try registry.matched(url)
      throw try redirect(to: match.router, along: match.context)
    }
  }

  /// Shows another destination along the same path, and returns the error that ends this attempt.
  private func redirect(to token: any Routable) throws(RouteError) -> RouteError {
    guard let router = registry.anyRouter(to: token) else {
      throw registry.reporting(.unregistered(TokenDescription(of: token), in: registry))
    }
    return try redirect(to: router, along: nil)
  }

  /// Shows another route along the same path, unless that closes a cycle, and returns the error that ends this attempt.
  private func redirect(to router: AnyRouter, along input: RequestContext?) throws(RouteError) -> RouteError {
    let way = redirectedFrom + [route]
    guard !way.contains(where: { $0 === router.route }) else {
      throw RouteError.redirectionCycle(way + [router.route])
    }
    redirection = try router.perform(
      path, along: input, redirectedFrom: way, precondition: precondition
    ) { [animated = options.animated] in $0.animated = animated }
    return RouteError.redirected(route, to: router.route)
  }
}
