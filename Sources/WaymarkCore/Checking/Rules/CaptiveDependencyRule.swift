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
      let captives = captivesOfASingleton(index, network, sharing).compactMap { way in
        // The base has reported what it contains.
        let new = way.lazy.compactMap { node, edge in
          network.nodes[node].ordinal ?? linked.ordinalOfAdapter(for: edge.dependency)
        }.first
        return finding(new ?? way.last.flatMap { network.nodes[$0.edge.target].ordinal }, way, network)
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

  /// Returns the ways through which a singleton retains weakly shared destinations.
  private static func captivesOfASingleton(
    _ index: Int, _ network: Network, _ sharing: [Bool]
  ) -> [Network.Way] {
    guard sharing[index], network.nodes[index].declaration.lifetime == .singleton else { return [] }
    func isCaptive(_ node: Int) -> Bool { network.nodes[node].declaration.isShared }
    return network.ways(
      from: index,
      along: { edge in
        let isPart = network.nodes[edge.target].declaration.lifetime == .transient && sharing[edge.target]
        return edge.dependency.isHeld && edge.target != index && (isPart || isCaptive(edge.target))
      }, to: isCaptive)
  }

  private static func viewsOfAService(_ index: Int, _ network: Network) -> [Network.Way] {
    guard network.nodes[index].declaration.kind == .service else { return [] }
    return network.edges[index].filter { edge in
      edge.dependency.isHeld && network.nodes[edge.target].declaration.kind == .view
    }.map { [(index, $0)] }
  }

  /// Returns the finding about the first node of a way, or nil if the base has reported it or accepts it.
  ///
  /// - Parameters:
  ///   - new: The ordinal of the first new part of the way.
  ///   - way: The way from a singleton to a shared instance, or from a service to a view.
  ///   - network: The network with the nodes of the way.
  ///   - isView: Whether the way leads from a service to a view.
  private static func finding(
    _ new: Int?, _ way: Network.Way, _ network: Network, isView: Bool = false
  ) -> Finding? {
    guard let new, let ordinal = network.ordinal(of: way[0].node, for: .captiveDependency, or: new) else {
      return nil
    }
    let captor = network.nodes[way[0].node].declaration
    let retained = way.map { network.nodes[$0.edge.target].declaration }
    let target = retained[retained.count - 1]
    var message =
      "\(captor.subject) is a service and retains the view \(target.subject), which would exist longer than "
      + "its screen"
    var (detail, keep): (String?, String) = (nil, "")
    if !isView {
      let captive = target.entriesOwner
      message =
        "\(captor.subject) is a singleton and retains \(captive.subject), which is "
        + "\(captive.lifetimeText) and would never be released"
      detail = ([captor] + retained).map(\.subject).joined(separator: " → ")
      // A route with a configuration can't be a singleton.
      if captive.configuration == nil { keep = "\nmake \(captive.subject) a Singleton()" }
    }
    let holds = zip(way, retained).map { step, target in
      let declaration = network.nodes[step.node].declaration
      return declaration.related(Diagnostic.need(declaration, step.edge.dependency, target))
    }
    let problem = captor.problem(
      .captiveDependency, severity: .warning, message, detail: detail,
      related: holds + [target.related("\(target.text) is declared here")],
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
