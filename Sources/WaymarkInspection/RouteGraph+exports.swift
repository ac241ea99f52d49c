import WaymarkCore

// Parts that the graphical exports share.
extension RouteGraph {
  /// The nodes of each module, in the order of their first declaration.
  var clusters: [(module: String, nodes: [Node])] {
    let members = Dictionary(grouping: nodes, by: \.module)
    var seen: Set<String> = []
    return nodes.map(\.module).filter { seen.insert($0).inserted }.map { ($0, members[$0] ?? []) }
  }

  /// The lines of text in each node: destination, first interface if ambiguous, URLs, lifetime, and profile.
  var captions: [Node.ID: [String]] {
    let counts = Dictionary(grouping: nodes, by: \.destination).mapValues(\.count)
    let captions = nodes.map { node -> (Node.ID, [String]) in
      let lines: [String?]
      switch node.role {
      case .adapter: lines = [node.provides.first ?? node.destination, node.profileText]
      case .decorator: lines = ["decorates \(node.destination)", node.profileText]
      case .collection: lines = [node.destination]
      case .scope: lines = [node.destination, "scope"]
      case .route:
        let provides = counts[node.destination, default: 1] > 1 ? node.provides.prefix(1) : []
        lines = [node.destination] + provides + node.urls + [node.lifetimeText, node.profileText]
      }
      return (node.id, lines.compactMap(\.self))
    }
    return Dictionary(captions, uniquingKeysWith: { first, _ in first })
  }

  /// The edges, each with the text beside it, or nil for none.
  fileprivate var labeledEdges: [(edge: Edge, label: String?)] {
    zip(edges, areEdgesCyclic).map { edge, isCyclic in
      let texts = [edge.label, isCyclic ? "cycle" : nil].compactMap { $0 }
      return (edge, texts.isEmpty ? nil : texts.joined(separator: ", "))
    }
  }

  /// Returns a string with replacements of the scalars that a language reserves.
  ///
  /// A mark that a combining character follows is a mark too.
  fileprivate static func replacing(in text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    text.replacing("\r\n", with: "\n").unicodeScalars.reduce(into: "") { result, scalar in
      if let text = replacement(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
    }
  }
}

extension RouteGraph.Edge.Kind {
  /// The line of an edge in both languages.
  fileprivate var line: (dot: String, mermaid: String) {
    switch self {
    case .eager: ("style=solid", "-->")
    case .lazy: ("style=dashed", "-.->")
    case .declared: ("arrowhead=odot", "--o")
    case .adapter, .decorator: ("style=bold", "==>")
    case .contribution: ("arrowhead=dot", "===")
    case .observed: ("style=dotted", "--x")
    case .scope: ("arrowhead=diamond", "---")
    }
  }
}

extension RouteGraph.Node {
  fileprivate var isKept: Bool { role == .route && lifetime != .transient }

  /// The shape of a node in both languages, in Mermaid as the marks around its text.
  fileprivate var shape: (dot: String, mermaid: (String, String)) {
    switch (role, kind) {
    case (.adapter, _): ("hexagon", ("{{", "}}"))
    case (.decorator, _): ("octagon", ("[/", "\\]"))
    case (.collection, _): ("cylinder", ("[(", ")]"))
    case (.scope, _): ("folder", ("[[", "]]"))
    case (.route, .view): ("box", ("[", "]"))
    case (.route, .service): ("ellipse", ("([", "])"))
    }
  }

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
    // Graphviz often fails to rank many routes in modules without `newrank`, and loses edges. Few routes are closer to
    // each other without it.
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
    for (edge, label) in labeledEdges {
      let attributes = edge.kind.line.dot + (label.map { ", label=\(Self.quoted($0))" } ?? "")
      lines.append("  \(Self.quoted(edge.from)) -> \(Self.quoted(edge.to)) [\(attributes)];")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private static func attributes(_ node: Node, _ caption: [String]) -> String {
    var attributes = ["label=\(quoted(caption.joined(separator: "\n")))", "shape=\(node.shape.dot)"]
    if node.isOpen { attributes.append("style=dashed") }
    if node.isKept { attributes.append("peripheries=2") }
    return attributes.joined(separator: ", ")
  }

  /// Returns a string in quotation marks, escaped for `dot`.
  private static func quoted(_ text: String) -> String {
    let escaped = replacing(in: text) { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n", "\r": "\\n"
      default: nil
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
    let numbers = indices.mapValues { "n\($0)" }
    let captions = captions
    for (number, cluster) in clusters.enumerated() {
      lines.append("  subgraph m\(number)[\"\(Self.escaped(cluster.module))\"]")
      for node in cluster.nodes {
        let text = (captions[node.id] ?? []).map(Self.escaped).joined(separator: "<br/>")
        let (start, end) = node.shape.mermaid
        lines.append("    \(numbers[node.id] ?? "")\(start)\"\(text)\"\(end)")
      }
      lines.append("  end")
    }
    for (edge, label) in labeledEdges {
      guard let from = numbers[edge.from], let to = numbers[edge.to] else { continue }
      let label = label.map { "|\"\(Self.escaped($0))\"|" } ?? ""
      lines.append("  \(from) \(edge.kind.line.mermaid)\(label) \(to)")
    }
    func mark(_ name: String, _ style: String, _ isMarked: (Node) -> Bool) {
      let marked = nodes.filter(isMarked).compactMap { numbers[$0.id] }.joined(separator: ",")
      if !marked.isEmpty { lines += ["  classDef \(name) \(style)", "  class \(marked) \(name)"] }
    }
    mark("open", "stroke-dasharray: 5 3", \.isOpen)
    mark("kept", "stroke-width: 3px", \.isKept)
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a string with Mermaid's entities, which begin with `#` instead of `&`.
  private static func escaped(_ text: String) -> String {
    replacing(in: text) { scalar in
      switch scalar {
      case "#": "#35;"
      case "&": "#amp;"
      case "<": "#lt;"
      case ">": "#gt;"
      case "\"": "#quot;"
      case "`": "#96;"
      case "\n", "\r": " "
      default: nil
      }
    }
  }
}
