/// Reports a second route for unknown identifiers, or an override of a fallback that the base doesn't have.
enum DuplicateFallbackRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.features) else { return [] }
    let fallbacks = linked.routes.filter(\.declaration.isFallback)
    guard let first = fallbacks.first else { return [] }
    let below = linked.base?.route(named: .fallback)?.declaration
    if linked.mode == .extending, let below {
      return fallbacks.map { Finding($0.ordinal, .duplicateFallback($0.declaration, first: below)) }
    }
    let repeated = fallbacks.dropFirst().filter { !linked.areDisjoint($0.condition, first.condition) }.map {
      Finding($0.ordinal, .duplicateFallback($0.declaration, first: first.declaration))
    }
    guard linked.mode == .overriding, !linked.isIsolated, below == nil else { return repeated }
    return [Finding(first.ordinal, .unknownFallbackOverride(first.declaration))] + repeated
  }
}

extension Diagnostic {
  fileprivate static func duplicateFallback(
    _ declaration: RouteDeclaration, first: RouteDeclaration
  ) -> Diagnostic {
    Diagnostic(
      .duplicateFallback, at: declaration.location, "two routes are made for unknown identifiers",
      related: [Related(location: first.location, message: "\(fallback(first)) is the first")],
      remedy: "remove one of the two")
  }

  fileprivate static func unknownFallbackOverride(_ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .unknownOverride, at: declaration.location,
      "\(fallback(declaration)) is overridden, but the base registry has none", remedy: overrideOrExtend)
  }

  private static func fallback(_ declaration: RouteDeclaration) -> String {
    "FallbackRoute(\(TypeName.of(declaration.destination)))"
  }
}
