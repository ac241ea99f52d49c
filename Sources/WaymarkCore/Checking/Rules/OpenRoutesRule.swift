/// Reports the number of routes with unknown dependencies, because their closures can request anything.
enum OpenRoutesRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode != .overriding, linked.traits.contains(.open) else { return [] }
    let open = linked.routes.filter(\.declaration.isOpen)
    guard let first = open.first else { return [] }
    return [
      Finding(first.ordinal, .openRoutes(open.count, of: linked.routes.count, first: first.declaration))
    ]
  }
}

extension Diagnostic {
  fileprivate static func openRoutes(_ count: Int, of total: Int, first: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .openRoutes, severity: .note, at: first.location,
      "\(count) of \(total) route\(total == 1 ? "" : "s") \(count == 1 ? "is" : "are") open: "
        + "closures that may request anything from the registry were not checked",
      remedy: "call registry.dryRun() in a test, which records what they request")
  }
}
