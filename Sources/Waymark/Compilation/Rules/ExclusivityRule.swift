/// A destination that is exclusive to a route is made by no other route.
enum ExclusivityRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    let byDestination = exclusiveDestinations(program)
    guard !byDestination.isEmpty || program.base != nil else { return [] }
    return program.routes.compactMap { route in
      let here = byDestination[ObjectIdentifier(route.draft.destination)] ?? []
      let others = here.filter { $0.ordinal != route.ordinal }
      if let exclusive = others.first(where: \.draft.isExclusive), !isFirstExclusive(route, exclusive) {
        return Finding(route.ordinal, .exclusivityViolated(route.draft, exclusive: exclusive.draft))
      }
      let below = inBase(route.draft, program)
      if let exclusive = below.first(where: \.isExclusive) {
        return Finding(route.ordinal, .exclusivityViolated(route.draft, exclusive: exclusive))
      }
      guard route.draft.isExclusive, let other = below.first else { return nil }
      return Finding(route.ordinal, .exclusivityClaimedLate(route.draft, other: other))
    }
  }

  /// The routes of each destination that one of them wants for itself.
  private static func exclusiveDestinations(_ program: Program) -> [ObjectIdentifier: [Program.DeclaredRoute]]
  {
    let wanted = Set(
      program.routes.lazy.filter(\.draft.isExclusive).map { ObjectIdentifier($0.draft.destination) })
    guard !wanted.isEmpty else { return [:] }
    return Dictionary(
      grouping: program.routes.lazy.filter { wanted.contains(ObjectIdentifier($0.draft.destination)) },
      by: { ObjectIdentifier($0.draft.destination) })
  }

  /// Of two routes that both want to be the only one, the later is reported.
  private static func isFirstExclusive(
    _ route: Program.DeclaredRoute, _ other: Program.DeclaredRoute
  ) -> Bool {
    route.draft.isExclusive && route.ordinal < other.ordinal
  }

  /// The routes of the base that make the same destination and are not replaced by this one.
  private static func inBase(_ draft: RouteDraft, _ program: Program) -> [RouteDraft] {
    guard let base = program.base else { return [] }
    let below = base.layer.routes(making: draft.destination).map(\.draft)
    guard program.mode == .overriding, !below.isEmpty else { return below }
    let replaced = Set(program.claimedTokens.map(\.key))
    let identifiers = Set(program.routes.flatMap(\.draft.identifiers))
    return below.filter { other in
      !other.tokens.contains { replaced.contains($0.key) }
        && !other.identifiers.contains(where: identifiers.contains)
    }
  }
}
