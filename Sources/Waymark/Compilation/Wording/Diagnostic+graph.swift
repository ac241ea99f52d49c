// What compilation, and a dry run, say of the routes together.
extension Diagnostic {
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
    Diagnostic(.unreachableRoute, severity: .note, at: draft.location) {
      Text(
        message: "nothing that is declared leads to \(route(draft))",
        remedy: "add EntryPoint() if the application itself asks for it, or leave the route out")
    }
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
}
