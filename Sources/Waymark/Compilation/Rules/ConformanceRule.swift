import WaymarkRuntime

/// A destination, and a configuration, is what it is provided as.
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

  /// Why a type cannot be used as something.
  enum Problem {
    /// It does not conform.
    case missing
    /// It conforms, on an actor where the route's kind is not used.
    case isolated
  }

  /// Asks whether a type can be used as what a token stands for, where its kind is used.
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
