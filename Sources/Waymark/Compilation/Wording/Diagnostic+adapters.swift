// What compilation says of adapters.
extension Diagnostic {
  static func adapterNotConforming(
    _ draft: AdapterDraft, _ type: Any.Type, _ target: RouteDraft, isWrapped: Bool,
    _ problem: ConformanceRule.Problem
  ) -> Diagnostic {
    let related = [Related(location: target.location, message: "\(route(target)) provides it")]
    let message =
      problem == .missing
      ? missingConformance(type, draft.required) : isolatedConformance(type, draft.required)
    let conform = "conform \(TypeName.bare(type)) to \(TypeName.bare(draft.required.type))"
    let remedy: String =
      if draft.required.role.isModule {
        conform
      } else if isWrapped {
        "give the adapter a closure, because a closure makes what is provided"
      } else {
        "\(conform), or give the adapter a closure"
      }
    return Diagnostic(
      .notConforming, at: draft.location, message, detail: adapter(draft), related: related, remedy: remedy)
  }

  static func danglingAdapter(_ draft: AdapterDraft, near: [Near]) -> Diagnostic {
    Diagnostic(
      .danglingAdapter, at: draft.location, "nothing provides \(draft.provided)", detail: adapter(draft),
      related: suggestions(near), remedy: missing(draft.provided, near))
  }

  static func adapterCycle(_ circle: [AdapterDraft]) -> Diagnostic {
    let names = circle.map(\.required.description) + [circle[0].required.description]
    return Diagnostic(
      .adapterCycle, at: circle[0].location, "adapters lead in a circle: \(names.joined(separator: " → "))",
      related: circle.dropFirst().map { Related(location: $0.location, message: adapter($0)) },
      remedy: "let one of them lead to what a route provides")
  }
}
