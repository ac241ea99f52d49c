import WaymarkCore

/// The interceptors of one attempt to show a destination, without the effects of their decisions.
@MainActor
final class Interception {
  /// The common decision of the interceptors.
  enum Decision {
    case proceed
    /// Shows another route, which isn't among the earlier ones.
    case redirect(to: AnyRouter, along: RequestContext?)
    case fail(RouteError)
  }

  /// The interceptors that haven't been called.
  private var others: ArraySlice<Intercepts>
  /// The interceptor that has to wait for its closure.
  private var waiting: (decide: Intercepts.Decide, location: DeclarationLocation)?
  private let registry: Registry
  private let route: CompiledRoute
  private let attempt: RouteAttempt
  /// The requests that interceptors redirected to this one, in order.
  private let redirectedFrom: [RedirectedRequest]
  private let request: RedirectedRequest
  /// The object that waits for the decision.
  private let subject: AnyObject

  init(
    _ interceptors: [Intercepts], about subject: AnyObject, _ route: CompiledRoute, in registry: Registry,
    _ path: RoutePath, along input: RequestContext?, configuration: Any?, redirectedFrom: [RedirectedRequest]
  ) {
    others = interceptors[...]
    request = RedirectedRequest(route, along: input)
    self.subject = subject
    self.route = route
    self.registry = registry
    self.redirectedFrom = redirectedFrom
    attempt = RouteAttempt(
      of: route.declaration, path: path, along: input, configuration: configuration,
      redirectedFrom: redirectedFrom.map(\.route.declaration.destination))
  }

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
      return redirection(to: router, along: nil)
    case .success(.redirectToURL(let url)):
      do throws(RouteError) {
        let (router, input) = try registry.target(of: url)
        return redirection(to: router, along: input)
      } catch {
        return .fail(.cannotRedirect(route, at: location, because: error))
      }
    case .failure(let error as RouteError) where error.isOfParameter:
      return .fail(error.needed(by: [route]))
    case .success(.refuse(let error)), .failure(let error):
      return .fail(RouteError.refused(route, error).following(error))
    }
  }

  private func redirection(to router: AnyRouter, along input: RequestContext?) -> Decision {
    let next = RedirectedRequest(router.route, along: input)
    let way = redirectedFrom + [request]
    guard !way.contains(next), way.count < RedirectedRequest.limit else {
      return .fail(.redirectionCycle(way + [next]))
    }
    return .redirect(to: router, along: input)
  }
}

/// A request that an interceptor redirected.
///
/// A route that redirects to itself with another URL, such as the current URL of a renamed document, closes no cycle.
struct RedirectedRequest: Equatable {
  /// The number of redirections of one request, as in browsers (Fetch Standard, "HTTP-redirect fetch").
  ///
  /// Without it, a chain of redirections to new URLs would have no end.
  static let limit = 20

  let route: CompiledRoute
  let url: String?

  init(_ route: CompiledRoute, along input: RequestContext?) {
    self.route = route
    url = input?.url
  }

  static func == (first: Self, second: Self) -> Bool {
    first.route === second.route && first.url == second.url
  }
}

extension AnyRouter {
  /// Asks the interceptors about showing the destination, without showing it.
  ///
  /// - Parameters:
  ///   - path: The kind of presentation and its source.
  ///   - input: The context of the request.
  ///   - subject: The object that waits for the decisions.
  ///   - atOnce: Whether to end before the first interceptor that has to wait.
  /// - Returns: The decision about the destination, then the decisions about the routes of redirections.
  @MainActor
  func decisions(
    _ path: RoutePath, along input: RequestContext?, about subject: AnyObject, atOnce: Bool = false
  ) async -> [Interception.Decision] {
    var decisions: [Interception.Decision] = []
    var (router, input, redirected) = (self, input, [RedirectedRequest]())
    while true {
      do throws(RouteError) {
        try router.route.validate(path)
        let interception = Interception(
          router.registry.interceptors(of: router.route), about: subject, router.route, in: router.registry,
          path, along: input, configuration: try router.route.configuration(openedBy: input),
          redirectedFrom: redirected)
        let decision = atOnce ? interception.decideAtOnce() : await interception.decide()
        guard let decision else { return decisions }
        decisions.append(decision)
        guard case .redirect(let target, let context) = decision else { return decisions }
        redirected.append(RedirectedRequest(router.route, along: input))
        (router, input) = (target, context)
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
    let interceptors = registry.interceptors(of: route)
    guard !interceptors.isEmpty else { return true }
    let intercepted = Interception(
      interceptors, about: self, route, in: registry, path, along: input, configuration: configuration,
      redirectedFrom: redirectedFrom)
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

  /// Throws the error of a decision, unless it's to proceed, after showing the route of a redirection.
  private func follow(_ decision: Interception.Decision) throws(RouteError) {
    switch decision {
    case .proceed: return
    case .fail(let error): throw error
    case .redirect(let router, let input):
      redirection = try router.perform(
        path, along: input, redirectedFrom: redirectedFrom + [RedirectedRequest(route, along: self.input)],
        origin: origin ?? self.input,
        decided: decided,
        precondition: precondition
      ) { [animated = options.animated] in $0.animated = animated }
      throw RouteError.redirected(route, to: router.route)
    }
  }
}
