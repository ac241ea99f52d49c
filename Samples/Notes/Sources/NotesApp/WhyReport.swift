import Waymark

/// Why something is in the application: what leads to it.
public struct WhyReport: CustomStringConvertible {
  /// Nothing in the application has this name.
  public struct UnknownName: Error, CustomStringConvertible {
    /// The name that was asked for.
    public let name: String
    /// What there is.
    public let known: [String]

    /// What to tell the user.
    public var description: String {
      "nothing is called '\(name)'; there are \(known.joined(separator: ", "))"
    }
  }

  /// What leads to everything with this name, by paragraphs.
  public let description: String

  /// Looks for a name in a graph.
  ///
  /// - Parameters:
  ///   - name: A protocol, a destination, an identifier, or a node.
  ///   - graph: The graph of the application.
  public init(_ name: String, in graph: RouteGraph) throws {
    let nodes = graph.nodes.filter { Self.names(of: $0).contains(name) }
    guard !nodes.isEmpty else {
      let known = Set(graph.nodes.filter { $0.role == .route }.flatMap(Self.names))
      throw UnknownName(name: name, known: known.sorted())
    }
    description = nodes.map { Self.paragraph($0, graph) }.joined(separator: "\n")
  }

  private static func paragraph(_ node: RouteGraph.Node, _ graph: RouteGraph) -> String {
    let dependents = graph.dependents(of: node.id)
    var lines = ["\(node.id) provides \(node.provides.joined(separator: ", "))"]
    lines += dependents.compactMap { dependent in
      graph.path(from: dependent, to: node.id).map { "  needed by \($0.joined(separator: " → "))" }
    }
    if dependents.isEmpty { lines.append("  nothing that is declared needs it") }
    return lines.joined(separator: "\n")
  }

  /// What a node is called: its own names, and those of the protocols that it provides.
  private static func names(of node: RouteGraph.Node) -> [String] {
    let protocols = node.provides.compactMap { token in
      token.firstMatch(of: #/<(?:any )?(.+)>/#).map { String($0.output.1) }
    }
    return [node.id, node.destination] + node.identifiers + protocols
  }
}
