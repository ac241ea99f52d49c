// What the exports that draw have in common.
extension RouteGraph {
  /// The nodes of each module, in the order of their first declaration.
  var clusters: [(module: String, nodes: [Node])] {
    var order: [String] = []
    var members: [String: [Node]] = [:]
    for node in nodes {
      if members[node.module] == nil { order.append(node.module) }
      members[node.module, default: []].append(node)
    }
    return order.map { ($0, members[$0] ?? []) }
  }
}

extension RouteGraph.Node {
  /// How the lifetime of a route is written; nil for one that keeps nothing.
  var lifetimeText: String? {
    switch (role, lifetime) {
    case (.adapter, _), (.route, .transient): nil
    case (.route, .weaklyShared): "weakly shared"
    case (.route, .singleton): "singleton"
    }
  }
}
