/// Notes a chain of dependencies whose creation needs much stack.
///
/// Each instance is created during the creation of the one that needs it.
enum DeepChainRule: CompilationRule {
  /// The number of instances at which a chain isn't deep yet.
  static let limit = 100

  static func check(_ linked: Linked) -> [Finding] {
    let nodes = linked.traits.contains(.dependencies) ? linked.network.nodes : []
    guard nodes.count > limit, linked.network.hasEdges, case let chain = longestChain(of: linked),
      chain.count > limit, case let (first, last) = (nodes[chain[0]], nodes[chain[chain.count - 1]]),
      let ordinal = first.ordinal
    else { return [] }
    let (start, end) = (first.declaration, last.declaration)
    let problem = start.problem(
      .deepChain, severity: .note,
      "a chain of \(chain.count) routes, from \(start.text) to \(end.text), creates each instance inside the one before",
      detail: "a thread with a small stack can overflow",
      related: [end.related("the chain ends with \(end.text)")],
      remedy: "resolve one of the dependencies later, for example in the middle, with a @Routed property or "
        + "a router")
    return [Finding(ordinal, problem)]
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
