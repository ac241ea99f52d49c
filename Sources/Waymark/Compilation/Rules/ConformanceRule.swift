import WaymarkRuntime

/// A destination, and a configuration, is what it is provided as.
enum ConformanceRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    let index = index(for: program)
    return program.routes.flatMap { route -> [Finding] in
      let draft = route.draft
      let destinations = draft.provisions.filter(\.isPlain).compactMap { provision in
        problem(draft.destination, as: provision.token, using: index).map {
          Finding(route.ordinal, .notConforming(draft.destination, provision.token, draft, $0))
        }
      }
      guard let configuration = draft.configuration else { return destinations }
      return destinations
        + draft.moduleProvisions.compactMap { provision in
          problem(configuration.type, as: provision.token, using: index).map {
            Finding(route.ordinal, .notConforming(configuration.type, provision.token, draft, $0))
          }
        }
    }
  }

  /// The index of the program's conformances, where it is worth making: making it costs about as much as
  /// fifty questions without it.
  private static func index(for program: Program) -> ConformanceIndex? {
    let questions = program.routes.reduce(0) { count, route in
      count + route.draft.provisions.count(where: \.isPlain) + route.draft.moduleProvisions.count
    }
    return questions > 50 ? ConformanceIndex.program : nil
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
