import WaymarkRuntime

/// Reports destinations and configurations that don't conform to the protocols they're provided as.
enum ConformanceRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.traits.contains(.plainBindings) else { return [] }
    let index = program.conformances
    var findings: [Finding] = []
    for route in program.routes {
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

  /// The reason why a type can't be used as another.
  enum Problem {
    /// The type doesn't conform.
    case missing
    /// The type conforms, but only on an actor on which the route's kind isn't used.
    case isolated
  }

  /// Returns the reason why a type can't be used as a token's requested type; nil if it can.
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
    case .missing:
      let closure = token.role.isModule || token.role.isCollection ? "" : ", or write \(token).as { … }"
      return Diagnostic(
        .notConforming, at: declaration.location, missingConformance(type, token), detail: detail,
        remedy: "conform \(TypeName.bare(type)) to \(TypeName.bare(token.type))\(closure)")
    case .isolated:
      return Diagnostic(
        .notConforming, at: declaration.location, isolatedConformance(type, token), detail: detail,
        remedy: "make the conformance nonisolated, or provide it as a view")
    }
  }
}
