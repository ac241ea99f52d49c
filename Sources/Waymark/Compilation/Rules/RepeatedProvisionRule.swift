/// Reports routes that provide the same token more than once.
enum RepeatedProvisionRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.traits.contains(.unusualBindings) else { return [] }
    return program.routes.flatMap { route -> [Finding] in
      guard route.declaration.bindings.count > 1 else { return [] }
      var seen: Set<TokenKey> = []
      return route.declaration.tokens.filter { !seen.insert($0.key).inserted }
        .map { Finding(route.ordinal, .repeatedProvision($0, route.declaration)) }
    }
  }
}
