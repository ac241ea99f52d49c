/// Reports destinations that a destination with a longer lifetime retains.
///
/// - A singleton that stores a `WeaklyShared()` destination, directly or through transient instances, retains it until
///   the registry ends.
/// - A service that stores a view retains it after its screen has closed, and uses it off the main actor.
enum CaptiveDependencyRule: CompilationRule {
  /// A path of nodes, each with the dependency that leads to the next one.
  private typealias Way = [(node: Int, dependency: Dependency?)]

  static func check(_ linked: Linked) -> [Finding] {
    // A declaration can add a shared instance to what the base's singletons retain.
    let isWhole = linked.changesNeedsOfBase && linked.network.nodes.contains { $0.declaration.isShared }
    guard linked.traits.contains(.dependencies) || isWhole else { return [] }
    let network = isWhole ? linked.wholeNetwork : linked.network
    guard network.hasEdges else { return [] }
    let sharing = nodesLeadingToSharedOnes(network)
    return network.nodes.indices.flatMap { index -> [Finding] in
      guard !network.edges[index].isEmpty else { return [] }
      let captives = captivesOfASingleton(index, network, sharing).compactMap { way in
        // The base has reported what it contains.
        let new = way.lazy.compactMap { node, dependency in
          network.nodes[node].ordinal ?? dependency.flatMap(linked.ordinalOfAdapter)
        }
        return finding(new.first, way, network)
      }
      let views = viewsOfAService(index, network).compactMap {
        finding(network.nodes[index].ordinal, $0, network, isView: true)
      }
      return captives + views
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
  ) -> [Way] {
    guard sharing[index], network.nodes[index].declaration.lifetime == .singleton else { return [] }
    var found: [Way] = []
    var cameFrom: [Int: (node: Int, dependency: Dependency?)] = [:]
    func way(to target: Int) -> Way {
      var way: Way = [(target, nil)]
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

  private static func viewsOfAService(_ index: Int, _ network: Network) -> [Way] {
    guard network.nodes[index].declaration.kind == .service else { return [] }
    return network.edges[index].filter { edge in
      edge.dependency.isHeld && network.nodes[edge.target].declaration.kind == .view
    }.map { [(index, $0.dependency), ($0.target, nil)] }
  }

  /// Returns the finding about the first node of a way, or nil if the base has reported it or accepts it.
  ///
  /// - Parameters:
  ///   - new: The ordinal of the first new part of the way.
  ///   - way: The way from a singleton to a shared instance, or from a service to a view.
  ///   - network: The network with the nodes of the way.
  ///   - isView: Whether the way leads from a service to a view.
  private static func finding(_ new: Int?, _ way: Way, _ network: Network, isView: Bool = false) -> Finding? {
    guard let new, let ordinal = network.ordinal(of: way[0].node, for: .captiveDependency, or: new) else {
      return nil
    }
    let steps = way.map { (declaration: network.nodes[$0.node].declaration, dependency: $0.dependency) }
    let (captor, target) = (steps[0].declaration, steps[steps.count - 1].declaration)
    var message =
      "\(captor.subject) is a service and retains the view \(target.subject), which would exist longer than "
      + "its screen"
    var (detail, keep): (String?, String) = (nil, "")
    if !isView {
      let captive = target.entriesOwner
      message =
        "\(captor.subject) is a singleton and retains \(captive.subject), which is "
        + "\(captive.lifetimeText) and would never be released"
      detail = steps.map(\.declaration.subject).joined(separator: " → ")
      // A route with a configuration can't be a singleton.
      if captive.configuration == nil { keep = "\nmake \(captive.subject) a Singleton()" }
    }
    let holds = steps.enumerated().map { index, step in
      step.declaration.related(
        step.dependency.map { Diagnostic.need(step.declaration, $0, steps[index + 1].declaration) }
          ?? "\(step.declaration.text) is declared here")
    }
    let problem = captor.problem(
      .captiveDependency, severity: .warning, message, detail: detail, related: holds,
      remedy: "store a router to it instead\(keep)\nadd Accepts(.captiveDependency, because: …) to "
        + captor.entriesOwner.text)
    return Finding(ordinal, problem)
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
    return changes.first { $0.source.route == nil && $0.token == provider.token }?.ordinal
  }
}
