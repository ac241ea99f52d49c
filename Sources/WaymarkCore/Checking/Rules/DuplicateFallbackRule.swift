/// Reports a second route for unknown identifiers, or an override of a fallback that the base doesn't have.
enum DuplicateFallbackRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.features) else { return [] }
    let fallbacks = linked.routes.filter(\.declaration.isFallback)
    guard let first = fallbacks.first else { return [] }
    func text(_ declaration: RouteDeclaration) -> String {
      "FallbackRoute(\(TypeName.of(declaration.destination)))"
    }
    func duplicate(_ fallback: Linked.Route, first: RouteDeclaration) -> Finding {
      fallback.finding(
        .duplicateFallback, "two routes are made for unknown identifiers",
        related: [first.related("\(text(first)) is the first")], remedy: "remove one of the two")
    }
    let below = linked.base?.route(named: .fallback)?.declaration
    if linked.mode == .extending, let below { return fallbacks.map { duplicate($0, first: below) } }
    let repeated = fallbacks.dropFirst().filter { !linked.areDisjoint($0.condition, first.condition) }.map {
      duplicate($0, first: first.declaration)
    }
    guard linked.mode == .overriding, !linked.isIsolated, below == nil else { return repeated }
    let unknown = first.finding(
      .unknownOverride, "\(text(first.declaration)) is overridden, but the base registry has none",
      remedy: Diagnostic.overrideOrExtend)
    return [unknown] + repeated
  }
}
