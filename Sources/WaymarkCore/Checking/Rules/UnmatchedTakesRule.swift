/// Reports tokens of `Takes` that match no parameter of the initializer.
enum UnmatchedTakesRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.details) else { return [] }
    return linked.findings { declaration in
      var taken = declaration.parameters.compactMap(\.token)
      return declaration.taken.compactMap { token in
        if let place = taken.firstIndex(of: token) {
          taken.remove(at: place)
          return nil
        }
        let parameters = declaration.parameters.map { TypeName.of($0.type) }.joined(separator: ", ")
        var wrapped: Any.Type?
        if case .destination(let type, isOptional: true) = RouteParameter(token.type).form { wrapped = type }
        let (list, remedy) =
          parameters.isEmpty
          ? (
            "the route has no initializer with parameters",
            "declare the route with the initializer, Route(\(TypeName.of(declaration.destination)).init)\n"
              + "request the token in make: { … }"
          )
          : (
            "the parameters are \(parameters)",
            (wrapped.map { "declare the token of \(TypeName.of($0)), which an optional parameter takes\n" }
              ?? "")
              + "remove the token\n"
              + "name each token once for each parameter of its type, in the order of the parameters"
          )
        return declaration.problem(
          .unmatchedTakes,
          "\(Diagnostic.takes([token])) of \(declaration.text) supplies no parameter: \(list)",
          detail:
            "\(token) is of the type \(TypeName.of((token.role.isCollection ? token.array : token).type))",
          remedy: remedy)
      }
    }
  }
}
