/// Reports parameters of a view's route whose type is registered both as a view and as a service.
enum AmbiguousParameterRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.traits.contains(.parameters) else { return [] }
    return program.routes.filter { $0.declaration.kind == .view }.flatMap { route in
      route.declaration.parameters.enumerated().compactMap { index, parameter in
        guard case .destination(let type, _) = parameter.form else { return nil }
        let found = program.provisions(of: type).filter { !$0.token.role.isModule }
        guard found.count > 1 else { return nil }
        return Finding(route.ordinal, .ambiguousParameter(index, type, route.declaration, found))
      }
    }
  }
}
