import WaymarkCore
import WaymarkInspection

// The content without scripts: nested lists of the modules, their routes, and the routes' connections.
extension GraphPage {
  func appendList(to page: inout PageBuffer) {
    page.append("<main class=\"lists\">\n<p>")
    page.append(graph.nodes.count == 1 ? "1 node" : "\(graph.nodes.count) nodes")
    page.append(graph.modules.count == 1 ? " in 1 module." : " in \(graph.modules.count) modules.")
    page.append(" With scripts, this page shows a graph to search.</p>\n")
    appendProblems(to: &page)
    appendStart(to: &page)
    var members = Array(repeating: [Int](), count: graph.modules.count)
    for (index, node) in graph.nodes.enumerated() { members[node.module].append(index) }
    var outgoing = Array(repeating: [Int](), count: graph.nodes.count)
    var incoming = outgoing
    for (position, edge) in graph.edges.enumerated() {
      outgoing[edge.from].append(position)
      incoming[edge.to].append(position)
    }
    page.append("<h2>Modules</h2>\n<ul>\n")
    for (module, indices) in members.enumerated() {
      page.append("<li><details open><summary>")
      page.append(escaping: graph.modules[module])
      page.append(" (\(indices.count))</summary>\n<ul>\n")
      for index in indices { append(index, outgoing[index], incoming[index], to: &page) }
      page.append("</ul></details></li>\n")
    }
    page.append("</ul>\n</main>\n")
  }

  private func appendProblems(to page: inout PageBuffer) {
    guard !diagnostics.isEmpty else { return }
    page.append("<h2>Problems</h2>\n<ul>\n")
    for diagnostic in diagnostics {
      page.append("<li>\(diagnostic.severity.rawValue): ")
      page.append(escaping: diagnostic.message)
      page.append(" [\(diagnostic.code)] ")
      let node = node(at: diagnostic.location)
      if let node { page.append("<a href=\"#r\(node)\">") }
      page.append(escaping: "\(diagnostic.location)")
      if node != nil { page.append("</a>") }
      if let remedy = diagnostic.remedy {
        for line in RemedyText.lines(of: remedy) {
          page.append("<br>")
          page.append(escaping: line)
        }
      }
      page.append("</li>\n")
    }
    page.append("</ul>\n")
  }

  private func appendStart(to page: inout PageBuffer) {
    guard let start else { return }
    page.append("<h2>Start</h2>\n<pre>")
    for line in start.description.split(separator: "\n", omittingEmptySubsequences: false) {
      page.append(escaping: String(line))
      page.append("\n")
    }
    page.append("</pre>\n")
  }

  private func append(_ index: Int, _ outgoing: [Int], _ incoming: [Int], to page: inout PageBuffer) {
    let marked = graph.nodes[index]
    page.append("<li id=\"r\(index)\"><b>")
    page.append(escaping: marked.node.destination)
    page.append("</b> ")
    if let change = marked.change { page.append("<mark>\(change.rawValue)</mark> ") }
    page.append(escaping: marked.node.summary)
    for text in [marked.node.profile, marked.node.place].compactMap({ $0 }) {
      page.append(", ")
      page.append(escaping: text)
    }
    page.append("<ul>\n")
    append("provides", marked.node.provides + marked.node.identifiers + marked.node.urls, to: &page)
    append("needs", outgoing.map { (graph.edges[$0], graph.edges[$0].to) }, to: &page)
    append("needed by", incoming.map { (graph.edges[$0], graph.edges[$0].from) }, to: &page)
    for captive in marked.captives {
      page.append("<li>retains <a href=\"#r\(captive)\">")
      page.append(escaping: graph.nodes[captive].node.destination)
      page.append("</a>, which has a shorter lifetime</li>\n")
    }
    page.append("</ul></li>\n")
  }

  private func append(_ heading: String, _ names: [String], to page: inout PageBuffer) {
    guard !names.isEmpty else { return }
    page.append("<li>\(heading): ")
    page.append(names, separator: ", ") { $1.append(escaping: $0) }
    page.append("</li>\n")
  }

  private func append(
    _ heading: String, _ links: [(edge: MarkedGraph.Edge, node: Int)], to page: inout PageBuffer
  ) {
    guard !links.isEmpty else { return }
    page.append("<li>\(heading): ")
    page.append(links, separator: ", ") { link, page in
      page.append("<a href=\"#r\(link.node)\">")
      page.append(escaping: graph.nodes[link.node].node.destination)
      page.append("</a>")
      if let change = link.edge.change { page.append(" <mark>\(change.rawValue)</mark>") }
      if link.edge.isCyclic { page.append(" (cycle)") }
      if link.edge.isCaptive { page.append(" (captive)") }
    }
    page.append("</li>\n")
  }
}

extension RouteGraph.Node {
  /// The kind of the declaration, and the lifetime or the scope, in plain words.
  fileprivate var summary: String {
    let (kind, lifetime) = role == .route ? (kind.rawValue, lifetimeText) : (role.rawValue, scope)
    return lifetime.map { "\(kind), \($0)" } ?? kind
  }
}
