extension RouteGraph {
  /// Returns the graph in the Mermaid language, which GitHub renders.
  ///
  ///     print("```mermaid\n\(registry.graph.mermaid())```")
  ///
  /// Modules are boxes around their routes. Views are rectangles, services have round ends, adapters are
  /// hexagons, decorators trapezoids, collections cylinders, and scopes have double sides. A lifetime is written below
  /// the name, and routes that keep their instances have a thick border. An open route (``Node/isOpen``) has a dashed
  /// border.
  ///
  /// Eager dependencies are solid lines, lazy ones are dotted, declared ones end in a ring, the line of an adapter or a
  /// decorator is thick, and requests that a dry run observed end in a cross. A thick line without an arrow leads from a
  /// collection to a contribution. A line without an arrow leads to the scope that keeps an instance or encloses a scope.
  /// An edge in a cycle is labeled.
  ///
  /// - Returns: The source text, without a code fence. It's the same for the same graph.
  public func mermaid() -> String {
    var lines = ["flowchart LR"]
    let numbers = Dictionary(
      nodes.enumerated().map { ($1.id, "n\($0)") }, uniquingKeysWith: { first, _ in first })
    let captions = captions
    for (number, cluster) in clusters.enumerated() {
      lines.append("  subgraph m\(number)[\"\(Self.escaped(cluster.module))\"]")
      for node in cluster.nodes {
        lines.append("    \(numbers[node.id] ?? "")\(Self.shape(node, captions[node.id] ?? []))")
      }
      lines.append("  end")
    }
    let cyclic = cyclicEdges
    for edge in edges {
      guard let from = numbers[edge.from], let to = numbers[edge.to] else { continue }
      let texts = [edge.label, cyclic.contains(edge) ? "cycle" : nil].compactMap { $0 }
      let label = texts.isEmpty ? "" : "|\"\(Self.escaped(texts.joined(separator: ", ")))\"|"
      lines.append("  \(from) \(Self.line(edge.kind))\(label) \(to)")
    }
    let open = nodes.filter(\.isOpen).compactMap { numbers[$0.id] }
    let kept = nodes.filter { $0.role == .route && $0.lifetime != .transient }.compactMap { numbers[$0.id] }
    if !open.isEmpty {
      lines += ["  classDef open stroke-dasharray: 5 3", "  class \(open.joined(separator: ",")) open"]
    }
    if !kept.isEmpty {
      lines += ["  classDef kept stroke-width: 3px", "  class \(kept.joined(separator: ",")) kept"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the shape of a node, with its caption.
  private static func shape(_ node: Node, _ caption: [String]) -> String {
    let text = caption.map(escaped).joined(separator: "<br/>")
    return switch (node.role, node.kind) {
    case (.adapter, _): "{{\"\(text)\"}}"
    case (.decorator, _): "[/\"\(text)\"\\]"
    case (.collection, _): "[(\"\(text)\")]"
    case (.scope, _): "[[\"\(text)\"]]"
    case (.route, .view): "[\"\(text)\"]"
    case (.route, .service): "([\"\(text)\"])"
    }
  }

  /// Returns the arrow of an edge.
  private static func line(_ kind: Edge.Kind) -> String {
    switch kind {
    case .eager: "-->"
    case .lazy: "-.->"
    case .declared: "--o"
    case .adapter, .decorator: "==>"
    case .contribution: "==="
    case .observed: "--x"
    case .scope: "---"
    }
  }

  /// Returns a string escaped for quotation marks.
  ///
  /// Mermaid's entities are like HTML's, with `#` instead of `&`.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "#": result += "#35;"
      case "&": result += "#amp;"
      case "<": result += "#lt;"
      case ">": result += "#gt;"
      case "\"": result += "#quot;"
      case "`": result += "#96;"
      case "\n", "\r\n", "\r": result += " "
      default: result.append(character)
      }
    }
  }
}
