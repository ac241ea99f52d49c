/// Reports routes without a token, for example after conditions removed all tokens.
enum NothingProvidedRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    zip(linked.routes, linked.compiledRoutes).compactMap { route, compiled in
      // A profile can replace all tokens of a route.
      let declaration = compiled.declaration
      guard declaration.bindings.isEmpty, declaration.contributions.isEmpty, !declaration.isFallback else {
        return nil
      }
      // Without a token, only the factory of a view shows the kind.
      let tokens = declaration.kind == .view ? "View<…>()" : "View<…>() or Service<…>()"
      return route.finding(
        .nothingProvided, "\(declaration.text) provides nothing",
        remedy: "add \(tokens) to its entries, outside of conditions")
    }
  }
}
