import WaymarkCore

extension ActiveRoute {
  /// Calls the interceptors in order until one has to wait, and throws unless all of them decide to proceed.
  ///
  /// - Returns: Whether all interceptors have decided. If not, a task calls the others, then shows the destination.
  func proceedsAtOnce(
    _ attempt: RouteStateMachine.Attempt, _ interceptors: [Intercepts]
  ) throws(RouteError) -> Bool {
    if let decision = decided.popFirst() {
      try follow(decision)
      return true
    }
    guard !interceptors.isEmpty else { return true }
    let intercepted = Interception(
      about: self, route, in: registry, path, along: input, configuration: configuration,
      redirectedFrom: redirectedFrom)
    let decision = intercepted.decideAtOnce(interceptors) { interceptor, others in
      interception = Task {
        let decision = await intercepted.decide(interceptor, others)
        // The callbacks that follow may begin another attempt, with a task of its own.
        interception = nil
        do throws(RouteError) {
          try follow(decision)
          try show(attempt)
        } catch {
          fail(attempt, error)
        }
      }
    }
    guard let decision else { return false }
    try follow(decision)
    return true
  }

  /// Throws the error of a decision, unless it's to proceed, after showing the route of a redirection.
  private func follow(_ decision: Interception.Decision) throws(RouteError) {
    switch decision {
    case .proceed: return
    case .fail(let error): throw error
    case .redirect(let router, let input):
      redirection = try router.perform(
        path, along: input, redirectedFrom: redirectedFrom + [route], origin: origin ?? self.input,
        decided: decided,
        precondition: precondition
      ) { [animated = options.animated] in $0.animated = animated }
      throw RouteError.redirected(route, to: router.route)
    }
  }
}
