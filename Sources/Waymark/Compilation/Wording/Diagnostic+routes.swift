// The diagnostics about one route, and about two declarations that contradict each other.
extension Diagnostic {
  static func nothingProvided(_ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .nothingProvided, at: declaration.location, "\(route(declaration)) provides nothing",
      remedy:
        "add \(declaration.kind == .view ? "View" : "Service")<…>() to its entries, outside of conditions")
  }

  static func emptyIdentifier(_ identifier: String, _ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .emptyIdentifier, at: declaration.location,
      "\(route(declaration)) has an identifier without a visible character",
      detail: "Identifier(\"\(identifier)\")", remedy: "give it a name, or leave the identifier out")
  }

  static func repeatedProvision(_ token: TokenDescription, _ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .repeatedProvision, at: declaration.location, "\(route(declaration)) provides \(token) twice",
      remedy: "leave one of the two out")
  }

  static func conflictingLifetimes(_ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .conflictingLifetimes, at: declaration.location,
      "\(route(declaration)) has \(lifetimes(declaration).count) lifetimes",
      detail: lifetimes(declaration).joined(separator: ", "),
      remedy: "leave one of them")
  }

  static func missingConfiguration(_ token: TokenDescription, _ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .missingConfiguration, at: declaration.location,
      "\(route(declaration)) provides \(token) and has no configuration",
      remedy:
        "declare it as Route(\(TypeName.of(declaration.destination)).self, configuration: …), or leave \(token)() out"
    )
  }

  static func notConforming(
    _ type: Any.Type, _ token: TokenDescription, _ declaration: RouteDeclaration,
    _ problem: ConformanceRule.Problem
  ) -> Diagnostic {
    let detail = "\(route(declaration)) provides \(token)"
    switch problem {
    case .missing:
      let closure = token.role.isModule ? "" : ", or write \(token).as { … }"
      return Diagnostic(
        .notConforming, at: declaration.location, missingConformance(type, token), detail: detail,
        remedy: "conform \(TypeName.bare(type)) to \(TypeName.bare(token.type))\(closure)")
    case .isolated:
      return Diagnostic(
        .notConforming, at: declaration.location, isolatedConformance(type, token), detail: detail,
        remedy: "make the conformance nonisolated, or provide it as a view")
    }
  }

  static func duplicateIdentifier(
    _ identifier: String, _ declaration: RouteDeclaration, first: RouteDeclaration?
  ) -> Diagnostic {
    guard let first else {
      return Diagnostic(
        .duplicateIdentifier, at: declaration.location, "one route has Identifier(\"\(identifier)\") twice",
        remedy: "leave one of the two out")
    }
    return Diagnostic(
      .duplicateIdentifier, at: declaration.location, "two routes have Identifier(\"\(identifier)\")",
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

  static func duplicateAdapter(_ declaration: AdapterDeclaration, first: AdapterDeclaration) -> Diagnostic {
    Diagnostic(
      .duplicateAdapter, at: declaration.location, "\(declaration.required) has two adapters",
      detail: adapter(declaration),
      related: [Related(location: first.location, message: "\(adapter(first)) is the first")],
      remedy: "leave one of them out")
  }

  static func exclusivityViolated(_ declaration: RouteDeclaration, exclusive: RouteDeclaration) -> Diagnostic
  {
    Diagnostic(
      .exclusivityViolated, at: declaration.location,
      "\(TypeName.of(declaration.destination)) is made by another route, which is Exclusive()",
      related: [Related(location: exclusive.location, message: "\(route(exclusive)) is exclusive")],
      remedy: "leave this route out, or leave Exclusive() out of the other one")
  }

  static func exclusivityClaimedLate(_ declaration: RouteDeclaration, other: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .exclusivityViolated, at: declaration.location,
      "\(route(declaration)) is Exclusive(), and the registry that is extended has a route to the same destination",
      related: [Related(location: other.location, message: "\(route(other)) makes it too")],
      remedy: "leave Exclusive() out, or leave the other route out")
  }
}
