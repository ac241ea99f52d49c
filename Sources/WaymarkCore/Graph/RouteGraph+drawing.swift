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
  /// the URLs, the lifetime, and the profile.
  var captions: [Node.ID: [String]] {
    let counts = Dictionary(grouping: nodes, by: \.destination).mapValues(\.count)
    let captions = nodes.map { node -> (Node.ID, [String]) in
      switch node.role {
      case .adapter:
        return (node.id, [node.provides.first ?? node.destination] + [node.profileText].compactMap { $0 })
      case .decorator:
        return (node.id, ["decorates \(node.destination)"] + [node.profileText].compactMap { $0 })
      case .collection: return (node.id, [node.destination])
      case .scope: return (node.id, [node.destination, "scope"])
      case .route: break
      }
      let provides = counts[node.destination, default: 1] > 1 ? node.provides.prefix(1) : []
      return (
        node.id,
        [node.destination] + provides + node.urls + [node.lifetimeText, node.profileText].compactMap { $0 }
      )
    }
    return Dictionary(captions, uniquingKeysWith: { first, _ in first })
  }
}

extension RouteGraph.Node {
  /// A description of the profile; nil outside of ``When``.
  var profileText: String? { profile.map { "only in \($0)" } }

  /// A description of the lifetime, or nil for a route that keeps no instance.
  var lifetimeText: String? {
    guard role == .route else { return nil }
    let scope = scope.map { "scoped to \($0)" }
    let sharing: String? =
      switch lifetime {
      case .transient, .scoped: nil
      case .weaklyShared: "weakly shared"
      case .singleton: "singleton"
      case .keyed: "kept by key"
      }
    let texts = [sharing, scope].compactMap { $0 }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}
