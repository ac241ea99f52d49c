/// A route provides each token once.
enum RepeatedProvisionRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    program.routes.flatMap { route -> [Finding] in
      guard route.draft.tokens.count > 1 else { return [] }
      var seen: Set<TokenKey> = []
      return route.draft.tokens.filter { !seen.insert($0.key).inserted }
        .map { Finding(route.ordinal, .repeatedProvision($0, route.draft)) }
    }
  }
}
