/// Something that is declared leads to each route.
///
/// An override is not asked: what it replaces was reachable or not before.
enum UnreachableRouteRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.mode != .overriding else { return [] }
    var reached: Set<Int> = []
    if program.traits.contains(.dependencies) {
      for (index, edges) in program.network.edges.enumerated() {
        // A route that needs only itself isn't reached by that.
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
