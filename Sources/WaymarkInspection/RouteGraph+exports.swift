import WaymarkCore

extension [String] {
  /// The indices of equal strings, in the order of their first appearance.
  var groups: [[Int]] {
    var groups: [[Int]] = []
    var positions: [String: Int] = [:]
    for (index, text) in enumerated() {
      if let position = positions[text] {
        groups[position].append(index)
      } else {
        positions[text] = groups.count
        groups.append([index])
      }
    }
    return groups
  }
}

// Parts that the graphical exports share.
extension RouteGraph {
  /// The indices of each module's nodes, in the order of their first declaration.
  fileprivate var clusters: [[Int]] { nodes.map(\.module).groups }

  /// The lines of text in each node: destination, first interface if ambiguous, URLs, lifetime, and profile.
  fileprivate var captions: [[String]] {
    var counts: [String: Int] = [:]
    for node in nodes { counts[node.destination, default: 0] += 1 }
    return nodes.map { node in
      var lines: [String]
      switch node.role {
      case .adapter: lines = [node.provides.first ?? node.destination]
      case .decorator: lines = ["decorates \(node.destination)"]
      case .collection: lines = [node.destination]
      case .scope: lines = [node.destination, "scope"]
      case .route:
        lines = [node.destination]
        if counts[node.destination, default: 1] > 1 { lines += node.provides.prefix(1) }
        lines += node.urls
        if let lifetime = node.lifetimeText { lines.append(lifetime) }
      }
      if let profile = node.profile { lines.append("only in \(profile)") }
      return lines
    }
  }

  /// Returns a string with replacements of the scalars that a language reserves.
  ///
  /// A mark that a combining character follows is a mark too.
  fileprivate static func replacing(in text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
      if let text = replacement(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}

extension RouteGraph.Edge {
  /// Returns the text beside the edge, or nil for none.
  fileprivate func text(isCyclic: Bool) -> String? {
    isCyclic ? label.map { "\($0), cycle" } ?? "cycle" : label
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

  /// A description of the lifetime, or nil for a transient route.
  package var lifetimeText: String? {
    guard role == .route else { return nil }
    let sharing: String? =
      switch lifetime {
      case .transient, .scoped: nil
      case .weaklyShared: "weakly shared"
      case .singleton: "singleton"
      case .keyed: "kept by key"
      }
    guard let scope else { return sharing }
    return sharing.map { "\($0), scoped to \(scope)" } ?? "scoped to \(scope)"
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
      let module = Self.quoted(nodes[cluster[0]].module)
      lines += ["  subgraph cluster_\(number) {", "    label=\(module); color=gray50;"]
      for index in cluster {
        let attributes = Self.attributes(nodes[index], captions[index])
        lines.append("    \(Self.quoted(nodes[index].id)) [\(attributes)];")
      }
      lines.append("  }")
    }
    for (edge, isCyclic) in zip(edges, areEdgesCyclic) {
      let label = edge.text(isCyclic: isCyclic).map { ", label=\(Self.quoted($0))" } ?? ""
      let attributes = edge.kind.line.dot + label
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
    let (indices, captions) = (indices, captions)
    for (number, cluster) in clusters.enumerated() {
      lines.append("  subgraph m\(number)[\"\(Self.escaped(nodes[cluster[0]].module))\"]")
      for index in cluster {
        let text = captions[index].map(Self.escaped).joined(separator: "<br/>")
        let (start, end) = nodes[index].shape.mermaid
        lines.append("    n\(index)\(start)\"\(text)\"\(end)")
      }
      lines.append("  end")
    }
    for (edge, isCyclic) in zip(edges, areEdgesCyclic) {
      guard let from = indices[edge.from], let to = indices[edge.to] else { continue }
      let label = edge.text(isCyclic: isCyclic).map { "|\"\(Self.escaped($0))\"|" } ?? ""
      lines.append("  n\(from) \(edge.kind.line.mermaid)\(label) n\(to)")
    }
    func mark(_ name: String, _ style: String, _ isMarked: (Node) -> Bool) {
      let marked = nodes.indices.filter { isMarked(nodes[$0]) }.map { "n\($0)" }
      guard !marked.isEmpty else { return }
      lines += ["  classDef \(name) \(style)", "  class \(marked.joined(separator: ",")) \(name)"]
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
