// Everything that compilation says, in the order of `RegistryCompiler.rules`.
extension Diagnostic {
  /// Somewhere that a type is provided, for suggestions.
  typealias Near = (token: TokenDescription, location: DeclarationLocation)

  // MARK: - One route

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

  // MARK: - Two declarations

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

  // MARK: - Adapters

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

  // MARK: - Requirements

  static func ambiguousParameter(
    _ index: Int, _ type: Any.Type, _ draft: RouteDraft, _ found: [Near]
  ) -> Diagnostic {
    Diagnostic(
      .ambiguousParameter, at: draft.location,
      "parameter \(index + 1) of \(route(draft)), \(TypeName.of(type)), is registered both as a view and as a service",
      related: suggestions(found),
      remedy: "write make: { routes in … } and ask for the one that is meant")
  }

  static func missingRequirement(
    _ token: TokenDescription, _ dependency: Dependency, _ draft: RouteDraft, near: Program.Near
  ) -> Diagnostic {
    let message: String
    let remedy: String
    switch dependency.origin {
    case .parameter(let index):
      let what = dependency.strength == .eager ? TypeName.of(token.type) : "a router to \(token)"
      message = "parameter \(index + 1) of \(route(draft)) needs \(what), and nothing provides it"
      remedy = "\(missing(token, near.roles)), or make the parameter optional"
    case .property(let name):
      message = "the @Routed property \(name) of \(route(draft)) needs \(token), and nothing provides it"
      remedy = "\(missing(token, near.roles)), or make the property optional"
    case .requirement:
      message = "\(route(draft)) needs \(token), and nothing provides it"
      remedy = missing(token, near.roles)
    }
    var related = suggestions(near.roles)
    if let fitting = near.fitting {
      let name = TypeName.of(fitting.destination)
      related.append(Related(location: fitting.location, message: "\(name) could be provided as \(token)"))
    }
    let similar = near.similar.map { "; did you mean \($0)?" } ?? ""
    return Diagnostic(
      .missingRequirement, at: draft.location, message,
      detail: dependency.strength == .declared ? "Requires(\(token)())" : nil, related: related,
      remedy: remedy + similar)
  }

  // MARK: - The whole graph

  static func dependencyCycle(_ circle: [(draft: RouteDraft, dependency: Dependency)]) -> Diagnostic {
    let names = circle.map { TypeName.of($0.draft.destination) }
    let steps = circle.enumerated().map { index, step in
      let target = circle[(index + 1) % circle.count].draft
      return Related(location: step.draft.location, message: need(step.draft, step.dependency, target))
    }
    let last = circle[circle.count - 1]
    let token = last.dependency.candidates[0]
    return Diagnostic(
      .dependencyCycle, at: circle[0].draft.location,
      "each of these is needed to make the one before it: \((names + [names[0]]).joined(separator: " → "))",
      related: steps,
      remedy:
        "let one of them ask later, for example \(names[names.count - 1]): with a @Routed property, or with "
        + "a router to \(TypeName.of(token.type)) as \(last.dependency.label ?? "its parameter")")
  }

  static func captiveDependency(_ way: [(draft: RouteDraft, dependency: Dependency?)]) -> Diagnostic {
    let (captor, captive) = (way[0].draft, way[way.count - 1].draft)
    let names = way.map { TypeName.of($0.draft.destination) }
    return Diagnostic(
      .captiveDependency, severity: .warning, at: captor.location,
      "\(names[0]) is a singleton and keeps \(names[names.count - 1]), which is WeaklyShared() and would never go",
      detail: names.joined(separator: " → "), related: holds(way),
      remedy: "hold a router to it instead, make \(TypeName.of(captive.destination)) a Singleton(), or say "
        + "Accepts(.captiveDependency, because: …) in \(route(captor))")
  }

  static func captiveView(_ way: [(draft: RouteDraft, dependency: Dependency?)]) -> Diagnostic {
    let (captor, captive) = (way[0].draft, way[way.count - 1].draft)
    return Diagnostic(
      .captiveDependency, severity: .warning, at: captor.location,
      "\(TypeName.of(captor.destination)) is a service and keeps the view \(TypeName.of(captive.destination)), "
        + "which would outlive its screen",
      related: holds(way),
      remedy:
        "hold a router to it instead, or say Accepts(.captiveDependency, because: …) in \(route(captor))")
  }

  static func unreachableRoute(_ draft: RouteDraft) -> Diagnostic {
    Diagnostic(
      .unreachableRoute, severity: .note, at: draft.location,
      "nothing that is declared leads to \(route(draft))",
      remedy: "add EntryPoint() if the application itself asks for it, or leave the route out")
  }

  static func openRoutes(_ count: Int, of total: Int, first: RouteDraft) -> Diagnostic {
    Diagnostic(
      .openRoutes, severity: .note, at: first.location,
      "\(count) of \(total) route\(total == 1 ? "" : "s") \(count == 1 ? "is" : "are") open: "
        + "closures that may ask the registry for anything were not checked",
      remedy: "call registry.dryRun() in a test: it sees what they ask for")
  }

  static func unusedAcceptance(_ entry: Accepts, _ draft: RouteDraft) -> Diagnostic {
    Diagnostic(
      .unusedAcceptance, severity: .note, at: draft.location,
      "\(route(draft)) accepts \(entry.code), which was not found",
      detail: "Accepts(…, because: \"\(entry.reason)\")", remedy: "leave Accepts out")
  }

  static func dryRunFailed(_ draft: RouteDraft, _ error: RouteError) -> Diagnostic {
    Diagnostic(
      .dryRunFailed, at: draft.location, "a dry run could not make \(TypeName.of(draft.destination))",
      detail: error.description.replacing("\n", with: "\n    "), remedy: nil)
  }

  private static func need(_ draft: RouteDraft, _ dependency: Dependency, _ target: RouteDraft) -> String {
    let token = dependency.candidates[0]
    return "\(route(draft)) needs \(TypeName.of(token.type)) (\(dependency.label ?? "declared")), "
      + "which \(route(target)) makes"
  }

  private static func holds(_ way: [(draft: RouteDraft, dependency: Dependency?)]) -> [Related] {
    way.enumerated().map { index, step in
      guard let dependency = step.dependency else {
        return Related(location: step.draft.location, message: "\(route(step.draft)) is declared here")
      }
      return Related(
        location: step.draft.location, message: need(step.draft, dependency, way[index + 1].draft))
    }
  }

  // MARK: - Discovery

  static func genericModule(_ name: String, at location: DeclarationLocation) -> Diagnostic {
    Diagnostic(
      .genericModule, severity: .note, at: location,
      "\(name) is a generic DiscoverableModule, and was left out: nothing says which one is meant",
      remedy: "list the one that is meant by hand, and make the generic type a RouteModule only")
  }

  static func unroutedDestination(_ name: String, at location: DeclarationLocation) -> Diagnostic {
    Diagnostic(
      .unroutedDestination, severity: .warning, at: location,
      "\(name) is a destination that can make itself, and no route of the registry makes it",
      remedy: "declare Route(\(name).self) in a module of the registry, or leave the conformance out")
  }

  static func unprovidedDeclaration(
    _ token: String, module: String, at location: DeclarationLocation
  ) -> Diagnostic {
    Diagnostic(
      .unprovidedDeclaration, severity: .warning, at: location,
      "\(token) is declared routable in \(module), and nothing in the registry provides it",
      remedy: "add it to a route of a module in the registry, or leave the declaration out")
  }

  static func auditIncomplete(at location: DeclarationLocation) -> Diagnostic {
    Diagnostic(
      .auditIncomplete, severity: .note, at: location,
      "the audit could not see all routable declarations: the program's symbol table was stripped",
      remedy: "audit a build that was not stripped, for example in a test")
  }

  // MARK: - Overrides

  static func unknownOverride(
    _ token: TokenDescription, at location: DeclarationLocation, near: [Near]
  ) -> Diagnostic {
    Diagnostic(
      .unknownOverride, at: location, "\(token) is overridden, and nothing provides it",
      related: suggestions(near),
      remedy: "override what the registry has, or add this route with extending { … }")
  }

  static func unknownOverride(
    identifier: String, at location: DeclarationLocation, near: String?
  ) -> Diagnostic {
    Diagnostic(
      .unknownOverride, at: location, "Identifier(\"\(identifier)\") is overridden, and no route has it",
      remedy: near.map { "did you mean \"\($0)\"?" }
        ?? "override what the registry has, or add this route with extending { … }")
  }

  // MARK: - Parts

  private static func route(_ draft: RouteDraft) -> String { "Route(\(TypeName.of(draft.destination)))" }

  private static func adapter(_ draft: AdapterDraft) -> String {
    "Adapter(\(draft.required)(), for: \(draft.provided)())"
  }

  private static func missingConformance(_ type: Any.Type, _ token: TokenDescription) -> String {
    "\(TypeName.bare(type)) does not conform to \(TypeName.bare(token.type))"
  }

  private static func isolatedConformance(_ type: Any.Type, _ token: TokenDescription) -> String {
    "\(TypeName.bare(type)) conforms to \(TypeName.bare(token.type)) only on an actor, "
      + "and \(token.role.kind == .view ? "a view is used on the main actor" : "a service is used on any thread")"
  }

  private static func suggestions(_ near: [Near]) -> [Related] {
    near.map { Related(location: $0.location, message: "\($0.token) is provided here") }
  }

  private static func missing(_ token: TokenDescription, _ near: [Near]) -> String {
    guard let first = near.first else {
      return "add \(token)() to a route, or the module that has it to the registry"
    }
    return "ask for \(first.token), or add \(token)() to a route"
  }
}
