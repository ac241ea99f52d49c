import WaymarkRuntime

/// What a route needs is provided: parameters of its initializer, `@Routed` properties of its destination,
/// and what `Requires` names.
enum MissingRequirementRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    program.routes.flatMap { route in
      route.draft.dependencies.compactMap { dependency -> Finding? in
        guard !dependency.isOptional, let token = dependency.candidates.first,
          !dependency.candidates.contains(where: { program.provides($0.key) })
        else { return nil }
        return Finding(
          route.ordinal,
          .missingRequirement(token, dependency, route.draft, near: program.provisions(near: token)))
      }
    }
  }
}
