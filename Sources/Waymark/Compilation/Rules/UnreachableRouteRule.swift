/// Reports routes to which no declaration leads.
///
/// Overrides aren't checked: they're as reachable as what they replace.
enum UnreachableRouteRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.mode != .overriding else { return [] }
    // The network's first nodes are the program's routes.
    var isReached = Array(repeating: false, count: program.routes.count)
    if program.traits.contains(.dependencies) {
      for (index, edges) in program.network.edges.enumerated() {
        // A route that only itself depends on isn't reachable.
        for edge in edges where edge.target != index && edge.target < isReached.count {
          isReached[edge.target] = true
        }
      }
    }
    var findings: [Finding] = []
    for (index, route) in program.routes.enumerated() where !isReached[index] {
      let declaration = route.declaration
      guard declaration.names.isEmpty, !declaration.isEntryPoint, !declaration.bindings.isEmpty else {
        continue
      }
      findings.append(Finding(route.ordinal, .unreachableRoute(declaration)))
    }
    return findings
  }
}
