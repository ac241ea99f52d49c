/// Reports destinations that a destination with a longer lifetime retains.
///
/// - A singleton that stores a `WeaklyShared()` destination, directly or through transient instances, retains it until
///   the registry ends.
/// - A service that stores a view retains it after its screen has closed, and uses it off the main actor.
enum CaptiveDependencyRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    // A declaration can add a shared instance to what the base's singletons retain.
    let isWhole = linked.changesNeedsOfBase && linked.network.nodes.contains { $0.declaration.isShared }
    guard linked.traits.contains(.dependencies) || isWhole else { return [] }
    let network = isWhole ? linked.wholeNetwork : linked.network
    guard network.hasEdges else { return [] }
    let sharing = nodesLeadingToSharedOnes(network)
    return network.nodes.indices.flatMap { index -> [Finding] in
      guard !network.edges[index].isEmpty else { return [] }
      let captives = sharing[index] ? captivesOfASingleton(index, network, sharing) : []
      return captives.compactMap { way in
        // The base has reported what it contains.
        way.lazy.compactMap { node, dependency in
          network.nodes[node].ordinal ?? dependency.flatMap(linked.ordinalOfAdapter)
        }.first.flatMap { first in
          network.ordinal(of: index, for: .captiveDependency, or: first).map {
            Finding($0, .captiveDependency(way.map { (network.nodes[$0.node].declaration, $0.dependency) }))
          }
        }
      }
        + viewsOfAService(index, network).compactMap { diagnostic in
          network.nodes[index].ordinal.flatMap { network.ordinal(of: index, for: .captiveDependency, or: $0) }
            .map { Finding($0, .captiveView(diagnostic)) }
        }
    }
  }

  /// Returns for each node whether it retains a shared instance, directly or through transient ones.
  private static func nodesLeadingToSharedOnes(_ network: Network) -> [Bool] {
    var callers: [[Int]] = Array(repeating: [], count: network.nodes.count)
    for (node, edges) in network.edges.enumerated() {
      for edge in edges where edge.dependency.isHeld { callers[edge.target].append(node) }
    }
    var leads = Array(repeating: false, count: network.nodes.count)
    var open = network.nodes.indices.filter { network.nodes[$0].declaration.isShared }
    while let node = open.popLast() {
      for caller in callers[node] where !leads[caller] {
        leads[caller] = true
        if network.nodes[caller].declaration.lifetime == .transient { open.append(caller) }
      }
    }
    return leads
  }

  /// Returns the paths through which a singleton retains weakly shared destinations.
  private static func captivesOfASingleton(
    _ index: Int, _ network: Network, _ sharing: [Bool]
  ) -> [[(node: Int, dependency: Dependency?)]] {
    guard network.nodes[index].declaration.lifetime == .singleton else { return [] }
    var found: [[(node: Int, dependency: Dependency?)]] = []
    var cameFrom: [Int: (node: Int, dependency: Dependency)] = [:]
    func way(to target: Int) -> [(node: Int, dependency: Dependency?)] {
      var way: [(node: Int, dependency: Dependency?)] = [(target, nil)]
      var node = target
      while node != index, let step = cameFrom[node] {
        way.append((step.node, step.dependency))
        node = step.node
      }
      return way.reversed()
    }
    var open = [index]
    while let node = open.popLast() {
      // Reverse the edges to follow the first dependency first.
      for edge in network.edges[node].reversed() where edge.dependency.isHeld {
        guard edge.target != index, cameFrom[edge.target] == nil else { continue }
        let target = network.nodes[edge.target].declaration
        let isCaptive = target.isShared
        guard isCaptive || target.lifetime == .transient && sharing[edge.target] else { continue }
        cameFrom[edge.target] = (node, edge.dependency)
        if isCaptive { found.append(way(to: edge.target)) } else { open.append(edge.target) }
      }
    }
    return found.reversed()
  }

  private static func viewsOfAService(_ index: Int, _ network: Network) -> [[(
    RouteDeclaration, Dependency?
  )]] {
    let declaration = network.nodes[index].declaration
    guard declaration.kind == .service else { return [] }
    return network.edges[index].filter { edge in
      edge.dependency.isHeld && network.nodes[edge.target].declaration.kind == .view
    }.map { [(declaration, $0.dependency), (network.nodes[$0.target].declaration, nil)] }
  }
}

extension RouteDeclaration {
  /// Whether the instance exists only as long as something else retains it.
  fileprivate var isShared: Bool {
    switch lifetime {
    case .weaklyShared, .keyed: true
    case .transient, .singleton, .scoped: false
    }
  }
}

extension Linked {
  /// Returns the ordinal of the adapter that supplies a need, or nil if another declaration does.
  fileprivate func ordinalOfAdapter(for need: Dependency) -> Int? {
    guard case .one(let provider) = image.answer(need) else { return nil }
    return changes.first { $0.isAdapter && $0.token == provider.token }?.ordinal
  }
}

extension Diagnostic {
  fileprivate static func captiveDependency(_ way: [(declaration: RouteDeclaration, dependency: Dependency?)])
    -> Diagnostic
  {
    let (captor, captive) = (way[0].declaration, way[way.count - 1].declaration.entriesOwner)
    let names = way.map { destination($0.declaration) }
    // A route with a configuration can't be a singleton.
    let keep = captive.configuration == nil ? "\nmake \(destination(captive)) a Singleton()" : ""
    return Diagnostic(
      .captiveDependency, severity: .warning, at: captor.location,
      "\(names[0]) is a singleton and retains \(destination(captive)), which is "
        + "\(lifetimes(captive).joined(separator: ", ")) and would never be released",
      detail: names.joined(separator: " → "), related: holds(way),
      remedy: "store a router to it instead\(keep)\nadd Accepts(.captiveDependency, because: …) to "
        + route(captor.entriesOwner))
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
        "store a router to it instead\nadd Accepts(.captiveDependency, because: …) to "
        + route(captor.entriesOwner))
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
