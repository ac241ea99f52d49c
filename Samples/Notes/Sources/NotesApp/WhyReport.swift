import Waymark

/// The reasons for a part of the application: the paths that lead to it.
public struct WhyReport: CustomStringConvertible {
  /// Nothing in the application has this name.
  public struct UnknownName: Error, CustomStringConvertible {
    /// The name that was asked for.
    public let name: String
    /// The names in the application.
    public let known: [String]

    /// The message for the user.
    public var description: String {
      "nothing has the name '\(name)'. The names are \(known.joined(separator: ", "))"
    }
  }

  /// The paths to everything with this name, by paragraphs.
  public let description: String

  /// Looks for a name in a graph.
  ///
  /// - Parameters:
  ///   - name: A name of a token, a protocol, a destination, an identifier, or a node.
  ///   - graph: The graph of the application.
  public init(_ name: String, in graph: RouteGraph) throws {
    let nodes = graph.nodes.filter { Self.names(of: $0).contains(name) }
    guard !nodes.isEmpty else {
      let known = Set(graph.nodes.filter { $0.role == .route || $0.role == .scope }.flatMap(Self.names))
      throw UnknownName(name: name, known: known.sorted())
    }
    description = nodes.map { Self.paragraph($0, graph) }.joined(separator: "\n")
  }

  private static func paragraph(_ node: RouteGraph.Node, _ graph: RouteGraph) -> String {
    let dependents = graph.dependents(of: node.id)
    let provided = "provides \(node.provides.joined(separator: ", "))"
    let what = node.role == .scope ? "is a scope" : ([provided] + lifetimes(of: node)).joined(separator: ", ")
    var lines = ["\(node.id) \(what)"]
    lines += dependents.compactMap { dependent in
      graph.path(from: dependent, to: node.id).map { "  needed by \($0.joined(separator: " → "))" }
    }
    if dependents.isEmpty { lines.append("  nothing that is declared needs it") }
    return lines.joined(separator: "\n")
  }

  /// Returns the lifetime of a route's instances, or nothing for a route that makes a new one each time.
  private static func lifetimes(of node: RouteGraph.Node) -> [String] {
    guard node.role == .route else { return [] }
    let lifetime: String? =
      switch node.lifetime {
      case .transient, .scoped: nil
      case .weaklyShared: "weakly shared"
      case .singleton: "a singleton"
      case .keyed: "kept by key"
      }
    return [lifetime, node.scope.map { "scoped to \($0)" }].compactMap { $0 }
  }

  /// Returns the names of a node: its own names, and the names and protocols that requests use.
  private static func names(of node: RouteGraph.Node) -> [String] {
    let tokens = node.provides.compactMap { token in
      token.firstMatch(of: #/(?:<(?:any )?|\(\.)(.+)[>)]/#).map { String($0.output.1) }
    }
    return [node.id, node.destination] + node.identifiers + tokens
  }
}
