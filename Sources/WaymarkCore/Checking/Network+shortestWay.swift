extension Network {
  /// Returns the shortest way from a node to an end, as the edges with the nodes that they leave, or nil.
  ///
  /// - Parameters:
  ///   - start: The first node, which can also be the end of a cycle.
  ///   - follows: Whether the way can take an edge.
  ///   - isEnd: Whether the way can end at a node.
  func shortestWay(
    from start: Int, along follows: (Edge) -> Bool, to isEnd: (Int) -> Bool
  ) -> [(node: Int, edge: Edge)]? {
    var cameFrom: [Int: (node: Int, edge: Edge)] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      for edge in edges[node] where follows(edge) && cameFrom[edge.target] == nil {
        cameFrom[edge.target] = (node, edge)
        guard isEnd(edge.target) else {
          queue.append(edge.target)
          continue
        }
        var way: [(node: Int, edge: Edge)] = [(node, edge)]
        while let last = way.last, last.node != start, let step = cameFrom[last.node] { way.append(step) }
        return way.reversed()
      }
    }
    return nil
  }
}
