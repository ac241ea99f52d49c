/// Reports the number of routes and decorators with unknown dependencies, because their closures can request anything.
enum OpenRoutesRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode != .overriding, linked.traits.contains(.open) || !linked.decorators.isEmpty else {
      return []
    }
    let routes = linked.routes.filter(\.declaration.isOpen).map { ($0.ordinal, $0.location) }
    let decorators = linked.decorators.filter { $0.declaration.parameters.contains(where: \.isOpen) }
      .map { ($0.ordinal, $0.location) }
    guard let first = (routes + decorators).min(by: { $0.0 < $1.0 }) else { return [] }
    let count = routes.count + decorators.count
    let total = linked.routes.count + (decorators.isEmpty ? 0 : linked.decorators.count)
    let kind = (decorators.isEmpty ? "route" : "declaration") + (total == 1 ? "" : "s")
    let diagnostic = Diagnostic(
      .openRoutes, severity: .note, at: first.1,
      "\(count) of \(total) \(kind) \(count == 1 ? "is" : "are") open: "
        + "closures that may request anything from the registry were not checked",
      remedy: "call registry.dryRun() in a test, which runs them")
    return [Finding(first.0, diagnostic)]
  }
}
