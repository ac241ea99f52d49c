// What compilation says of one route, and of two declarations that cannot both be.
extension Diagnostic {
  static func nothingProvided(_ draft: RouteDraft) -> Diagnostic {
    Diagnostic(
      .nothingProvided, at: draft.location, "\(route(draft)) provides nothing",
      remedy: "add \(draft.kind == .view ? "View" : "Service")<…>() to its entries, outside of conditions")
  }

  static func emptyIdentifier(_ identifier: String, _ draft: RouteDraft) -> Diagnostic {
    Diagnostic(
      .emptyIdentifier, at: draft.location, "\(route(draft)) has an identifier without a visible character",
      detail: "Identifier(\"\(identifier)\")", remedy: "give it a name, or leave the identifier out")
  }

  static func repeatedProvision(_ token: TokenDescription, _ draft: RouteDraft) -> Diagnostic {
    Diagnostic(
      .repeatedProvision, at: draft.location, "\(route(draft)) provides \(token) twice",
      remedy: "leave one of the two out")
  }

  static func conflictingLifetimes(_ draft: RouteDraft) -> Diagnostic {
    Diagnostic(
      .conflictingLifetimes, at: draft.location, "\(route(draft)) has \(draft.lifetimes.count) lifetimes",
      detail: draft.lifetimes.map { $0 == .singleton ? "Singleton()" : "WeaklyShared()" }
        .joined(separator: ", "),
      remedy: "leave one of them")
  }

  static func missingConfiguration(_ token: TokenDescription, _ draft: RouteDraft) -> Diagnostic {
    Diagnostic(
      .missingConfiguration, at: draft.location, "\(route(draft)) provides \(token) and has no configuration",
      remedy:
        "declare it as Route(\(TypeName.of(draft.destination)).self, configuration: …), or leave \(token)() out"
    )
  }

  static func notConforming(
    _ type: Any.Type, _ token: TokenDescription, _ draft: RouteDraft, _ problem: ConformanceRule.Problem
  ) -> Diagnostic {
    let detail = "\(route(draft)) provides \(token)"
    switch problem {
    case .missing:
      let closure = token.role.isModule ? "" : ", or write \(token).as { … }"
      return Diagnostic(
        .notConforming, at: draft.location, missingConformance(type, token), detail: detail,
        remedy: "conform \(TypeName.bare(type)) to \(TypeName.bare(token.type))\(closure)")
    case .isolated:
      return Diagnostic(
        .notConforming, at: draft.location, isolatedConformance(type, token), detail: detail,
        remedy: "make the conformance nonisolated, or provide it as a view")
    }
  }

  static func duplicateIdentifier(
    _ identifier: String, _ draft: RouteDraft, first: RouteDraft?
  ) -> Diagnostic {
    guard let first else {
      return Diagnostic(
        .duplicateIdentifier, at: draft.location, "one route has Identifier(\"\(identifier)\") twice",
        remedy: "leave one of the two out")
    }
    return Diagnostic(
      .duplicateIdentifier, at: draft.location, "two routes have Identifier(\"\(identifier)\")",
      related: [Related(location: first.location, message: "\(route(first)) has it first")],
      remedy: "rename one of them")
  }

  static func duplicateProvision(
    _ token: TokenDescription, at location: DeclarationLocation, _ module: Any.Type?,
    first: DeclarationLocation
  ) -> Diagnostic {
    guard location != first else {
      let name = module.map { "\(TypeName.of($0))" } ?? "the declaration"
      return Diagnostic(
        .duplicateProvision, at: location, "\(token) is provided twice by the same line",
        related: [Related(location: first, message: "provided here first")],
        remedy: "list \(name) once")
    }
    return Diagnostic(
      .duplicateProvision, at: location, "\(token) is provided twice",
      related: [Related(location: first, message: "provided here first")],
      remedy: "leave one of the two out, or replace the first with overriding { … }")
  }

  static func duplicateAdapter(_ draft: AdapterDraft, first: AdapterDraft) -> Diagnostic {
    Diagnostic(
      .duplicateAdapter, at: draft.location, "\(draft.required) has two adapters", detail: adapter(draft),
      related: [Related(location: first.location, message: "\(adapter(first)) is the first")],
      remedy: "leave one of them out")
  }

  static func exclusivityViolated(_ draft: RouteDraft, exclusive: RouteDraft) -> Diagnostic {
    Diagnostic(
      .exclusivityViolated, at: draft.location,
      "\(TypeName.of(draft.destination)) is made by another route, which is Exclusive()",
      related: [Related(location: exclusive.location, message: "\(route(exclusive)) is exclusive")],
      remedy: "leave this route out, or leave Exclusive() out of the other one")
  }

  static func exclusivityClaimedLate(_ draft: RouteDraft, other: RouteDraft) -> Diagnostic {
    Diagnostic(
      .exclusivityViolated, at: draft.location,
      "\(route(draft)) is Exclusive(), and the registry that is extended has a route to the same destination",
      related: [Related(location: other.location, message: "\(route(other)) makes it too")],
      remedy: "leave Exclusive() out, or leave the other route out")
  }
}
