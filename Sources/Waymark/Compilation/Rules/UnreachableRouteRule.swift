/// Reports routes to which no declaration leads.
///
/// Overrides aren't checked: they're as reachable as what they replace.
enum UnreachableRouteRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.mode != .overriding else { return [] }
    var reached: Set<Int> = []
    if program.traits.contains(.dependencies) {
      for (index, edges) in program.network.edges.enumerated() {
        // A route that only itself depends on isn't reachable.
        reached.formUnion(edges.lazy.map(\.target).filter { $0 != index })
      }
    }
    var findings: [Finding] = []
    for (index, route) in program.routes.enumerated() where !reached.contains(index) {
      let declaration = route.declaration
      guard declaration.names.isEmpty, !declaration.isEntryPoint, !declaration.bindings.isEmpty else {
        continue
      }
      findings.append(Finding(route.ordinal, .unreachableRoute(declaration)))
    }
    return findings
  }
}

extension Diagnostic {
  fileprivate static func unreachableRoute(_ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(.unreachableRoute, severity: .note, about: declaration) { declaration in
      Text(
        message: "no declaration leads to \(route(declaration))",
        remedy: "add EntryPoint() if the application itself requests it, or remove the route")
    }
  }
}
