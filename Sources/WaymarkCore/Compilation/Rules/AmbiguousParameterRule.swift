/// Reports parameters of a view's route with a type that's registered both as a view and as a service.
enum AmbiguousParameterRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.traits.contains(.parameters) else { return [] }
    return program.routes.filter { $0.declaration.kind == .view }.flatMap { route in
      route.declaration.parameters.enumerated().compactMap { index, parameter in
        let type: Any.Type
        let isCollection: Bool
        // A token of Takes has a kind.
        guard parameter.token == nil else { return nil }
        switch parameter.form {
        case .destination(let destination, _): (type, isCollection) = (destination, false)
        case .collection(let element, nil, _, _): (type, isCollection) = (element, true)
        default: return nil
        }
        let found = program.providedTokens(of: type).filter {
          !$0.token.role.isModule && $0.token.role.isCollection == isCollection
        }
        // Another rule reports several names of one kind.
        guard Set(found.map(\.token.role)).count > 1 else { return nil }
        return Finding(route.ordinal, .ambiguousParameter(index, parameter.type, route.declaration, found))
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func ambiguousParameter(
    _ index: Int, _ type: Any.Type, _ declaration: RouteDeclaration, _ found: [Near]
  ) -> Diagnostic {
    Diagnostic(
      .ambiguousParameter, at: declaration.location,
      "parameter \(index + 1) of \(route(declaration)) has the type \(TypeName.of(type)), which is provided both as a view and as a service",
      related: suggestions(found),
      remedy: "write make: { routes in … }, and request the one that is meant")
  }
}
