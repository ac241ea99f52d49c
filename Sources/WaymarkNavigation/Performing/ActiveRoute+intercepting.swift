import WaymarkCore

extension ActiveRoute {
  /// Calls the interceptors in order until one has to wait, and throws unless all of them decide to proceed.
  ///
  /// - Returns: Whether all interceptors have decided. If not, a task calls the others, then shows the destination.
  func proceedsAtOnce(
    _ attempt: RouteStateMachine.Attempt, _ interceptors: [Intercepts], _ order: Order
  ) throws(RouteError) -> Bool {
    guard !interceptors.isEmpty else { return true }
    let intercepted = routeAttempt(of: order)
    for (index, interceptor) in interceptors.enumerated() {
      guard let decide = try waiting(interceptor, intercepted) else { continue }
      let others = interceptors[(index + 1)...]
      interception = Task {
        do throws(RouteError) {
          try await self.decide(decide, others, intercepted)
          try show(attempt, order)
        } catch {
          fail(attempt, error)
        }
      }
      return false
    }
    return true
  }

  /// Waits for the decisions of interceptors, and throws unless all of them decide to proceed.
  private func decide(
    _ first: Intercepts.Decide, _ others: ArraySlice<Intercepts>, _ intercepted: RouteAttempt
  ) async throws(RouteError) {
    // The callbacks that follow may begin another attempt, with a task of its own.
    defer { interception = nil }
    try await decide(first, intercepted)
    for other in others {
      if let next = try waiting(other, intercepted) { try await decide(next, intercepted) }
    }
  }

  /// Lets an interceptor decide at once, or returns the closure to wait for.
  ///
  /// - Throws: The error of a decision other than to proceed.
  private func waiting(
    _ interceptor: Intercepts, _ attempt: RouteAttempt
  ) throws(RouteError) -> Intercepts.Decide? {
    switch interceptor.kind {
    case .immediate(let decide):
      try decideAtOnce(decide, attempt)
      return nil
    case .asynchronous(let condition?, _)
    where !Registry.withCurrent(registry, operation: { condition(attempt) }):
      return nil
    case .asynchronous(_, let decide): return decide
    }
  }

  private func routeAttempt(of order: Order) -> RouteAttempt {
    RouteAttempt(
      of: route.declaration.destination, identifiers: route.declaration.identifiers, path: path,
      location: location, context: input, configuration: order.configuration,
      redirectedFrom: redirectedFrom.map(\.declaration.destination))
  }

  /// Calls an interceptor that never waits, and throws unless it decides to proceed.
  private func decideAtOnce(_ decide: Intercepts.DecideAtOnce, _ attempt: RouteAttempt) throws(RouteError) {
    let decision: RouteDecision
    do {
      decision = try Registry.withCurrent(registry) { try decide(attempt) }
    } catch {
      throw refused(by: error)
    }
    try follow(decision)
  }

  /// Calls an asynchronous interceptor, and throws unless it decides to proceed.
  private func decide(_ decide: Intercepts.Decide, _ attempt: RouteAttempt) async throws(RouteError) {
    let decision: RouteDecision
    do {
      decision = try await DecisionTask.run(about: self) {
        try await Registry.withCurrent(registry) { try await decide(attempt) }
      }
      try Task.checkCancellation()
    } catch {
      throw refused(by: error)
    }
    try follow(decision)
  }

  /// Returns the error of an interceptor that threw.
  private func refused(by error: any Error) -> RouteError {
    if let error = error as? RouteError, error.isOfParameter { return error.needed(by: [route]) }
    return RouteError.refused(route, error).following(error)
  }

  /// Throws the error of a decision, unless it's to proceed.
  private func follow(_ decision: RouteDecision) throws(RouteError) {
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
