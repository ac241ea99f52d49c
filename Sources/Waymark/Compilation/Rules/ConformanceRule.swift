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
