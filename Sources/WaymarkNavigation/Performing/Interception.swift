import WaymarkCore

/// The interceptors of one attempt to show a destination, without the effects of their decisions.
@MainActor
final class Interception {
  /// The number of redirections of one request, as in browsers (Fetch Standard, "HTTP-redirect fetch").
  ///
  /// Without it, a chain of redirections to new URLs would have no end.
  nonisolated static let mostRedirections = 20

  /// The common decision of the interceptors.
  enum Decision {
    case proceed
    /// Shows another route, which isn't among the earlier ones.
    case redirect(to: RouteRequest)
    case fail(RouteError)
  }

  /// The interceptors that haven't been called.
  private var others: ArraySlice<Intercepts>
  /// The interceptor that has to wait for its closure.
  private var waiting: (decide: Intercepts.Decide, location: DeclarationLocation)?
  /// The requests that interceptors redirected, in order, and the request of the attempt.
  private let way: [RouteRequest]
  private let attempt: RouteAttempt
  /// The object that waits for the decision.
  private let subject: AnyObject

  init(_ way: [RouteRequest], about subject: AnyObject, _ path: RoutePath, configuration: Any?) {
    (self.way, self.subject) = (way, subject)
    let request = way[way.count - 1]
    others = request.interceptors[...]
    attempt = RouteAttempt(
      of: request, path: path, configuration: configuration,
      redirectedFrom: way.dropLast().map(\.route.declaration.destination))
  }

  private var route: CompiledRoute { way[way.count - 1].route }
  private var registry: Registry { way[way.count - 1].router.registry }

  /// Calls the interceptors in order, and returns their decision, or nil if one has to wait.
  func decideAtOnce() -> Decision? {
    while let interceptor = others.popFirst() {
      switch interceptor.kind {
      case .immediate(let decide):
        let result = Result { try Registry.withCurrent(registry) { try decide(attempt) } }
        let decision = decision(result, at: interceptor.location)
        guard case .proceed = decision else { return decision }
      case .asynchronous(let condition?, _)
      where !Registry.withCurrent(registry, operation: { condition(attempt) }):
        continue
      case .asynchronous(_, let decide):
        waiting = (decide, interceptor.location)
        return nil
      }
    }
    return .proceed
  }

  /// Waits for the interceptor at which ``decideAtOnce()`` has stopped, if any, and calls the others in order.
  func decide() async -> Decision {
    while true {
      if let (decide, location) = waiting {
        waiting = nil
        let result: Result<RouteDecision, any Error>
        do {
          let decided = try await DecisionTask.run(about: subject, in: registry) {
            try await decide(attempt)
          }
          try Task.checkCancellation()
          result = .success(decided)
        } catch {
          result = .failure(error)
        }
        let decision = decision(result, at: location)
        guard case .proceed = decision else { return decision }
      }
      if let decision = decideAtOnce() { return decision }
    }
  }

  /// Returns the decision of an interceptor, which fails unless its route exists and closes no cycle.
  private func decision(
    _ result: Result<RouteDecision, any Error>, at location: DeclarationLocation
  ) -> Decision {
    switch result {
    case .success(.proceed): return .proceed
    case .success(.redirect(let token)):
      guard let router = registry.anyRouter(to: token) else {
        let cause = RouteError.unregistered(TokenDescription(token), in: registry)
        return .fail(.cannotRedirect(route, at: location, because: cause))
      }
      return redirection(to: RouteRequest(router: router, input: nil))
    case .success(.redirectToURL(let url)):
      do throws(RouteError) {
        return redirection(to: try registry.request(for: url))
      } catch {
        return .fail(.cannotRedirect(route, at: location, because: error))
      }
    case .failure(let error as RouteError) where error.isOfParameter:
      return .fail(error.needed(by: [route]))
    case .success(.refuse(let error)), .failure(let error):
      return .fail(RouteError.refused(route, error).following(error))
    }
  }

  private func redirection(to next: RouteRequest) -> Decision {
    guard !way.contains(next), way.count < Self.mostRedirections else {
      return .fail(.redirectionCycle(way + [next]))
    }
    return .redirect(to: next)
  }
}

extension RouteRequest {
  /// Asks the interceptors about showing the destination, without showing it.
  ///
  /// - Parameters:
  ///   - path: The kind of presentation and its source.
  ///   - subject: The object that waits for the decisions.
  ///   - atOnce: Whether to end before the first interceptor that has to wait.
  /// - Returns: The decision about the destination, then the decisions about the routes of redirections.
  @MainActor
  func decisions(
    _ path: RoutePath, about subject: AnyObject, atOnce: Bool = false
  ) async -> [Interception.Decision] {
    var decisions: [Interception.Decision] = []
    var (request, way) = (self, [self])
    while true {
      do throws(RouteError) {
        try request.route.validate(path)
        let interception = Interception(
          way, about: subject, path, configuration: try request.route.configuration(openedBy: request.input))
        let decision = atOnce ? interception.decideAtOnce() : await interception.decide()
        guard let decision else { return decisions }
        decisions.append(decision)
        guard case .redirect(let next) = decision else { return decisions }
        request = next
        way.append(next)
      } catch {
        return decisions + [.fail(error)]
      }
    }
  }
}

extension Registry {
  /// Returns the interceptors of a route, beginning with the registry's.
  func interceptors(of route: CompiledRoute) -> [Intercepts] {
    handlers(Intercepts.self) + route.declaration.features(Intercepts.self)
  }
}

extension ActiveRoute {
  /// Calls the interceptors in order until one has to wait, and throws unless all of them decide to proceed.
  ///
  /// - Returns: Whether all interceptors have decided. If not, a task calls the others, then shows the destination.
  func proceedsAtOnce(_ attempt: RouteStateMachine.Attempt) throws(RouteError) -> Bool {
    if let decision = decided.popFirst() {
      try follow(decision)
      return true
    }
    let intercepted = Interception(way, about: self, path, configuration: configuration)
    if let decision = intercepted.decideAtOnce() {
      try follow(decision)
      return true
    }
    interception = Task {
      let decision = await intercepted.decide()
      // The callbacks that follow may begin another attempt, with a task of its own.
      interception = nil
      do throws(RouteError) {
        try follow(decision)
        try show(attempt)
      } catch {
        fail(attempt, error)
      }
    }
    return false
  }

  /// The requests that interceptors redirected to this one, in order, and this one.
  private var way: [RouteRequest] { redirectedFrom + [request] }

  /// Throws the error of a decision, unless it's to proceed, after showing the route of a redirection.
  private func follow(_ decision: Interception.Decision) throws(RouteError) {
    switch decision {
    case .proceed: return
    case .fail(let error): throw error
    case .redirect(let request):
      redirection = try request.perform(
        path, redirectedFrom: way, decided: decided, precondition: precondition
      ) { [animated = options.animated] in $0.animated = animated }
      throw RouteError.redirected(route, to: request.route)
    }
  }
}
