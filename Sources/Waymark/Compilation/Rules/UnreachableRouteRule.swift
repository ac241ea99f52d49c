/// Something that is declared leads to each route.
///
/// An override is not asked: what it replaces was reachable or not before.
enum UnreachableRouteRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.mode != .overriding else { return [] }
    var reached: Set<Int> = []
    for (index, edges) in program.network.edges.enumerated() {
      // A route that needs only itself is not reached by that.
      reached.formUnion(edges.lazy.map(\.target).filter { $0 != index })
    }
    return program.network.nodes.enumerated().compactMap { index, node in
      guard let ordinal = node.ordinal, !reached.contains(index), node.draft.identifiers.isEmpty,
        node.draft.patterns.isEmpty,
        !node.draft.isEntryPoint, !node.draft.tokens.isEmpty
      else { return nil }
      return Finding(ordinal, .unreachableRoute(node.draft))
    }
  }
}
