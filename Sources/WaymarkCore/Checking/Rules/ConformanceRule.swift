import WaymarkRuntime

/// Reports destinations and configurations that don't conform to the protocols that they provide.
enum ConformanceRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.plainBindings) else { return [] }
    var findings: [Finding] = []
    for route in linked.routes {
      let declaration = route.declaration
      func check(_ type: Any.Type?, as token: TokenDescription) {
        guard let type, let problem = problem(type, as: token, using: linked.conformances) else { return }
        findings.append(finding(route, type, token, problem))
      }
      for binding in declaration.bindings where binding.isPlain {
        check(
          binding.role.isModule ? declaration.configuration?.type : declaration.destination,
          as: binding.token)
      }
      for contribution in declaration.contributions where contribution.binding.isPlain {
        check(declaration.destination, as: contribution.token)
      }
    }
    return findings
  }

  enum Problem {
    case missing
    /// A conformance that's isolated to an actor that the route's kind doesn't use.
    case isolated

    /// Returns the message about a type that doesn't satisfy a token.
    func message(about type: Any.Type, as token: TokenDescription) -> String {
      let (name, required) = (TypeName.bare(type), TypeName.bare(token.type))
      switch self {
      case .missing: return "\(name) does not conform to \(required)"
      case .isolated:
        let isView = token.role.kind == .view
        let use = isView ? "a view is used on the main actor" : "a service is used on any thread"
        return "\(name) conforms to \(required) only on an actor, but \(use)"
      }
    }
  }

  /// Returns the reason that a type doesn't satisfy a token, or nil if it does.
  static func problem(
    _ type: Any.Type, as token: TokenDescription, using index: ConformanceIndex? = nil
  ) -> Problem? {
    switch Conformance.check(type, as: token.type, using: index) {
    case .conforms, .unknown: return nil
    case .missing: return .missing
    case .conformsOnActor(let actor):
      return token.role.kind == .view && actor == ObjectIdentifier(MainActor.self) ? nil : .isolated
    }
  }

  private static func finding(
    _ route: Linked.Route, _ type: Any.Type, _ token: TokenDescription, _ problem: Problem
  ) -> Finding {
    let (name, requested) = (TypeName.bare(type), TypeName.bare(token.type))
    let closure = token.role.isDestination ? "\nwrite \(token).as { … }" : ""
    var message = problem.message(about: type, as: token)
    let remedy: String
    switch problem {
    case .missing where type == Void.self:
      // The compiler infers such a route from a closure with one expression that fits no other declaration.
      message = "the closure of this route returns (), but the route provides \(token)"
      remedy =
        "return the instance from the closure\nif the registry keeps the service, make its type Sendable"
    case .missing where !Metadata(of: token.type).isExistential:
      message = "\(name) is not of the type \(requested)"
      remedy =
        "declare a route of \(requested) in place of \(name)\ndeclare the token with \(name) or with a "
        + "protocol that \(name) conforms to"
        + (closure.isEmpty ? "" : "\(closure) with a closure that returns the \(requested)")
    case .missing: remedy = "conform \(name) to \(requested)\(closure)"
    case .isolated: remedy = "make the conformance nonisolated\nprovide it as a view"
    }
    let verb = token.role.isCollection ? "contributes to" : "provides"
    return route.finding(
      .notConforming, message, detail: "\(route.declaration.text) \(verb) \(token)", remedy: remedy)
  }
}
