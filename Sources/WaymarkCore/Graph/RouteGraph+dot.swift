extension RouteGraph {
  /// Returns the graph in Graphviz's `dot` language.
  ///
  ///     try registry.graph.dot().write(toFile: "routes.dot", atomically: true, encoding: .utf8)
  ///
  /// Modules are boxes around their routes. Views are rectangles, services ellipses, adapters hexagons,
  /// decorators octagons, collections cylinders, and scopes folders. A lifetime is written below the name, and routes
  /// that keep their instances have a double border. An open route (``Node/isOpen``) has a dashed border.
  ///
  /// Eager dependencies are solid lines, lazy ones are dashed, declared ones end in a ring, the line of an adapter or a
  /// decorator is thick, and requests that a dry run observed are dotted. A line with a dot leads from a collection to a
  /// contribution. A line with a diamond leads to the scope that keeps an instance or encloses a scope. An edge in a
  /// cycle is labeled.
  ///
  /// - Returns: The source text. It's the same for the same graph.
  public func dot() -> String {
    var lines = [
      "digraph Waymark {", "  rankdir=LR; fontname=\"Helvetica\"; fontsize=12;",
      "  node [fontname=\"Helvetica\", fontsize=11];",
      "  edge [fontname=\"Helvetica\", fontsize=9];",
    ]
    let captions = captions
    for (number, cluster) in clusters.enumerated() {
      lines += ["  subgraph cluster_\(number) {", "    label=\(Self.quoted(cluster.module)); color=gray50;"]
      lines += cluster.nodes.map {
        "    \(Self.quoted($0.id)) [\(Self.attributes($0, captions[$0.id] ?? []))];"
      }
      lines.append("  }")
    }
    let cyclic = cyclicEdges
    for edge in edges {
      let texts = [edge.label, cyclic.contains(edge) ? "cycle" : nil].compactMap { $0 }
      var attributes = [Self.style(edge.kind)]
      if !texts.isEmpty { attributes.append("label=\(Self.quoted(texts.joined(separator: ", ")))") }
      lines.append(
        "  \(Self.quoted(edge.from)) -> \(Self.quoted(edge.to)) [\(attributes.joined(separator: ", "))];")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// Returns the attributes of a node.
  private static func attributes(_ node: Node, _ caption: [String]) -> String {
    let shape =
      switch (node.role, node.kind) {
      case (.adapter, _): "hexagon"
      case (.decorator, _): "octagon"
      case (.collection, _): "cylinder"
      case (.scope, _): "folder"
      case (.route, .view): "box"
      case (.route, .service): "ellipse"
      }
    var attributes = ["label=\(quoted(caption.joined(separator: "\n")))", "shape=\(shape)"]
    if node.isOpen { attributes.append("style=dashed") }
    if node.role == .route, node.lifetime != .transient { attributes.append("peripheries=2") }
    return attributes.joined(separator: ", ")
  }

  /// Returns the line style of an edge.
  private static func style(_ kind: Edge.Kind) -> String {
    switch kind {
    case .eager: "style=solid"
    case .lazy: "style=dashed"
    case .declared: "arrowhead=odot"
    case .adapter, .decorator: "style=bold"
    case .contribution: "arrowhead=dot"
    case .observed: "style=dotted"
    case .scope: "arrowhead=diamond"
    }
  }

  /// Returns a string in quotation marks, escaped for `dot`.
  private static func quoted(_ text: String) -> String {
    let escaped = text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n", "\r\n", "\r": result += "\\n"
      default: result.append(character)
      }
    }
    return "\"\(escaped)\""
  }
}
