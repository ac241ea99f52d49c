extension RouteGraph {
  /// What a change does to a graph.
  ///
  /// Where something is declared does not count: moving a declaration changes nothing.
  public struct Difference: Sendable, Hashable, CustomStringConvertible {
    /// A node that is in both graphs and is not the same.
    public struct Change: Sendable, Hashable {
      /// The node as it was.
      public let before: Node
      /// The node as it is.
      public let after: Node
    }

    /// Nodes that are new.
    public let addedNodes: [Node]
    /// Nodes that are gone.
    public let removedNodes: [Node]
    /// Nodes that are not what they were.
    public let changedNodes: [Change]
    /// Edges that are new.
    public let addedEdges: [Edge]
    /// Edges that are gone.
    public let removedEdges: [Edge]

    /// Whether the graphs say the same.
    public var isEmpty: Bool {
      addedNodes.isEmpty && removedNodes.isEmpty && changedNodes.isEmpty && addedEdges.isEmpty
        && removedEdges.isEmpty
    }

    /// A line for each difference: `+` for what is new, `-` for what is gone, `~` for what changed.
    public var description: String {
      let nodes =
        addedNodes.map { "+ \($0.id): \($0.summary)" } + removedNodes.map { "- \($0.id): \($0.summary)" }
      let changes = changedNodes.flatMap { change in
        ["~ \(change.after.id)"] + change.fields.map { "    \($0.name): \($0.before) → \($0.after)" }
      }
      let edges = addedEdges.map { "+ \($0.summary)" } + removedEdges.map { "- \($0.summary)" }
      let lines = nodes + changes + edges
      return lines.isEmpty ? "no difference" : lines.joined(separator: "\n")
    }
  }

  /// What has changed since an earlier graph.
  ///
  /// - Parameter earlier: The graph as it was, for example as a file beside the tests has it.
  /// - Returns: Added, removed and changed nodes, and added and removed edges.
  /// - Complexity: Linear in the number of nodes and edges.
  public func difference(from earlier: RouteGraph) -> Difference {
    let before = Dictionary(earlier.nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Dictionary(nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return Difference(
      addedNodes: nodes.filter { before[$0.id] == nil },
      removedNodes: earlier.nodes.filter { after[$0.id] == nil },
      changedNodes: nodes.compactMap { node in
        guard let old = before[node.id] else { return nil }
        let change = Difference.Change(before: old, after: node)
        return change.fields.isEmpty ? nil : change
      },
      addedEdges: edges.missing(from: earlier.edges), removedEdges: earlier.edges.missing(from: edges))
  }
}

extension [RouteGraph.Edge] {
  /// The edges that another graph does not have, counting those that occur several times.
  fileprivate func missing(from others: Self) -> Self {
    var counts: [Element: Int] = [:]
    for edge in others { counts[edge, default: 0] += 1 }
    return filter { edge in
      guard let count = counts[edge], count > 0 else { return true }
      counts[edge] = count - 1
      return false
    }
  }
}

extension RouteGraph.Difference.Change {
  /// The properties that differ, as texts.
  fileprivate var fields: [(name: String, before: String, after: String)] {
    func list(_ texts: [String]) -> String { texts.isEmpty ? "nothing" : texts.joined(separator: ", ") }
    let all: [(String, String, String)] = [
      ("destination", before.destination, after.destination),
      ("kind", before.kind.rawValue, after.kind.rawValue),
      ("lifetime", before.lifetime.rawValue, after.lifetime.rawValue),
      ("provides", list(before.provides), list(after.provides)),
      ("requires", list(before.requires), list(after.requires)),
      ("identifiers", list(before.identifiers), list(after.identifiers)),
      ("URLs", list(before.urls), list(after.urls)),
      ("open", "\(before.isOpen)", "\(after.isOpen)"),
      ("shows its properties", "\(before.showsProperties)", "\(after.showsProperties)"),
    ]
    return all.filter { $1 != $2 }.map { (name: $0, before: $1, after: $2) }
  }
}

extension RouteGraph.Node {
  fileprivate var summary: String {
    let lifetime = lifetimeText.map { ", \($0)" } ?? ""
    return "\(kind.rawValue)\(lifetime), provides \(provides.joined(separator: ", "))"
  }
}

extension RouteGraph.Edge {
  fileprivate var summary: String { "\(from) → \(to) (\(kind.rawValue)\(label.map { ", \($0)" } ?? ""))" }
}
