/// The graph of the routes that a compilation checks, and their dependencies on each other.
///
/// It contains the compilation's own routes, and those of the base that can be reached from them.
///
/// Other routes of the base haven't changed since they were checked.
struct RouteNetwork {
  struct Node {
    let declaration: RouteDeclaration
    /// The position among the declarations that are compiled; nil for a route of the base.
    let ordinal: Int?
    /// The dependencies of the route.
    let dependencies: [Dependency]

    init(_ declaration: RouteDeclaration, ordinal: Int? = nil) {
      self.declaration = declaration
      self.ordinal = ordinal
      dependencies = declaration.dependencies
    }
  }

  struct Edge {
    let dependency: Dependency
    let target: Int
  }

  /// The routes; those of this compilation come first, in their order.
  private(set) var nodes: [Node] = []
  /// The dependencies of each route that are provided, in the order of its dependencies.
  private(set) var edges: [[Edge]] = []
  /// Whether any route depends on another one.
  private(set) var hasEdges = false

  init(_ program: Program) {
    nodes.reserveCapacity(program.routes.count)
    edges.reserveCapacity(program.routes.count)
    var indices: [ObjectIdentifier: Int] = [:]
    indices.reserveCapacity(program.routes.count)
    for route in program.routes {
      indices[ObjectIdentifier(route.declaration)] = nodes.count
      nodes.append(Node(route.declaration, ordinal: route.ordinal))
    }
    var next = 0
    while next < nodes.count {
      var found: [Edge] = []
      for dependency in nodes[next].dependencies {
        guard let target = dependency.candidates.lazy.compactMap({ program.target(of: $0) }).first else {
          continue
        }
        let identity = ObjectIdentifier(target.route)
        let index = indices[identity] ?? nodes.count
        if index == nodes.count {
          indices[identity] = index
          nodes.append(Node(target.route))
        }
        found.append(Edge(dependency: dependency, target: index))
      }
      hasEdges = hasEdges || !found.isEmpty
      edges.append(found)
      next += 1
    }
  }
}
