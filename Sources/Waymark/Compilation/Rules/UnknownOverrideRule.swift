/// An override replaces something that is there.
enum UnknownOverrideRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.mode == .overriding, let base = program.base else { return [] }
    let tokens = program.claimedTokens.flatMap { token -> [Finding] in
      guard base.provider(for: token.key) == nil, let claim = program.claims[token.key]?.first else {
        return []
      }
      let near = base.providers(of: token.type).map { ($0.token, $0.route.draft.location) }
      return [Finding(claim.ordinal, .unknownOverride(token, at: claim.location, near: near))]
    }
    let identifiers = program.routes.flatMap { route in
      route.draft.identifiers.filter { base.layer.route(identifier: $0) == nil }.map { identifier in
        Finding(
          route.ordinal,
          .unknownOverride(
            identifier: identifier, at: route.draft.location,
            near: NearMiss.of(identifier, among: base.identifiers)))
      }
    }
    return tokens + identifiers + urls(program, base)
  }

  private static func urls(_ program: Program, _ base: Registry) -> [Finding] {
    guard program.hasURLs else { return [] }
    return program.urls.patterns.filter { base.layer.pattern($0.draft.shape.key) == nil }.map { pattern in
      Finding(
        pattern.route.ordinal,
        .unknownOverride(
          url: pattern.draft.shape.text, at: pattern.route.draft.location,
          near: NearMiss.of(pattern.draft.shape.text, among: base.urls.patterns.map(\.shape.text))))
    }
  }
}
