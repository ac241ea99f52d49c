// The diagnostics about adapters.
extension Diagnostic {
  static func adapterNotConforming(
    _ declaration: AdapterDeclaration, _ type: Any.Type, _ target: RouteDeclaration, isWrapped: Bool,
    _ problem: ConformanceRule.Problem
  ) -> Diagnostic {
    let related = [Related(location: target.location, message: "\(route(target)) provides it")]
    let message =
      problem == .missing
      ? missingConformance(type, declaration.required) : isolatedConformance(type, declaration.required)
    let conform = "conform \(TypeName.bare(type)) to \(TypeName.bare(declaration.required.type))"
    let remedy: String =
      if declaration.required.role.isModule {
        conform
      } else if isWrapped {
        "give the adapter a closure, because a closure makes what is provided"
      } else {
        "\(conform), or give the adapter a closure"
      }
    return Diagnostic(
      .notConforming, at: declaration.location, message, detail: adapter(declaration), related: related,
      remedy: remedy)
  }

  static func danglingAdapter(_ declaration: AdapterDeclaration, near: [Near]) -> Diagnostic {
    Diagnostic(
      .danglingAdapter, at: declaration.location, "nothing provides \(declaration.provided)",
      detail: adapter(declaration),
      related: suggestions(near), remedy: missing(declaration.provided, near))
  }

  static func adapterCycle(_ cycle: [AdapterDeclaration]) -> Diagnostic {
    let names = cycle.map(\.required.description) + [cycle[0].required.description]
    return Diagnostic(
      .adapterCycle, at: cycle[0].location, "adapters lead in a cycle: \(names.joined(separator: " → "))",
      related: cycle.dropFirst().map { Related(location: $0.location, message: adapter($0)) },
      remedy: "let one of them lead to what a route provides")
  }
}
