// The diagnostics about how routes depend on each other, and those of a dry run.
extension Diagnostic {
  static func dependencyCycle(_ cycle: [(declaration: RouteDeclaration, dependency: Dependency)])
    -> Diagnostic
  {
    let names = cycle.map { TypeName.of($0.declaration.destination) }
    let steps = cycle.enumerated().map { index, step in
      let target = cycle[(index + 1) % cycle.count].declaration
      return Related(
        location: step.declaration.location, message: need(step.declaration, step.dependency, target))
    }
    let last = cycle[cycle.count - 1]
    let token = last.dependency.candidates[0]
    return Diagnostic(
      .dependencyCycle, at: cycle[0].declaration.location,
      "each of these is needed to make the one before it: \((names + [names[0]]).joined(separator: " → "))",
      related: steps,
      remedy:
        "let one of them ask later, for example \(names[names.count - 1]): with a @Routed property, or with "
        + "a router to \(TypeName.of(token.type)) as \(last.dependency.label ?? "its parameter")")
  }

  static func captiveDependency(_ way: [(declaration: RouteDeclaration, dependency: Dependency?)])
    -> Diagnostic
  {
    let (captor, captive) = (way[0].declaration, way[way.count - 1].declaration)
    let names = way.map { TypeName.of($0.declaration.destination) }
    return Diagnostic(
      .captiveDependency, severity: .warning, at: captor.location,
      "\(names[0]) is a singleton and keeps \(names[names.count - 1]), which is \(lifetimes(captive).joined(separator: ", ")) and would never go",
      detail: names.joined(separator: " → "), related: holds(way),
      remedy: "hold a router to it instead, make \(TypeName.of(captive.destination)) a Singleton(), or say "
        + "Accepts(.captiveDependency, because: …) in \(route(captor))")
  }

  static func captiveView(_ way: [(declaration: RouteDeclaration, dependency: Dependency?)]) -> Diagnostic {
    let (captor, captive) = (way[0].declaration, way[way.count - 1].declaration)
    return Diagnostic(
      .captiveDependency, severity: .warning, at: captor.location,
      "\(TypeName.of(captor.destination)) is a service and keeps the view \(TypeName.of(captive.destination)), "
        + "which would outlive its screen",
      related: holds(way),
      remedy:
        "hold a router to it instead, or say Accepts(.captiveDependency, because: …) in \(route(captor))")
  }

  static func unreachableRoute(_ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(.unreachableRoute, severity: .note, about: declaration) { declaration in
      Text(
        message: "nothing that is declared leads to \(route(declaration))",
        remedy: "add EntryPoint() if the application itself asks for it, or leave the route out")
    }
  }

  static func openRoutes(_ count: Int, of total: Int, first: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .openRoutes, severity: .note, at: first.location,
      "\(count) of \(total) route\(total == 1 ? "" : "s") \(count == 1 ? "is" : "are") open: "
        + "closures that may ask the registry for anything were not checked",
      remedy: "call registry.dryRun() in a test: it sees what they ask for")
  }

  static func unusedAcceptance(_ entry: Accepts, _ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .unusedAcceptance, severity: .note, at: declaration.location,
      "\(route(declaration)) accepts \(entry.code), which was not found",
      detail: "Accepts(…, because: \"\(entry.reason)\")", remedy: "leave Accepts out")
  }

  static func dryRunFailed(_ declaration: RouteDeclaration, _ error: RouteError) -> Diagnostic {
    Diagnostic(
      .dryRunFailed, at: declaration.location,
      "a dry run could not make \(TypeName.of(declaration.destination))",
      detail: error.description.replacing("\n", with: "\n    "), remedy: nil)
  }

  private static func need(
    _ declaration: RouteDeclaration, _ dependency: Dependency, _ target: RouteDeclaration
  ) -> String {
    let token = dependency.candidates[0]
    return "\(route(declaration)) needs \(TypeName.of(token.type)) (\(dependency.label ?? "declared")), "
      + "which \(route(target)) makes"
  }

  private static func holds(_ way: [(declaration: RouteDeclaration, dependency: Dependency?)]) -> [Related] {
    way.enumerated().map { index, step in
      guard let dependency = step.dependency else {
        return Related(
          location: step.declaration.location, message: "\(route(step.declaration)) is declared here")
      }
      return Related(
        location: step.declaration.location,
        message: need(step.declaration, dependency, way[index + 1].declaration))
    }
  }
}
