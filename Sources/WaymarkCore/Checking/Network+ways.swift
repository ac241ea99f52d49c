extension Network {
  /// The edges from node to node, each with the node that it leaves.
  typealias Way = [(node: Int, edge: Edge)]

  /// Returns the shortest way from a node to each node where a way ends, the nearest first.
  ///
  /// - Parameters:
  ///   - start: The first node, which can also be the end of a cycle.
  ///   - follows: Whether a way can take an edge.
  ///   - isEnd: Whether a way ends at a node.
  func ways(from start: Int, along follows: (Edge) -> Bool, to isEnd: (Int) -> Bool) -> [Way] {
    var cameFrom: [Int: (node: Int, edge: Edge)] = [:]
    var queue = [start]
    var next = 0
    var last: Way = []
    while next < queue.count {
      let node = queue[next]
      next += 1
      for edge in edges[node] where follows(edge) && cameFrom[edge.target] == nil {
        cameFrom[edge.target] = (node, edge)
        if isEnd(edge.target) { last.append((node, edge)) } else { queue.append(edge.target) }
      }
    }
    return last.map { step in
      var way = [step]
      while let last = way.last, last.node != start, let step = cameFrom[last.node] { way.append(step) }
      return way.reversed()
    }
  }
}
