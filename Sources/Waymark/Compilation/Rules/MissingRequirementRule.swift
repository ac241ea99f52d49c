/// What a route needs is provided: parameters of its initializer, `@Routed` properties of its destination,
/// and what `Requires` names.
///
/// In an early registry, what is needed later may come later.
enum MissingRequirementRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    let found =
      program.traits.contains(.dependencies)
      ? program.routes.flatMap { route in
        missing(route.declaration, program).map { Finding(route.ordinal, $0) }
      }
      : []
    // What an early registry was allowed to leave for later is due when it is completed, except for routes that
    // were replaced since.
    guard let base = program.base, base.stage == .early, program.stage == .complete else { return found }
    return base.layer.routes.filter(base.isInForce).flatMap { route in
      missing(route.declaration, program).map { Finding(-1, $0) }
    } + found
  }

  private static func missing(_ declaration: RouteDeclaration, _ program: Program) -> [Diagnostic] {
    declaration.dependencies.compactMap { dependency in
      guard !dependency.isOptional, let token = dependency.candidates.first,
        !(program.stage == .early && dependency.strength == .lazy),
        !dependency.candidates.contains(where: { program.provides($0.key) })
      else { return nil }
      return .missingRequirement(token, dependency, declaration, near: program.provisions(near: token))
    }
  }
}
