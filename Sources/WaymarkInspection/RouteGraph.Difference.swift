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
      let nodes =
        addedNodes.map { "+ \($0.id): \($0.summary)" } + removedNodes.map { "- \($0.id): \($0.summary)" }
      let changes = changedNodes.flatMap { change in
        ["~ \(change.after.id)"] + change.fields.map { "    \($0.name): \($0.before) → \($0.after)" }
      }
      let lines = nodes + changes + edgeLines
      return lines.isEmpty ? "no difference" : lines.joined(separator: "\n")
    }
  }

  /// Returns the differences from an earlier graph.
  ///
  ///     let earlier = try RouteGraph(json: String(contentsOf: url, encoding: .utf8))
  ///     print(registry.graph.difference(from: earlier))
  ///
  /// - Parameter earlier: The earlier graph, for example from a file beside the tests.
  /// - Returns: The added, removed, and changed nodes, and the added and removed edges.
  /// - Complexity: Linear in the number of nodes and edges, for contributions times the number of their differences.
  public func difference(from earlier: RouteGraph) -> Difference {
    let before = Dictionary(earlier.nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let contributions = edges.contributions.difference(from: earlier.edges.contributions)
    return Difference(
      addedNodes: nodes.filter { before[$0.id] == nil },
      removedNodes: earlier.nodes.filter { after[$0.id] == nil },
      changedNodes: nodes.compactMap { node in
        guard let old = before[node.id] else { return nil }
        let change = Difference.Change(before: old, after: node)
        return change.fields.isEmpty ? nil : change
      },
      addedEdges: edges.missing(from: earlier.edges) + contributions.insertions.map(\.edge),
      removedEdges: earlier.edges.missing(from: edges) + contributions.removals.map(\.edge))
  }
}

extension CollectionDifference.Change where ChangeElement == RouteGraph.Edge {
  fileprivate var edge: RouteGraph.Edge {
    switch self {
    case .insert(_, let edge, _), .remove(_, let edge, _): edge
    }
  }
}

extension [RouteGraph.Edge] {
  /// The contributions, collection after collection, in the order of each collection's elements.
  fileprivate var contributions: Self {
    let collections = Dictionary(grouping: filter { $0.kind == .contribution }, by: \.from)
    return collections.sorted { $0.key < $1.key }.flatMap(\.value)
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
    func list(_ texts: [String]) -> String { texts.isEmpty ? "nothing" : texts.joined(separator: ", ") }
    let all: [(String, String, String)] = [
      ("destination", before.destination, after.destination),
      ("kind", before.kind.rawValue, after.kind.rawValue),
      ("lifetime", before.lifetime.rawValue, after.lifetime.rawValue),
      ("scope", before.scope ?? "nothing", after.scope ?? "nothing"),
      ("profile", before.profile ?? "nothing", after.profile ?? "nothing"),
      ("provides", list(before.provides), list(after.provides)),
      ("requires", list(before.requires), list(after.requires)),
      ("identifiers", list(before.identifiers), list(after.identifiers)),
      ("URLs", list(before.urls), list(after.urls)),
      ("open", "\(before.isOpen)", "\(after.isOpen)"),
      ("shows its properties", "\(before.showsProperties)", "\(after.showsProperties)"),
    ]
    return all.filter { $1 != $2 }.map { Field(name: $0, before: $1, after: $2) }
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
    // The positions of the removed edges that no added one has taken, in order.
    var moved = Dictionary(grouping: removedEdges.indices) { removedEdges[$0] }.mapValues { $0[...] }
    let new = Set(addedEdges)
    var replaced = Dictionary(grouping: removedEdges.indices.filter { !new.contains(removedEdges[$0]) }) {
      removedEdges[$0].place
    }.mapValues { $0[...] }
    var taken: Set<Int> = []
    var rewired: [String] = []
    let added = addedEdges.filter { edge in
      if let position = moved[edge]?.popFirst() {
        taken.insert(position)
        rewired.append("~ \(edge.summary): in another order")
      } else if let position = replaced[edge.place]?.popFirst() {
        taken.insert(position)
        rewired.append("~ \(edge.place): \(removedEdges[position].to) → \(edge.to)")
      } else {
        return true
      }
      return false
    }
    let removed = removedEdges.indices.filter { !taken.contains($0) }.map { removedEdges[$0] }
    return rewired + added.map { "+ \($0.summary)" } + removed.map { "- \($0.summary)" }
  }
}

extension RouteGraph.Edge {
  fileprivate var summary: String { "\(from) → \(to) (\(detail))" }

  /// The declaration and its dependency, without what satisfies it.
  fileprivate var place: String { "\(from) (\(detail))" }

  fileprivate var detail: String { "\(kind.rawValue)\(label.map { ", \($0)" } ?? "")" }
}
