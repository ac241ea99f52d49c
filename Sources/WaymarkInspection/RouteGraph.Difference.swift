import WaymarkCore

extension RouteGraph {
  /// The differences between two graphs, except source locations.
  ///
  ///     let difference = registry.graph.difference(from: earlier)
  ///     if !difference.isEmpty { print(difference) }
  public struct Difference: Sendable, Hashable, CustomStringConvertible {
    /// A node with different properties in the two graphs.
    public struct Change: Sendable, Hashable {
      /// The node in the earlier graph.
      public let before: Node
      /// The node in the later graph.
      public let after: Node
    }

    /// The nodes that only the later graph has.
    public let addedNodes: [Node]
    /// The nodes that only the earlier graph has.
    public let removedNodes: [Node]
    /// The nodes with different properties in the two graphs.
    public let changedNodes: [Change]
    /// The edges that only the later graph has, and contributions that have moved in their collection.
    public let addedEdges: [Edge]
    /// The edges that only the earlier graph has, and contributions that have moved in their collection.
    public let removedEdges: [Edge]

    /// Whether the graphs are equal, apart from source locations.
    public var isEmpty: Bool {
      addedNodes.isEmpty && removedNodes.isEmpty && changedNodes.isEmpty && addedEdges.isEmpty
        && removedEdges.isEmpty
    }

    /// A line for each difference: `+` for an addition, `-` for a removal, `~` for a change.
    ///
    /// An edge with the same node, kind, and label as a removed one is a change of its target.
    public var description: String {
      var lines: [String] = []
      for node in addedNodes { lines.append("+ \(node.id): \(node.summary)") }
      for node in removedNodes { lines.append("- \(node.id): \(node.summary)") }
      for change in changedNodes {
        lines.append("~ \(change.after.id)")
        for field in change.fields { lines.append("    \(field.name): \(field.before) → \(field.after)") }
      }
      lines += edgeLines
      return lines.isEmpty ? "no difference" : lines.joined(separator: "\n")
    }
  }

  /// Returns the differences from an earlier graph.
  ///
  ///     let earlier = try RouteGraph(json: String(contentsOf: url, encoding: .utf8))
  ///     print(registry.graph.difference(from: earlier))
  ///
  /// Of several nodes with one name, each is compared with the one that a common token, identifier, or URL leads to. The
  /// result has their numbers of the later graph, and new numbers for removed ones.
  ///
  /// - Parameter earlier: The earlier graph, for example from a file beside the tests.
  /// - Returns: The added, removed, and changed nodes, and the added and removed edges.
  /// - Complexity: Linear in the number of nodes and edges, for contributions times the number of their differences,
  ///   and quadratic in the number of nodes with one name.
  public func difference(from earlier: RouteGraph) -> Difference {
    let earlier = earlier.renumbered(for: self)
    let (indices, earlierIndices) = (indices, earlier.indices)
    var (addedEdges, removedEdges) = (edges.missing(from: earlier.edges), earlier.edges.missing(from: edges))
    let contributions = edges.contributions.difference(from: earlier.edges.contributions)
    for case .insert(_, let edge, _) in contributions.insertions { addedEdges.append(edge) }
    for case .remove(_, let edge, _) in contributions.removals { removedEdges.append(edge) }
    return Difference(
      addedNodes: nodes.filter { earlierIndices[$0.id] == nil },
      removedNodes: earlier.nodes.filter { indices[$0.id] == nil },
      changedNodes: nodes.compactMap { node in
        guard let index = earlierIndices[node.id] else { return nil }
        let change = Difference.Change(before: earlier.nodes[index], after: node)
        return change.fields.isEmpty ? nil : change
      },
      addedEdges: addedEdges, removedEdges: removedEdges)
  }
}

extension RouteGraph {
  /// Returns the graph with the numbers that equal names have in a later graph.
  fileprivate func renumbered(for later: RouteGraph) -> RouteGraph {
    let groups = Dictionary(grouping: later.nodes, by: \.name)
    var ids: [Node.ID: Node.ID] = [:]
    for (name, group) in Dictionary(grouping: nodes, by: \.name) {
      guard let others = groups[name], group.count > 1 || others.count > 1 else { continue }
      var left = others
      var unlike: [Node] = []
      for node in group {
        if let index = left.firstIndex(where: { !$0.keys.isDisjoint(with: node.keys) }) {
          ids[node.id] = left.remove(at: index).id
        } else {
          unlike.append(node)
        }
      }
      // The other ones are compared in their order.
      for (node, other) in zip(unlike, left) { ids[node.id] = other.id }
      for (index, node) in unlike.dropFirst(left.count).enumerated() {
        ids[node.id] = "\(name)#\(others.count + index + 1)"
      }
    }
    func id(_ id: Node.ID) -> Node.ID { ids[id] ?? id }
    var graph = RouteGraph(
      nodes: nodes,
      edges: edges.map { Edge(from: id($0.from), to: id($0.to), kind: $0.kind, label: $0.label) })
    for index in graph.nodes.indices { graph.nodes[index].id = id(nodes[index].id) }
    return graph
  }
}

extension RouteGraph.Node {
  /// The id without the number of a repeated name.
  fileprivate var name: String {
    guard let end = id.lastIndex(of: "#"), Int(id[end...].dropFirst()) != nil else { return id }
    return String(id[..<end])
  }

  /// What leads to the node.
  fileprivate var keys: Set<String> { Set(provides + identifiers + urls) }
}

extension [RouteGraph.Edge] {
  /// The contributions, collection after collection, in the order of each collection's elements.
  fileprivate var contributions: Self {
    let collections = Dictionary(grouping: filter { $0.kind == .contribution }, by: \.from)
    return collections.keys.sorted().flatMap { collections[$0] ?? [] }
  }

  /// Returns the edges, except contributions, that another graph doesn't have, counting repeated edges.
  fileprivate func missing(from others: Self) -> Self {
    var counts: [Element: Int] = [:]
    for edge in others { counts[edge, default: 0] += 1 }
    return filter { edge in
      guard edge.kind != .contribution else { return false }
      guard let count = counts[edge], count > 0 else { return true }
      counts[edge] = count - 1
      return false
    }
  }
}

extension RouteGraph.Difference.Change {
  /// A property that differs, as strings.
  package struct Field: Sendable {
    package let name: String
    package let before: String
    package let after: String
  }

  /// The properties that differ.
  package var fields: [Field] {
    var fields: [Field] = []
    func add(_ name: String, _ before: String, _ after: String) {
      if before != after { fields.append(Field(name: name, before: before, after: after)) }
    }
    func add(_ name: String, _ before: [String], _ after: [String]) {
      func text(_ list: [String]) -> String { list.isEmpty ? "nothing" : list.joined(separator: ", ") }
      add(name, text(before), text(after))
    }
    add("destination", before.destination, after.destination)
    add("kind", before.kind.rawValue, after.kind.rawValue)
    add("lifetime", before.lifetime.rawValue, after.lifetime.rawValue)
    add("scope", before.scope ?? "nothing", after.scope ?? "nothing")
    add("profile", before.profile ?? "nothing", after.profile ?? "nothing")
    add("provides", before.provides, after.provides)
    add("requires", before.requires, after.requires)
    add("identifiers", before.identifiers, after.identifiers)
    add("URLs", before.urls, after.urls)
    add("open", "\(before.isOpen)", "\(after.isOpen)")
    add("shows its properties", "\(before.showsProperties)", "\(after.showsProperties)")
    return fields
  }
}

extension RouteGraph.Node {
  fileprivate var summary: String {
    switch role {
    case .scope: return "scope"
    case .collection: return "collection"
    case .route, .adapter, .decorator: break
    }
    let lifetime = lifetimeText.map { ", \($0)" } ?? ""
    return "\(kind.rawValue)\(lifetime), provides \(provides.joined(separator: ", "))"
  }
}

extension RouteGraph.Difference {
  /// The moved and rewired edges, then the added and removed ones.
  fileprivate var edgeLines: [String] {
    // The positions of removed edges, in reverse order: equal to an added edge, or at the place of one.
    var moved: [RouteGraph.Edge: [Int]] = [:]
    var replaced: [String: [Int]] = [:]
    for edge in addedEdges { moved[edge] = [] }
    for (position, edge) in removedEdges.enumerated().reversed() {
      if moved[edge] == nil {
        replaced[edge.place, default: []].append(position)
      } else {
        moved[edge]?.append(position)
      }
    }
    var isTaken = Array(repeating: false, count: removedEdges.count)
    var (changed, others): ([String], [String]) = ([], [])
    for edge in addedEdges {
      if let position = moved[edge]?.popLast() {
        isTaken[position] = true
        changed.append("~ \(edge.summary): in another order")
      } else if let position = replaced[edge.place]?.popLast() {
        isTaken[position] = true
        changed.append("~ \(edge.place): \(removedEdges[position].to) → \(edge.to)")
      } else {
        others.append("+ \(edge.summary)")
      }
    }
    for (edge, isTaken) in zip(removedEdges, isTaken) where !isTaken { others.append("- \(edge.summary)") }
    return changed + others
  }
}

extension RouteGraph.Edge {
  fileprivate var summary: String { "\(from) → \(to) (\(detail))" }

  /// The declaration and its dependency, without what satisfies it.
  fileprivate var place: String { "\(from) (\(detail))" }

  fileprivate var detail: String { "\(kind.rawValue)\(label.map { ", \($0)" } ?? "")" }
}
