/// Reports routes that list the same token more than once.
enum RepeatedProvisionRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.unusualBindings) else { return [] }
    return linked.routes.flatMap { route -> [Finding] in
      guard route.declaration.bindings.count > 1 else { return [] }
      var seen: Set<TokenKey> = []
      return route.declaration.tokens.filter { !seen.insert($0.key).inserted }
        .map { Finding(route.ordinal, .repeatedProvision($0, route.declaration)) }
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
