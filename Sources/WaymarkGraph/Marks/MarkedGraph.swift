import WaymarkCore
import WaymarkInspection

/// A graph with the marks of a page: changes since an earlier graph, cycles, captive instances, and diagnostics.
///
/// Removed nodes and edges follow the others, so that the indices of the graph's own nodes stay.
struct MarkedGraph {
  enum Change: String {
    case added
    case removed
    case changed
  }

  struct Node {
    let node: RouteGraph.Node
    /// The index of the module in ``MarkedGraph/modules``.
    let module: Int
    var change: Change?
    /// The changed properties.
    var fields: [RouteGraph.Difference.Change.Field] = []
    /// The indices of nodes that this one retains although their lifetime is shorter.
    var captives: [Int] = []
  }

  struct Edge {
    let edge: RouteGraph.Edge
    let from: Int
    let to: Int
    var change: Change?
    var isCyclic = false
    /// Whether a longer-lived instance retains a shorter-lived one through this edge.
    var isCaptive = false
  }

  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []
  private(set) var modules: [String] = []
  private(set) var indices: [RouteGraph.Node.ID: Int] = [:]

  init(_ graph: RouteGraph, comparedTo earlier: RouteGraph?) {
    indices.reserveCapacity(graph.nodes.count)
    let difference = earlier.map(graph.difference)
    var moduleIndices: [String: Int] = [:]
    for node in graph.nodes + (difference?.removedNodes ?? []) {
      let module = moduleIndices[node.module] ?? modules.count
      if module == modules.count {
        modules.append(node.module)
        moduleIndices[node.module] = module
      }
      indices[node.id] = nodes.count
      nodes.append(Node(node: node, module: module))
    }
    let cyclic = graph.areEdgesCyclic
    edges.reserveCapacity(graph.edges.count)
    for (position, edge) in graph.edges.enumerated() { append(edge, isCyclic: cyclic[position]) }
    if let difference { mark(difference) }
    markCaptives()
  }

  private mutating func append(_ edge: RouteGraph.Edge, isCyclic: Bool = false, change: Change? = nil) {
    guard let from = indices[edge.from], let to = indices[edge.to] else { return }
    edges.append(Edge(edge: edge, from: from, to: to, change: change, isCyclic: isCyclic))
  }

  private mutating func mark(_ difference: RouteGraph.Difference) {
    for node in difference.addedNodes { if let index = indices[node.id] { nodes[index].change = .added } }
    for node in difference.removedNodes { if let index = indices[node.id] { nodes[index].change = .removed } }
    for change in difference.changedNodes {
      guard let index = indices[change.after.id] else { continue }
      nodes[index].change = .changed
      nodes[index].fields = change.fields
    }
    var added: [RouteGraph.Edge: Int] = [:]
    for edge in difference.addedEdges { added[edge, default: 0] += 1 }
    // Of equal edges, the last ones were added.
    for index in edges.indices.reversed() {
      guard let count = added[edges[index].edge], count > 0 else { continue }
      added[edges[index].edge] = count - 1
      edges[index].change = .added
    }
    for edge in difference.removedEdges { append(edge, change: .removed) }
  }
}

extension MarkedGraph {
  /// The index of the first node that is declared at each place.
  var declared: [String: Int] {
    let places = nodes.enumerated().compactMap { index, node in node.node.place.map { ($0, index) } }
    return Dictionary(places) { first, _ in first }
  }

  /// Marks the paths from singletons to weakly shared or keyed instances, and from services to views.
  ///
  /// They're paths of parameters through instances that nothing keeps. The graph doesn't show stored properties that
  /// hold an instance, so that the diagnostic `captive-dependency` can report more.
  private mutating func markCaptives() {
    var successors = Array(repeating: [Int](), count: nodes.count)
    for (position, edge) in edges.enumerated() where edge.change != .removed {
      switch edge.edge.kind {
      case .eager, .adapter, .decorator, .contribution: successors[edge.from].append(position)
      case .lazy, .declared, .scope, .observed: break
      }
    }
    for start in nodes.indices where nodes[start].node.role == .route && !successors[start].isEmpty {
      let isSingleton = nodes[start].node.lifetime == .singleton
      guard isSingleton || nodes[start].node.kind == .service else { continue }
      var cameFrom: [Int: Int] = [:]
      var open = [start]
      while let node = open.popLast() {
        for position in successors[node]
        where edges[position].to != start && cameFrom[edges[position].to] == nil {
          let (target, node) = (edges[position].to, nodes[edges[position].to].node)
          cameFrom[target] = position
          let isShorter = isSingleton && (node.lifetime == .weaklyShared || node.lifetime == .keyed)
          let isView = nodes[start].node.kind == .service && node.kind == .view
          if node.role == .route, isShorter || isView {
            nodes[start].captives.append(target)
            markPath(to: target, cameFrom)
          } else if node.role != .route || isSingleton && node.lifetime == .transient {
            open.append(target)
          }
        }
      }
    }
  }

  private mutating func markPath(to end: Int, _ cameFrom: [Int: Int]) {
    var node = end
    while let position = cameFrom[node] {
      edges[position].isCaptive = true
      node = edges[position].from
    }
  }
}
