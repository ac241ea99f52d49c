// Parts that the graphical exports share.
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
  /// The lines of text in each node: destination, first interface if ambiguous, URLs, lifetime, and profile.
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
  var profileText: String? { profile.map { "only in \($0)" } }

  /// A description of the lifetime, or nil for a transient route.
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

extension RouteGraph {
  /// Returns the graph in Graphviz's `dot` language.
  ///
  ///     try registry.graph.dot().write(toFile: "routes.dot", atomically: true, encoding: .utf8)
  ///
  /// Boxes are modules. Views are rectangles, services ellipses, adapters hexagons, decorators octagons, collections
  /// cylinders, and scopes folders. The lifetime is below the name, and a double border means a kept instance. An open
  /// route (``Node/isOpen``) has a dashed border.
  ///
  /// Solid lines are eager dependencies, dashed lines are lazy, and a ring ends a declared one. Adapters and decorators
  /// have thick lines, and dotted lines are requests that a dry run observed. A line with a dot leads from a collection
  /// to a contribution. A line with a diamond leads to the scope that keeps an instance or encloses a scope. Edges in a
  /// cycle have a label.
  ///
  /// - Returns: The source text, equal for equal graphs.
  public func dot() -> String {
    // Graphviz often fails to rank many routes in modules without `newrank`, and loses edges. Few routes are closer to each
    // other without it.
    let rank = nodes.count > 50 ? "rankdir=LR; newrank=true;" : "rankdir=LR;"
    var lines = [
      "digraph Waymark {", "  \(rank) fontname=\"Helvetica\"; fontsize=12;",
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
    // A mark that a combining character follows is a mark too.
    let escaped = text.replacing("\r\n", with: "\n").unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n", "\r": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "\"\(escaped)\""
  }
}

extension RouteGraph {
  /// Returns the graph in the Mermaid language, which GitHub renders.
  ///
  ///     print("```mermaid\n\(registry.graph.mermaid())```")
  ///
  /// Boxes are modules. Views are rectangles, services have round ends, adapters are hexagons, decorators trapezoids,
  /// collections cylinders, and scopes have double sides. The lifetime is below the name, and a thick border means a
  /// kept instance. An open route (``Node/isOpen``) has a dashed border.
  ///
  /// Solid lines are eager dependencies, dotted lines are lazy, and a ring ends a declared one. Adapters and decorators
  /// have thick lines, and a cross ends a request that a dry run observed. A thick line without an arrow leads from a
  /// collection to a contribution. A line without an arrow leads to the scope that keeps an instance or encloses a
  /// scope. Edges in a cycle have a label.
  ///
  /// - Returns: The source text, without a code fence, equal for equal graphs.
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

  /// Returns a string with Mermaid's entities, which begin with `#` instead of `&`.
  private static func escaped(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "#": result += "#35;"
      case "&": result += "#amp;"
      case "<": result += "#lt;"
      case ">": result += "#gt;"
      case "\"": result += "#quot;"
      case "`": result += "#96;"
      case "\n", "\r": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
