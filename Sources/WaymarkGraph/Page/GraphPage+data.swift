import WaymarkCore
import WaymarkInspection

// The data of the script, as JSON. It leaves out values that most nodes and edges have.
extension GraphPage {
  func appendData(to page: inout PageBuffer) {
    page.append("{\"modules\":")
    page.append(graph.modules)
    page.append(",\n\"edgeKinds\":")
    page.append(RouteGraph.Edge.Kind.allCases.map(\.rawValue))
    page.append(",\n\"isComparison\":\(isComparison),\n\"nodes\":[")
    page.append(graph.nodes) { $1.append($0) }
    page.append("],\n\"edges\":[")
    page.append(graph.edges) { $1.append($0) }
    page.append("],\n\"problems\":[")
    page.append(diagnostics) { $1.append($0, node: node(at: $0.location)) }
    page.append("]")
    if let start { append(start, to: &page) }
    page.append("}")
  }

  /// Appends the times of the start in microseconds.
  private func append(_ start: StartReport, to page: inout PageBuffer) {
    page.append(",\n\"start\":{\"duration\":\(start.duration.microseconds)")
    let critical = start.criticalIndices.map(String.init).joined(separator: ",")
    page.append(",\"critical\":[\(critical)],\"advice\":")
    page.append(start.advice)
    page.append(",\"instances\":[")
    let named = Array(zip(start.instances, start.labels))
    page.append(named) { $1.append($0.0, name: $0.1, node: node(at: $0.0.location)) }
    page.append("]}")
  }
}

extension Duration {
  /// The duration in microseconds, rounded.
  var microseconds: Int { Int((self / .microseconds(1)).rounded()) }
}

extension PageBuffer {
  mutating func append<Element>(
    _ elements: [Element], separator: String = ",\n", _ write: (Element, inout PageBuffer) -> Void
  ) {
    for (index, element) in elements.enumerated() {
      if index > 0 { append(separator) }
      write(element, &self)
    }
  }

  mutating func append(_ names: [String]) {
    append("[")
    append(names, separator: ",") { $1.append(quoting: $0) }
    append("]")
  }

  private mutating func append(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    append(",\"\(key)\":")
    append(quoting: value)
  }

  private mutating func append(_ key: StaticString, _ values: [String]) {
    guard !values.isEmpty else { return }
    append(",\"\(key)\":")
    append(values)
  }

  fileprivate mutating func append(_ marked: MarkedGraph.Node) {
    let node = marked.node
    append("{\"module\":\(marked.module)")
    append("id", node.id)
    append("destination", node.destination)
    if node.role != .route { append("role", node.role.rawValue) }
    if node.kind == .view { append("kind", node.kind.rawValue) }
    if node.lifetime != .transient { append("lifetime", node.lifetime.rawValue) }
    append("scope", node.scope)
    append("profile", node.profile)
    append("provides", node.provides)
    append("requires", node.requires)
    append("identifiers", node.identifiers)
    append("urls", node.urls)
    append("place", node.place)
    if node.isOpen { append(",\"isOpen\":true") }
    if !node.showsProperties { append(",\"hidesProperties\":true") }
    append("change", marked.change?.rawValue)
    if !marked.captives.isEmpty {
      append(",\"captives\":[\(marked.captives.map(String.init).joined(separator: ","))]")
    }
    if !marked.fields.isEmpty {
      append(",\"fields\":[")
      append(marked.fields) { $1.append([$0.name, $0.before, $0.after]) }
      append("]")
    }
    append("}")
  }

  /// Appends an edge as an array: both ends, the kind, and an object if it has a label or a mark.
  fileprivate mutating func append(_ marked: MarkedGraph.Edge) {
    let kind = RouteGraph.Edge.Kind.allCases.firstIndex(of: marked.edge.kind) ?? 0
    append("[\(marked.from),\(marked.to),\(kind)")
    if marked.edge.label != nil || marked.change != nil || marked.isCyclic || marked.isCaptive {
      append(",{\"isMarked\":true")
      append("label", marked.edge.label)
      append("change", marked.change?.rawValue)
      if marked.isCyclic { append(",\"isCyclic\":true") }
      if marked.isCaptive { append(",\"isCaptive\":true") }
      append("}")
    }
    append("]")
  }

  fileprivate mutating func append(_ diagnostic: Diagnostic, node: Int?) {
    append("{\"severity\":")
    append(quoting: diagnostic.severity.rawValue)
    append("code", "\(diagnostic.code)")
    append("place", "\(diagnostic.location)")
    append("message", diagnostic.message)
    // Arrays, because a line break in a name is written as a visible escape.
    append("detail", diagnostic.detail.map(Self.lines) ?? [])
    append("profile", diagnostic.profile?.name)
    append("related", diagnostic.related.map(\.description))
    append("remedy", diagnostic.remedy.map(Self.lines) ?? [])
    if let node { append(",\"node\":\(node)") }
    append("}")
  }

  private static func lines(of text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  fileprivate mutating func append(_ instance: StartReport.Instance, name: String, node: Int?) {
    append("{\"ready\":\(instance.ready.microseconds),\"begun\":\(instance.begun.microseconds)")
    append(",\"ended\":\(instance.ended.microseconds)")
    if let made = instance.made { append(",\"made\":\(made.microseconds)") }
    append("name", name)
    append("place", "\(instance.location)")
    if let node { append(",\"node\":\(node)") }
    append("}")
  }
}
