/// What a route needs is provided: parameters of its initializer, and what `Requires` names.
enum MissingRequirementRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    program.routes.flatMap { route in
      let parameters = route.draft.parameters.enumerated().compactMap { index, parameter -> Finding? in
        guard let missing = missing(parameter, route.draft.kind, program) else { return nil }
        return Finding(
          route.ordinal,
          .missingParameter(index, missing, route.draft, near: program.provisions(of: missing.type)))
      }
      let requirements = route.draft.requirements.filter { !program.provides($0.key) }.map { token in
        Finding(
          route.ordinal, .missingRequirement(token, route.draft, near: program.provisions(of: token.type)))
      }
      return parameters + requirements
    }
  }

  /// What a parameter asks for, if nothing provides it.
  private static func missing(
    _ parameter: ParameterDraft, _ kind: DestinationKind, _ program: Program
  ) -> TokenDescription? {
    switch parameter.form {
    case .open, .destination(_, isOptional: true), .router(_, isOptional: true): return nil
    case .router(let token, isOptional: false): return program.provides(token.key) ? nil : token
    case .destination(let type, isOptional: false):
      let service = TokenDescription(type, .service)
      if program.provides(service.key) { return nil }
      guard kind == .view else { return service }
      let view = TokenDescription(type, .view)
      return program.provides(view.key) ? nil : service
    }
  }
}
