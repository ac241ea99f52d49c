import WaymarkRuntime

/// Reports destinations and configurations that don't conform to the protocols that they provide.
enum ConformanceRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.plainBindings) else { return [] }
    let index = linked.conformances
    var findings: [Finding] = []
    for route in linked.routes {
      let declaration = route.declaration
      for binding in declaration.bindings where binding.isPlain {
        let type = binding.role.isModule ? declaration.configuration?.type : declaration.destination
        guard let type, let problem = problem(type, as: binding.token, using: index) else { continue }
        findings.append(Finding(route.ordinal, .notConforming(type, binding.token, declaration, problem)))
      }
      for contribution in declaration.contributions where contribution.binding.isPlain {
        let (type, token) = (declaration.destination, contribution.token)
        guard let problem = problem(type, as: token, using: index) else { continue }
        findings.append(Finding(route.ordinal, .notConforming(type, token, declaration, problem)))
      }
    }
    return findings
  }

  enum Problem {
    case missing
    /// A conformance that's isolated to an actor that the route's kind doesn't use.
    case isolated
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
}

extension Diagnostic {
  fileprivate static func notConforming(
    _ type: Any.Type, _ token: TokenDescription, _ declaration: RouteDeclaration,
    _ problem: ConformanceRule.Problem
  ) -> Diagnostic {
    let detail = "\(route(declaration)) \(token.role.isCollection ? "contributes to" : "provides") \(token)"
    switch problem {
    case .missing where type == Void.self:
      // The compiler infers such a route from a closure with one expression that fits no other declaration.
      return Diagnostic(
        .notConforming, at: declaration.location,
        "the closure of this route returns (), but the route provides \(token)", detail: detail,
        remedy:
          "return the instance from the closure\nif the registry keeps the service, make its type Sendable")
    case .missing where !Metadata(of: token.type).isExistential:
      let (name, requested) = (TypeName.bare(type), TypeName.bare(token.type))
      let closure =
        token.role.isModule || token.role.isCollection
        ? "" : "\nwrite \(token).as { … } with a closure that returns the \(requested)"
      return Diagnostic(
        .notConforming, at: declaration.location, "\(name) is not of the type \(requested)", detail: detail,
        remedy:
          "declare a route of \(requested) in place of \(name)\ndeclare the token with \(name) or with a "
          + "protocol that \(name) conforms to" + closure)
    case .missing:
      let closure = token.role.isModule || token.role.isCollection ? "" : "\nwrite \(token).as { … }"
      return Diagnostic(
        .notConforming, at: declaration.location, missingConformance(type, token), detail: detail,
        remedy: "conform \(TypeName.bare(type)) to \(TypeName.bare(token.type))\(closure)")
    case .isolated:
      return Diagnostic(
        .notConforming, at: declaration.location, isolatedConformance(type, token), detail: detail,
        remedy: "make the conformance nonisolated\nprovide it as a view")
    }
  }
}
