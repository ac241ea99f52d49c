extension RouteGraph {
  /// The graph in the language of Mermaid, which GitHub draws.
  ///
  /// Modules are boxes around their routes. Views are rectangles, services have round ends, adapters are
  /// hexagons; a lifetime is written below the name, and what is kept has a thick border. An open route has a
  /// dashed border. Eager dependencies are solid lines, lazy ones dotted; a declared one ends in a circle, an
  /// adapter's line is thick, and what a dry run observed ends in a cross. An edge in a circle says so.
  ///
  /// - Returns: The text, without a fence around it.
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
    let circular = circularEdges
    for edge in edges {
      guard let from = numbers[edge.from], let to = numbers[edge.to] else { continue }
      let texts = [edge.label, circular.contains(edge) ? "circle" : nil].compactMap { $0 }
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

  private static func shape(_ node: Node, _ caption: [String]) -> String {
    let text = caption.map(escaped).joined(separator: "<br/>")
    return switch (node.role, node.kind) {
    case (.adapter, _): "{{\"\(text)\"}}"
    case (.route, .view): "[\"\(text)\"]"
    case (.route, .service): "([\"\(text)\"])"
    }
  }

  private static func line(_ kind: Edge.Kind) -> String {
    switch kind {
    case .eager: "-->"
    case .lazy: "-.->"
    case .declared: "--o"
    case .adapter: "==>"
    case .observed: "--x"
    }
  }

  /// A text inside of quotation marks: Mermaid has entities like HTML's, with `#` for `&`.
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
