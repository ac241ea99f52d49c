extension RouteGraph {
  /// Why something is needed: the shortest way from one node to another.
  ///
  /// - Parameters:
  ///   - start: The node that needs.
  ///   - end: The node that is needed.
  /// - Returns: The nodes on the way, both ends included; nil where there is no way, or no such node.
  /// - Complexity: Linear in the number of nodes and edges.
  public func path(from start: Node.ID, to end: Node.ID) -> [Node.ID]? {
    guard nodes.contains(where: { $0.id == start }), nodes.contains(where: { $0.id == end }) else {
      return nil
    }
    let successors = Dictionary(grouping: edges, by: \.from)
    var cameFrom: [Node.ID: Node.ID] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      if node == end {
        var path = [end]
        while let last = path.last, last != start, let before = cameFrom[last] { path.append(before) }
        return path.reversed()
      }
      for edge in successors[node] ?? [] where edge.to != start && cameFrom[edge.to] == nil {
        cameFrom[edge.to] = node
        queue.append(edge.to)
      }
    }
    return nil
  }

  /// What breaks when a node changes: everything that needs it, directly or through others.
  ///
  /// - Parameter id: The node.
  /// - Returns: The other nodes, in the order of their declaration.
  /// - Complexity: Linear in the number of nodes and edges.
  public func dependents(of id: Node.ID) -> [Node.ID] {
    let predecessors = Dictionary(grouping: edges, by: \.to)
    var found: Set<Node.ID> = [id]
    var open = [id]
    while let node = open.popLast() {
      for edge in predecessors[node] ?? [] where found.insert(edge.from).inserted { open.append(edge.from) }
    }
    return nodes.map(\.id).filter { $0 != id && found.contains($0) }
  }

  /// The edges that are part of a circle; a circle through a lazy edge is legal.
  var circularEdges: Set<Edge> {
    let indices = Dictionary(nodes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var successors = Array(repeating: [Int](), count: nodes.count)
    for edge in edges {
      guard let from = indices[edge.from], let to = indices[edge.to] else { continue }
      successors[from].append(to)
    }
    var component: [Int: Int] = [:]
    for (number, members) in StronglyConnectedComponents.of(successors).enumerated() {
      for member in members { component[member] = number }
    }
    return Set(
      edges.filter { edge in
        guard let from = indices[edge.from], let to = indices[edge.to] else { return false }
        return component[from] == component[to]
      })
  }
}
