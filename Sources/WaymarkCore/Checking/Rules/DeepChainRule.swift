/// Notes a chain of dependencies whose creation needs much stack.
///
/// Each instance is created during the creation of the one that needs it.
enum DeepChainRule: CompilationRule {
  /// The number of instances at which a chain isn't deep yet.
  static let limit = 100

  static func check(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.dependencies), linked.network.nodes.count > limit, linked.network.hasEdges,
      case let chain = longestChain(of: linked), chain.count > limit, let first = chain.first,
      let last = chain.last,
      let ordinal = linked.network.nodes[first].ordinal
    else { return [] }
    let nodes = linked.network.nodes
    return [
      Finding(ordinal, .deepChain(chain.count, from: nodes[first].declaration, to: nodes[last].declaration))
    ]
  }

  /// Returns the nodes of the longest chain outside of cycles, each of which is created with the next one.
  private static func longestChain(of linked: Linked) -> [Int] {
    let edges = linked.network.edges
    var lengths = Array(repeating: 1, count: edges.count)
    var next = Array(repeating: -1, count: edges.count)
    // The dependencies of a node come before it.
    for component in linked.eagerComponents {
      guard let node = component.first, component.count == 1 else { continue }
      for edge in edges[node]
      where edge.dependency.strength == .eager && edge.target != node
        && lengths[edge.target] >= lengths[node]
      {
        (lengths[node], next[node]) = (lengths[edge.target] + 1, edge.target)
      }
    }
    var chain: [Int] = []
    var node = lengths.indices.max { lengths[$0] < lengths[$1] } ?? -1
    while node >= 0 {
      chain.append(node)
      node = next[node]
    }
    return chain
  }
}

extension Diagnostic {
  fileprivate static func deepChain(
    _ count: Int, from first: RouteDeclaration, to last: RouteDeclaration
  ) -> Diagnostic {
    Diagnostic(
      .deepChain, severity: .note, at: first.location,
      "a chain of \(count) routes, from \(route(first)) to \(route(last)), creates each instance inside the one before",
      detail: "a thread with a small stack can overflow",
      related: [Related(location: last.location, message: "the chain ends with \(route(last))")],
      remedy:
        "resolve one of the dependencies later, for example in the middle, with a @Routed property or a router"
    )
  }
}
