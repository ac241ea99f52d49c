// What the graphical exports share.
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

extension RouteGraph {
  /// The lines of text in each node.
  ///
  /// They are the destination, the first provided interface if several routes create the same destination,
  /// the URLs, and the lifetime.
  var captions: [Node.ID: [String]] {
    let counts = Dictionary(grouping: nodes, by: \.destination).mapValues(\.count)
    let captions = nodes.map { node -> (Node.ID, [String]) in
      guard node.role == .route else { return (node.id, [node.provides.first ?? node.destination]) }
      let provides = counts[node.destination, default: 1] > 1 ? node.provides.prefix(1) : []
      return (
        node.id, [node.destination] + provides + node.urls + [node.lifetimeText].compactMap { $0 }
      )
    }
    return Dictionary(captions, uniquingKeysWith: { first, _ in first })
  }
}

extension RouteGraph.Node {
  /// A description of the lifetime, or nil for a route that keeps no instance.
  var lifetimeText: String? {
    switch (role, lifetime) {
    case (.adapter, _), (.route, .transient): nil
    case (.route, .weaklyShared): "weakly shared"
    case (.route, .singleton): "singleton"
    case (.route, .scoped): "scoped"
    case (.route, .keyed): "kept by key"
    }
  }
}
