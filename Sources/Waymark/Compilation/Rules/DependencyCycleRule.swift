/// Reports routes that depend on each other in a cycle, so that none can be made first; each cycle once.
///
/// A cycle through a `@Routed` property or a router is allowed, because that dependency is made later.
enum DependencyCycleRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.traits.contains(.dependencies) else { return [] }
    let network = program.network
    guard network.hasEdges else { return [] }
    let eager = network.edges.map { $0.isEmpty ? [] : $0.filter { $0.dependency.strength == .eager } }
    let successors = eager.map { $0.isEmpty ? [] : $0.map(\.target) }
    return StronglyConnectedComponents.of(successors).compactMap { component in
      // A component that has only routes of the base was there before, and isn't reported again.
      guard let start = component.first, component.count > 1 || successors[start].contains(start),
        let ordinal = network.nodes[start].ordinal,
        let cycle = shortestCycle(from: start, through: Set(component), eager)
      else { return nil }
      return Finding(ordinal, .dependencyCycle(cycle.map { (network.nodes[$0].declaration, $1) }))
    }
  }

  /// Returns the shortest path from a node back to itself, with the dependency by which it leaves each node.
  private static func shortestCycle(
    from start: Int, through component: Set<Int>, _ edges: [[RouteNetwork.Edge]]
  ) -> [(Int, Dependency)]? {
    var cameFrom: [Int: (node: Int, dependency: Dependency)] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      for edge in edges[node] where component.contains(edge.target) && cameFrom[edge.target] == nil {
        cameFrom[edge.target] = (node, edge.dependency)
        if edge.target != start {
          queue.append(edge.target)
          continue
        }
        var cycle: [(Int, Dependency)] = []
        var current = start
        repeat {
          guard let step = cameFrom[current] else { return nil }
          cycle.append((step.node, step.dependency))
          current = step.node
        } while current != start
        return cycle.reversed()
      }
    }
    return nil
  }
}
