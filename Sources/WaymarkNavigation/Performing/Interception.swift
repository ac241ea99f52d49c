import WaymarkCore

/// The interceptors of one attempt to show a destination, without the effects of their decisions.
@MainActor
struct Interception {
  /// The common decision of the interceptors.
  enum Decision {
    case proceed
    /// Shows another route, which isn't among the earlier ones.
    case redirect(to: AnyRouter, along: RequestContext?)
    case fail(RouteError)
  }

  /// The next step of the interceptors.
  private enum Step {
    case decided(Decision)
    /// An interceptor has to wait for its closure.
    case waits(Intercepts.Decide)
  }

  let registry: Registry
  let route: CompiledRoute
  let attempt: RouteAttempt
  /// The routes with interceptors that redirected to this one, in order.
  let redirectedFrom: [CompiledRoute]
  /// The object that waits for the decision.
  let subject: AnyObject

  init(
    about subject: AnyObject, _ route: CompiledRoute, in registry: Registry, _ path: RoutePath,
    along input: RequestContext?, configuration: Any?, redirectedFrom: [CompiledRoute]
  ) {
    self.subject = subject
    self.route = route
    self.registry = registry
    self.redirectedFrom = redirectedFrom
    let declaration = route.declaration
    attempt = RouteAttempt(
      of: declaration.destination, identifiers: declaration.identifiers, path: path,
      location: declaration.location, context: input, configuration: configuration,
      redirectedFrom: redirectedFrom.map(\.declaration.destination))
  }

  /// Calls interceptors in order until one has to wait.
  ///
  /// - Parameter wait: Receives the closure to wait for, and the interceptors after it.
  /// - Returns: The decision, or nil after a call of `wait`.
  func decideAtOnce(
    _ interceptors: [Intercepts], orWait wait: (@escaping Intercepts.Decide, ArraySlice<Intercepts>) -> Void
  ) -> Decision? {
    var others = interceptors[...]
    switch next(&others) {
    case .decided(let decision): return decision
    case .waits(let decide):
      wait(decide, others)
      return nil
    }
  }

  /// Calls all interceptors in order.
  func decide(_ interceptors: [Intercepts]) async -> Decision {
    var others = interceptors[...]
    switch next(&others) {
    case .decided(let decision): return decision
    case .waits(let decide): return await self.decide(decide, others)
    }
  }

  /// Waits for the closure of an interceptor, and calls the interceptors after it.
  func decide(_ first: @escaping Intercepts.Decide, _ others: ArraySlice<Intercepts>) async -> Decision {
    var (decide, others) = (first, others)
    while true {
      let decision: Decision
      do throws(RouteError) {
        decision = try await self.decision(of: decide)
      } catch {
        return .fail(error)
      }
      guard case .proceed = decision else { return decision }
      switch next(&others) {
      case .decided(let decision): return decision
      case .waits(let next): decide = next
      }
    }
  }

  /// Removes and calls interceptors up to the first one that has to wait or doesn't proceed.
  private func next(_ interceptors: inout ArraySlice<Intercepts>) -> Step {
    while let interceptor = interceptors.popFirst() {
      switch interceptor.kind {
      case .immediate(let decide):
        do throws(RouteError) {
          let decision = try self.decision(of: decide)
          guard case .proceed = decision else { return .decided(decision) }
        } catch {
          return .decided(.fail(error))
        }
      case .asynchronous(let condition?, _)
      where !Registry.withCurrent(registry, operation: { condition(attempt) }):
        continue
      case .asynchronous(_, let decide): return .waits(decide)
      }
    }
    return .decided(.proceed)
  }

  /// Calls the closure of an interceptor that never waits.
  private func decision(of decide: Intercepts.DecideAtOnce) throws(RouteError) -> Decision {
    let decision: RouteDecision
    do {
      decision = try Registry.withCurrent(registry) { try decide(attempt) }
    } catch {
      throw refused(by: error)
    }
    return try resolved(decision)
  }

  /// Waits for the closure of an interceptor.
  private func decision(of decide: Intercepts.Decide) async throws(RouteError) -> Decision {
    let decision: RouteDecision
    do {
      decision = try await DecisionTask.run(about: subject) {
        try await Registry.withCurrent(registry) { try await decide(attempt) }
      }
      try Task.checkCancellation()
    } catch {
      throw refused(by: error)
    }
    return try resolved(decision)
  }

  /// Returns the error of an interceptor that threw.
  private func refused(by error: any Error) -> RouteError {
    if let error = error as? RouteError, error.isOfParameter { return error.needed(by: [route]) }
    return RouteError.refused(route, error).following(error)
  }

  /// Returns a decision with its route, and throws unless the route exists and closes no cycle.
  private func resolved(_ decision: RouteDecision) throws(RouteError) -> Decision {
    switch decision {
    case .proceed: return .proceed
    case .refuse(let error): throw RouteError.refused(route, error).following(error)
    case .redirect(let token):
      guard let router = registry.anyRouter(to: token) else {
        throw registry.reporting(.unregistered(TokenDescription(of: token), in: registry))
      }
      return try redirection(to: router, along: nil)
    case .redirectToURL(let url):
      let match = try registry.matched(url)
      return try redirection(to: match.router, along: match.context)
    }
  }

  private func redirection(
    to router: AnyRouter, along input: RequestContext?
  ) throws(RouteError) -> Decision {
    let way = redirectedFrom + [route]
    guard !way.contains(where: { $0 === router.route }) else {
      throw RouteError.redirectionCycle(way + [router.route])
    }
    return .redirect(to: router, along: input)
  }
}

extension AnyRouter {
  /// Asks the interceptors about showing the destination, without showing it.
  ///
  /// - Parameters:
  ///   - path: The kind of presentation and its source.
  ///   - input: The context of the request.
  ///   - subject: The object that waits for the decisions.
  /// - Returns: The decision about the destination, then the decisions about the routes of redirections.
  @MainActor
  func decisions(
    _ path: RoutePath, along input: RequestContext?, about subject: AnyObject
  ) async -> [Interception.Decision] {
    var (router, input, way) = (self, input, [CompiledRoute]())
    var decisions: [Interception.Decision] = []
    while true {
      do throws(RouteError) {
        let interception = Interception(
          about: subject, router.route, in: router.registry, path, along: input,
          configuration: try router.route.configuration(openedBy: input), redirectedFrom: way)
        decisions.append(await interception.decide(router.registry.interceptors(of: router.route)))
      } catch {
        decisions.append(.fail(error))
      }
      guard case .redirect(let next, let context)? = decisions.last else { return decisions }
      way.append(router.route)
      (router, input) = (next, context)
    }
  }
}
