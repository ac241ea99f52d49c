/// The routes that a compilation looks at, and what leads from one to another: its own routes, and those of
/// the base that can be reached from them.
///
/// Routes of the base that cannot be reached have not changed.
struct RouteNetwork {
  struct Node {
    let draft: RouteDraft
    /// The place among the declarations that are compiled; nil for a route of the base.
    let ordinal: Int?
  }

  struct Edge {
    let dependency: Dependency
    let target: Int
  }

  /// The routes; those of this compilation come first, in their order.
  private(set) var nodes: [Node] = []
  /// What each route needs and gets, in the order of its dependencies.
  private(set) var edges: [[Edge]] = []
  /// Whether any route needs another one.
  var hasEdges: Bool { edges.contains { !$0.isEmpty } }

  init(_ program: Program) {
    var indices: [ObjectIdentifier: Int] = [:]
    for route in program.routes {
      indices[ObjectIdentifier(route.draft)] = nodes.count
      nodes.append(Node(draft: route.draft, ordinal: route.ordinal))
    }
    var next = 0
    while next < nodes.count {
      var found: [Edge] = []
      for dependency in nodes[next].draft.dependencies {
        guard let target = dependency.candidates.lazy.compactMap({ program.target(of: $0) }).first else {
          continue
        }
        let identity = ObjectIdentifier(target.route)
        let index = indices[identity] ?? nodes.count
        if index == nodes.count {
          indices[identity] = index
          nodes.append(Node(draft: target.route, ordinal: nil))
        }
        found.append(Edge(dependency: dependency, target: index))
      }
      edges.append(found)
      next += 1
    }
  }
}
