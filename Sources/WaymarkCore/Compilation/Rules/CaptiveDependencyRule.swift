/// Reports destinations that a destination with a longer lifetime retains.
///
/// - A singleton that stores a `WeaklyShared()` destination, directly or through transient instances, retains it until
///   the registry ends.
/// - A service that stores a view retains it after its screen has closed, and uses it off the main actor.
enum CaptiveDependencyRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.traits.contains(.dependencies) else { return [] }
    let network = program.network
    guard network.hasEdges else { return [] }
    return network.nodes.indices.flatMap { index -> [Finding] in
      guard !network.edges[index].isEmpty, let ordinal = network.nodes[index].ordinal else { return [] }
      return captivesOfASingleton(index, network).map { Finding(ordinal, .captiveDependency($0)) }
        + viewsOfAService(index, network).map { Finding(ordinal, .captiveView($0)) }
    }
  }

  /// Returns the paths through which a singleton retains weakly shared destinations.
  private static func captivesOfASingleton(
    _ index: Int, _ network: RouteNetwork
  ) -> [[(RouteDeclaration, Dependency?)]] {
    guard network.nodes[index].declaration.lifetime == .singleton else { return [] }
    var found: [[(RouteDeclaration, Dependency?)]] = []
    var seen: Set<Int> = [index]
    var open: [(node: Int, path: [(RouteDeclaration, Dependency?)])] = [(index, [])]
    while let (node, path) = open.popLast() {
      // Reverse the edges to follow the first dependency first.
      for edge in network.edges[node].reversed() where edge.dependency.isHeld {
        let way = path + [(network.nodes[node].declaration, edge.dependency)]
        guard seen.insert(edge.target).inserted else { continue }
        let target = network.nodes[edge.target].declaration
        switch target.lifetime {
        case .weaklyShared, .keyed: found.append(way + [(target, nil)])
        case .transient: open.append((edge.target, way))
        case .singleton, .scoped: continue  // Reported separately.
        }
      }
    }
    return found.reversed()
  }

  private static func viewsOfAService(_ index: Int, _ network: RouteNetwork) -> [[(
    RouteDeclaration, Dependency?
  )]] {
    let declaration = network.nodes[index].declaration
    guard declaration.kind == .service else { return [] }
    return network.edges[index].filter { edge in
      edge.dependency.isHeld && network.nodes[edge.target].declaration.kind == .view
    }.map { [(declaration, $0.dependency), (network.nodes[$0.target].declaration, nil)] }
  }
}

extension Diagnostic {
  fileprivate static func captiveDependency(_ way: [(declaration: RouteDeclaration, dependency: Dependency?)])
    -> Diagnostic
  {
    let (captor, captive) = (way[0].declaration, way[way.count - 1].declaration)
    let names = way.map { destination($0.declaration) }
    return Diagnostic(
      .captiveDependency, severity: .warning, at: captor.location,
      "\(names[0]) is a singleton and retains \(names[names.count - 1]), which is "
        + "\(lifetimes(captive).joined(separator: ", ")) and would never be released",
      detail: names.joined(separator: " → "), related: holds(way),
      remedy: "store a router to it instead\nmake \(destination(captive)) a Singleton()\nadd "
        + "Accepts(.captiveDependency, because: …) to \(route(captor))")
  }

  fileprivate static func captiveView(_ way: [(declaration: RouteDeclaration, dependency: Dependency?)])
    -> Diagnostic
  {
    let (captor, captive) = (way[0].declaration, way[way.count - 1].declaration)
    return Diagnostic(
      .captiveDependency, severity: .warning, at: captor.location,
      "\(destination(captor)) is a service and retains the view \(destination(captive)), "
        + "which would exist longer than its screen",
      related: holds(way),
      remedy:
        "store a router to it instead\nadd Accepts(.captiveDependency, because: …) to \(route(captor))")
  }

  fileprivate static func holds(_ way: [(declaration: RouteDeclaration, dependency: Dependency?)])
    -> [Related]
  {
    way.enumerated().map { index, step in
      guard let dependency = step.dependency else {
        return Related(
          location: step.declaration.location, message: "\(route(step.declaration)) is declared here")
      }
      return Related(
        location: step.declaration.location,
        message: need(step.declaration, dependency, way[index + 1].declaration))
    }
  }
}
