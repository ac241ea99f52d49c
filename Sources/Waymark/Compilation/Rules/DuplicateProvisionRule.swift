/// What can be asked for is provided by one declaration: a route, or an adapter.
enum DuplicateProvisionRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    program.claimedTokens.flatMap { token -> [Finding] in
      let claims = program.claims[token.key] ?? []
      if program.mode == .extending, let base = program.base?.provider(for: token.key) {
        return claims.map { claim in
          Finding(
            claim.ordinal,
            .duplicateProvision(token, at: claim.location, module(of: claim), first: location(of: base)))
        }
      }
      guard let first = claims.first else { return [] }
      return claims.dropFirst()
        // These have rules, and words, of their own.
        .filter { $0.ordinal != first.ordinal && !(isAdapter($0) && isAdapter(first)) }
        .map { claim in
          Finding(
            claim.ordinal,
            .duplicateProvision(token, at: claim.location, module(of: claim), first: first.location))
        }
    }
  }

  private static func isAdapter(_ claim: Program.Claim) -> Bool {
    if case .adapter = claim.source { true } else { false }
  }

  private static func module(of claim: Program.Claim) -> Any.Type? {
    switch claim.source {
    case .route(let route): route.draft.module
    case .adapter(let adapter): adapter.draft.module
    }
  }

  private static func location(of provider: Provider) -> DeclarationLocation {
    provider.adapter?.location ?? provider.route.draft.location
  }
}
