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
    case waits(Waiting)
  }

  /// An interceptor that has to wait for its closure.
  struct Waiting {
    fileprivate let decide: Intercepts.Decide
    fileprivate let location: DeclarationLocation
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
    attempt = RouteAttempt(
      of: route.declaration, path: path, along: input, configuration: configuration,
      redirectedFrom: redirectedFrom.map(\.declaration.destination))
  }

  /// Calls interceptors in order until one has to wait.
  ///
  /// - Parameter wait: Receives the interceptor to wait for, and the interceptors after it.
  /// - Returns: The decision, or nil after a call of `wait`.
  func decideAtOnce(
    _ interceptors: [Intercepts], orWait wait: (Waiting, ArraySlice<Intercepts>) -> Void
  ) -> Decision? {
    var others = interceptors[...]
    switch next(&others) {
    case .decided(let decision): return decision
    case .waits(let interceptor):
      wait(interceptor, others)
      return nil
    }
  }

  /// Calls all interceptors in order.
  func decide(_ interceptors: [Intercepts]) async -> Decision {
    var others = interceptors[...]
    switch next(&others) {
    case .decided(let decision): return decision
    case .waits(let interceptor): return await decide(interceptor, others)
    }
  }

  /// Waits for the closure of an interceptor, and calls the interceptors after it.
  func decide(_ first: Waiting, _ others: ArraySlice<Intercepts>) async -> Decision {
    var (interceptor, others) = (first, others)
    while true {
      let decision: Decision
      do throws(RouteError) {
        decision = try await self.decision(of: interceptor)
      } catch {
        return .fail(error)
      }
      guard case .proceed = decision else { return decision }
      switch next(&others) {
      case .decided(let decision): return decision
      case .waits(let next): interceptor = next
      }
    }
  }

  /// Removes and calls interceptors up to the first one that has to wait or doesn't proceed.
  private func next(_ interceptors: inout ArraySlice<Intercepts>) -> Step {
    while let interceptor = interceptors.popFirst() {
      switch interceptor.kind {
      case .immediate(let decide):
        do throws(RouteError) {
          let decision = try self.decision(of: decide, at: interceptor.location)
          guard case .proceed = decision else { return .decided(decision) }
        } catch {
          return .decided(.fail(error))
        }
      case .asynchronous(let condition?, _)
      where !Registry.withCurrent(registry, operation: { condition(attempt) }):
        continue
      case .asynchronous(_, let decide):
        return .waits(Waiting(decide: decide, location: interceptor.location))
      }
    }
    return .decided(.proceed)
  }

  /// Calls the closure of an interceptor that never waits.
  private func decision(
    of decide: Intercepts.DecideAtOnce, at location: DeclarationLocation
  ) throws(RouteError) -> Decision {
    let decision: RouteDecision
    do {
      decision = try Registry.withCurrent(registry) { try decide(attempt) }
    } catch {
      throw refused(by: error)
    }
    return try resolved(decision, at: location)
  }

  /// Waits for the closure of an interceptor.
  private func decision(of interceptor: Waiting) async throws(RouteError) -> Decision {
    let decision: RouteDecision
    do {
      decision = try await DecisionTask.run(about: subject) {
        try await Registry.withCurrent(registry) { try await interceptor.decide(attempt) }
      }
      try Task.checkCancellation()
    } catch {
      throw refused(by: error)
    }
    return try resolved(decision, at: interceptor.location)
  }

  /// Returns the error of an interceptor that threw.
  private func refused(by error: any Error) -> RouteError {
    if let error = error as? RouteError, error.isOfParameter { return error.needed(by: [route]) }
    return RouteError.refused(route, error).following(error)
  }

  /// Returns a decision with its route, and throws unless the route exists and closes no cycle.
  private func resolved(
    _ decision: RouteDecision, at location: DeclarationLocation
  ) throws(RouteError) -> Decision {
    switch decision {
    case .proceed: return .proceed
    case .refuse(let error): throw RouteError.refused(route, error).following(error)
    case .redirect(let token):
      guard let router = registry.anyRouter(to: token) else {
        let cause = RouteError.unregistered(TokenDescription(token), in: registry)
        throw .cannotRedirect(route, at: location, because: cause)
      }
      return try redirection(to: router, along: nil)
    case .redirectToURL(let url):
      guard let match = registry.match(url) else {
        throw .cannotRedirect(route, at: location, because: .unmatched(url, in: registry))
      }
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
    var way = RedirectionWay(to: self, input)
    while let (interception, interceptors) = way.next(path, about: subject) {
      way.decisions.append(await interception.decide(interceptors))
    }
    return way.decisions
  }

  /// Asks the interceptors about showing the destination, up to the first one that has to wait.
  ///
  /// - Returns: The decisions as for ``decisions(_:along:about:)``, up to the first one that has to wait.
  @MainActor
  func decisionsAtOnce(
    _ path: RoutePath, along input: RequestContext?, about subject: AnyObject
  ) -> [Interception.Decision] {
    var way = RedirectionWay(to: self, input)
    while let (interception, interceptors) = way.next(path, about: subject),
      let decision = interception.decideAtOnce(interceptors, orWait: { _, _ in })
    {
      way.decisions.append(decision)
    }
    return way.decisions
  }
}

/// The routes about which interceptors decide, each the target of a redirection of the previous one.
@MainActor
private struct RedirectionWay {
  var decisions: [Interception.Decision] = []
  private var router: AnyRouter
  private var input: RequestContext?
  /// The routes that were redirected, in order.
  private var redirected: [CompiledRoute] = []

  init(to router: AnyRouter, _ input: RequestContext?) { (self.router, self.input) = (router, input) }

  /// Returns the interceptors that decide next, or nil if the last decision isn't a redirection.
  mutating func next(
    _ path: RoutePath, about subject: AnyObject
  ) -> (interception: Interception, interceptors: [Intercepts])? {
    if let last = decisions.last {
      guard case .redirect(let target, let context) = last else { return nil }
      redirected.append(router.route)
      (router, input) = (target, context)
    }
    do throws(RouteError) {
      try router.route.validate(path)
      let interception = Interception(
        about: subject, router.route, in: router.registry, path, along: input,
        configuration: try router.route.configuration(openedBy: input), redirectedFrom: redirected)
      return (interception, router.registry.interceptors(of: router.route))
    } catch {
      decisions.append(.fail(error))
      return nil
    }
  }
}
