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
      func finding(_ new: Int?, _ diagnostic: @autoclosure () -> Diagnostic) -> Finding? {
        new.flatMap { network.ordinal(of: index, for: .captiveDependency, or: $0) }
          .map { Finding($0, diagnostic()) }
      }
      let captives = captivesOfASingleton(index, network, sharing).compactMap { way in
        // The base has reported what it contains.
        let new = way.lazy.compactMap { node, dependency in
          network.nodes[node].ordinal ?? dependency.flatMap(linked.ordinalOfAdapter)
        }
        return finding(
          new.first, .captiveDependency(way.map { (network.nodes[$0.node].declaration, $0.dependency) }))
      }
      let own = network.nodes[index].ordinal
      return captives + viewsOfAService(index, network).compactMap { finding(own, .captiveView($0)) }
    }
  }

  /// Returns for each node whether it retains a shared instance, directly or through transient ones.
  private static func nodesLeadingToSharedOnes(_ network: Network) -> [Bool] {
    let held = IndexLists(network.edges.lazy.map { $0.lazy.filter(\.dependency.isHeld).map(\.target) })
    let callers = IndexLists(inverting: held)
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
    guard sharing[index], network.nodes[index].declaration.lifetime == .singleton else { return [] }
    var found: [[(node: Int, dependency: Dependency?)]] = []
    var cameFrom: [Int: (node: Int, dependency: Dependency?)] = [:]
    func way(to target: Int) -> [(node: Int, dependency: Dependency?)] {
      var way: [(node: Int, dependency: Dependency?)] = [(target, nil)]
      while let step = cameFrom[way[way.count - 1].node] { way.append(step) }
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

  private static func viewsOfAService(_ index: Int, _ network: Network) -> [Diagnostic.Way] {
    let declaration = network.nodes[index].declaration
    guard declaration.kind == .service else { return [] }
    return network.edges[index].filter { edge in
      edge.dependency.isHeld && network.nodes[edge.target].declaration.kind == .view
    }.map { [(declaration, $0.dependency), (network.nodes[$0.target].declaration, nil)] }
  }
}

extension RouteDeclaration {
  /// Whether the instance exists only as long as something else retains it.
  fileprivate var isShared: Bool { lifetime == .weaklyShared || lifetime == .keyed }
}

extension Linked {
  /// Returns the ordinal of the adapter that supplies a need, or nil if another declaration does.
  fileprivate func ordinalOfAdapter(for need: Dependency) -> Int? {
    guard case .one(let provider) = image.answer(need) else { return nil }
    return changes.first { $0.isAdapter && $0.token == provider.token }?.ordinal
  }
}

extension Diagnostic {
  /// A path of declarations, each with the dependency that leads to the next one.
  fileprivate typealias Way = [(declaration: RouteDeclaration, dependency: Dependency?)]

  fileprivate static func captiveDependency(_ way: Way) -> Diagnostic {
    let captive = way[way.count - 1].declaration.entriesOwner
    let names = way.map { destination($0.declaration) }
    // A route with a configuration can't be a singleton.
    let keep = captive.configuration == nil ? "\nmake \(destination(captive)) a Singleton()" : ""
    return self.captive(
      way,
      "\(names[0]) is a singleton and retains \(destination(captive)), which is "
        + "\(lifetimes(captive)) and would never be released",
      detail: names.joined(separator: " → "), keep: keep)
  }

  fileprivate static func captiveView(_ way: Way) -> Diagnostic {
    captive(
      way,
      "\(destination(way[0].declaration)) is a service and retains the view "
        + "\(destination(way[way.count - 1].declaration)), which would exist longer than its screen")
  }

  /// Creates the diagnostic, with `keep` as an additional remedy.
  private static func captive(
    _ way: Way, _ message: String, detail: String? = nil, keep: String = ""
  ) -> Diagnostic {
    let captor = way[0].declaration
    let holds = way.enumerated().map { index, step in
      let message =
        step.dependency.map { need(step.declaration, $0, way[index + 1].declaration) }
        ?? "\(route(step.declaration)) is declared here"
      return Related(location: step.declaration.location, message: message)
    }
    return Diagnostic(
      .captiveDependency, severity: .warning, at: captor.location, message, detail: detail, related: holds,
      remedy: "store a router to it instead\(keep)\nadd Accepts(.captiveDependency, because: …) to "
        + route(captor.entriesOwner))
  }
}
