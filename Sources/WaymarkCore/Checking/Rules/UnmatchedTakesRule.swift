/// Reports tokens of `Takes` that match no parameter of the initializer.
enum UnmatchedTakesRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.details) else { return [] }
    return linked.findings { declaration in
      var taken = declaration.parameters.compactMap(\.token)
      return declaration.taken.compactMap { token in
        guard let place = taken.firstIndex(of: token) else { return .unmatchedTakes(token, declaration) }
        taken.remove(at: place)
        return nil
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func unmatchedTakes(
    _ token: TokenDescription, _ declaration: RouteDeclaration
  ) -> Diagnostic {
    let parameters = declaration.parameters.map { TypeName.of($0.type) }
    let list =
      parameters.isEmpty
      ? "the route has no initializer with parameters"
      : "the parameters are \(parameters.joined(separator: ", "))"
    return Diagnostic(
      .unmatchedTakes, at: declaration.location,
      "\(takes([token])) of \(route(declaration)) supplies no parameter: \(list)",
      detail: "\(token) is of the type \(TypeName.of(token.type))",
      remedy: parameters.isEmpty
        ? "declare the route with the initializer, Route(\(TypeName.of(declaration.destination)).init)\nrequest the token in make: { … }"
        : "name each token once for each parameter of its type, in the order of the parameters")
  }
}
