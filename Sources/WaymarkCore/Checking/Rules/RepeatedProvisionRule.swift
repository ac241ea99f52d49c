/// Reports routes that list the same token more than once.
enum RepeatedProvisionRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.unusualBindings) else { return [] }
    return linked.findings { declaration in
      guard declaration.bindings.count > 1 else { return [] }
      var seen: Set<TokenDescription> = []
      let repeated = declaration.tokens.filter { !seen.insert($0).inserted }
      return repeated.map { .repeatedProvision($0, declaration) }
    }
  }
}

extension Diagnostic {
  fileprivate static func repeatedProvision(_ token: TokenDescription, _ declaration: RouteDeclaration)
    -> Diagnostic
  {
    Diagnostic(
      .repeatedProvision, at: declaration.location, "\(route(declaration)) provides \(token) twice",
      remedy: "remove one of the two")
  }
}
