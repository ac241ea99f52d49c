import WaymarkRuntime

/// The order in which the instances that a registry or a scope keeps are started.
///
/// Its nodes are the routes, each after those that it needs. Routes that need each other, by `Requires` in a cycle,
/// are one node. A node that starts nothing only passes on what others need.
final class StartPlan: Sendable {
  private let routes: [CompiledRoute]
  /// The positions of each node's routes.
  private let members: IndexLists
  /// The positions of each node's routes of which an instance is started.
  private let started: IndexLists
  /// The nodes that each node needs.
  private let needed: IndexLists
  /// The nodes that need each node.
  let dependents: IndexLists
  /// The number of routes of which an instance is started.
  let count: Int

  /// Creates the plan of what a registry keeps; see `Registry.startPlan`.
  init(_ registry: Registry) {
    let owner = InstanceOwner(registry)
    var routes: [CompiledRoute] = []
    for layer in registry.layer.fromTheBase {
      for case .route(let route) in layer.declarations
      where route.declaration.isStarted && owner.keeps(route) && registry.layer.isInForce(route) {
        routes.append(route)
      }
    }
    count = routes.count
    var isStarted = Array(repeating: true, count: count)
    var positions = RoutePositions()
    for (position, route) in routes.enumerated() { _ = positions.position(of: route, orNew: position) }
    var successors = IndexLists()
    successors.reserveCapacity(count)
    while successors.count < routes.count {
      registry.forEachNeed(of: routes[successors.count].declaration) { target in
        guard owner.makes(target) else { return }
        let position = positions.position(of: target, orNew: routes.count)
        if position == routes.count {
          routes.append(target)
          isStarted.append(target.declaration.isStarted && owner.keeps(target))
        }
        successors.append(position)
      }
      successors.endList()
    }
    self.routes = routes
    let members = StronglyConnectedComponents.of(successors)
    self.members = members
    var started = IndexLists()
    started.reserveCapacity(members.count)
    for positions in members {
      for position in positions where isStarted[position] { started.append(position) }
      started.endList()
    }
    self.started = started
    needed = Self.edges(of: members, successors)
    dependents = IndexLists(inverting: needed)
  }

  /// Returns the nodes to which the edges of each node's routes lead, each once.
  private static func edges(of members: IndexLists, _ successors: IndexLists) -> IndexLists {
    var nodes = Array(repeating: 0, count: successors.count)
    for (node, positions) in members.enumerated() { for position in positions { nodes[position] = node } }
    var edges = IndexLists()
    edges.reserveCapacity(members.count)
    // The last node that has an edge to each node.
    var last = Array(repeating: -1, count: members.count)
    for (node, positions) in members.enumerated() {
      for position in positions {
        for target in successors[position] where nodes[target] != node && last[nodes[target]] != node {
          last[nodes[target]] = node
          edges.append(nodes[target])
        }
      }
      edges.endList()
    }
    return edges
  }

  /// The positions of the nodes.
  var nodes: Range<Int> { 0..<members.count }

  /// The number of nodes that each node needs.
  var neededCounts: [Int] { needed.counts }

  /// Returns whether an instance of a node is started.
  func starts(_ node: Int) -> Bool { started.index(at: 0, of: node) != nil }

  /// Returns a route of a node of which an instance is started; nil if the node has fewer.
  func route(at position: Int, of node: Int) -> CompiledRoute? {
    started.index(at: position, of: node).map { routes[$0] }
  }

  /// Returns the routes that wait for a node, each needed by the next.
  func dependents(of node: Int) -> [CompiledRoute] {
    var path: [CompiledRoute] = []
    var next = dependents[node].first
    while let node = next {
      path += members[node].prefix(1).map { routes[$0] }
      next = dependents[node].first
    }
    return path
  }

  /// The steps, each with those that it waits for.
  var steps: [StartStep] {
    // What only passes on is replaced by what it needs itself.
    var passedOn: [[CompiledRoute]] = []
    return nodes.flatMap { node -> [StartStep] in
      var waitsFor: [CompiledRoute] = []
      for other in needed[node].sorted() {
        for route in passedOn[other] where !waitsFor.contains(where: { $0 === route }) {
          waitsFor.append(route)
        }
      }
      let own = started[node].map { routes[$0] }
      passedOn.append(own.isEmpty ? waitsFor : own)
      return own.map { StartStep($0, waitingFor: waitsFor) }
    }
  }
}

/// The positions of an owner's routes in a list.
///
/// Those of kept routes are found by their slots. A dictionary of all would take longer, and much longer at the first
/// start of a process, because the runtime then searches for the conformance of its keys.
private struct RoutePositions {
  private var kept: [Int?] = []
  private var others: [ObjectIdentifier: Int] = [:]

  /// Returns the position of a route, which is a new one if it has none.
  mutating func position(of route: CompiledRoute, orNew new: Int) -> Int {
    guard let slot = route.instanceSlot else {
      let position = others[ObjectIdentifier(route)] ?? new
      others[ObjectIdentifier(route)] = position
      return position
    }
    let place = InstanceOwner.place(of: slot)
    while place >= kept.count { kept.append(nil) }
    let position = kept[place] ?? new
    kept[place] = position
    return position
  }
}

/// The registry or scope whose instances are started.
struct InstanceOwner {
  private let scope: ObjectIdentifier?
  /// The first slot that doesn't belong to the base.
  private let firstSlot: Int

  init(_ registry: Registry) {
    scope = registry.scope?.identity
    let base = registry.base?.layer
    firstSlot = registry.scope.map { base?.slotCount(of: $0.type) ?? 0 } ?? base?.instanceSlotCount ?? 0
  }

  /// Returns whether the owner keeps the instance of a route to its end.
  func keeps(_ route: CompiledRoute) -> Bool {
    guard route.declaration.isKeptToTheEnd, route.scope == scope, let slot = route.instanceSlot else {
      return false
    }
    return Self.place(of: slot) >= firstSlot
  }

  /// Returns the position of a slot among those of its root or scope.
  static func place(of slot: Int) -> Int { slot >= 0 ? slot : -2 - slot }

  /// Returns whether instances of a route are made when the owner's are.
  func makes(_ route: CompiledRoute) -> Bool { route.declaration.lifetime == .transient || keeps(route) }
}

extension Registry {
  /// Calls a closure with each route that a route's instance needs before it can be made or started: its parameters'
  /// and those of `Requires`.
  func forEachNeed(of route: RouteDeclaration, _ body: (CompiledRoute) -> Void) {
    for (index, parameter) in route.parameters.enumerated() {
      guard let dependency = parameter.dependency(index, in: route.kind), dependency.strength != .lazy else {
        continue
      }
      forEachRoute(satisfying: dependency, body)
    }
    for token in route.requirements { _ = forEachRoute(satisfying: token, isKeyed: false, body) }
  }

  /// Calls a closure with each route that satisfies a dependency, and with those that decorators around it need.
  func forEachRoute(satisfying dependency: Dependency, _ body: (CompiledRoute) -> Void) {
    let isKeyed = dependency.collection == .keyed
    _ = dependency.candidates.contains { forEachRoute(satisfying: $0, isKeyed: isKeyed, body) }
  }

  /// Calls a closure with each route of a token, if there are any.
  ///
  /// - Parameter isKeyed: Whether only members of a collection that have a key are included.
  /// - Returns: Whether this registry has the token.
  private func forEachRoute(
    satisfying token: TokenDescription, isKeyed: Bool, _ body: (CompiledRoute) -> Void
  ) -> Bool {
    if token.role.isCollection {
      guard let collection = layer.collection(for: token) else { return false }
      for member in collection.members where !isKeyed || member.key != nil { body(member.provider.route) }
      return true
    }
    if let alternatives = layer.alternatives(for: token.key) {
      // Only a property's type is known, so that it may mean any of the names.
      for provider in alternatives { body(provider.route) }
      return true
    }
    // The array of a collection isn't a route that a user declared.
    guard let provider = provider(for: token.key), provider.route.declaration.collection == nil else {
      return false
    }
    body(provider.route)
    forEachRoute(neededByDecoratorsOf: provider, body)
    return true
  }

  /// Calls a closure with each route that the decorators of a provider need.
  func forEachRoute(neededByDecoratorsOf provider: Provider, _ body: (CompiledRoute) -> Void) {
    var next = provider
    while let decoration = next.decoration {
      forEachNeed(of: decoration.decorator.declaration.route(around: next.route.declaration), body)
      next = decoration.inner
    }
  }

  /// The order in which what this registry keeps is started.
  ///
  /// It's computed once for each layer and scope.
  var startPlan: StartPlan {
    layer.startPlans.value { StartPlans() }.plan(of: self)
  }

  /// The instances that end when what this registry or its scope keeps is stopped; nil if there are none.
  var restartableInstances: RestartableInstances? {
    guard let lifecycle else { return nil }
    return lifecycle.restartable.value { RestartableInstances(self) }
  }

  /// Returns whether what's in a slot of this root ends when the registry is stopped.
  func isRestartable(_ slot: Int) -> Bool {
    restartableInstances?.slots.contains(slot) ?? false
  }
}

/// The plans of the registries that have one layer: one for each scope and base.
final class StartPlans: Sendable {
  private struct Entry {
    let scope: ObjectIdentifier?
    let base: ObjectIdentifier?
    let plan: StartPlan
  }

  // A layer has few. The first dictionary of a process with such keys would take longer than a plan.
  private let entries = Lock<[Entry]>([])

  func plan(of registry: Registry) -> StartPlan {
    let (scope, base) = (registry.scope?.identity, registry.base.map { ObjectIdentifier($0.layer) })
    func known(_ entries: [Entry]) -> StartPlan? {
      entries.first { $0.scope == scope && $0.base == base }?.plan
    }
    if let plan = entries.withLock({ known($0) }) { return plan }
    let plan = StartPlan(registry)
    return entries.withLock { entries in
      if let first = known(entries) { return first }
      entries.append(Entry(scope: scope, base: base, plan: plan))
      return plan
    }
  }
}

/// A step of starting a registry: an instance, and what it waits for.
///
///     for step in registry.startOrder { print(step) }
///     // FileDatabase
///     // JobQueue waits for FileDatabase
public struct StartStep: Sendable, Hashable, CustomStringConvertible {
  /// The name of the destination's type, such as `JobQueue`.
  public let destination: String
  /// The location of the route's declaration.
  public let location: DeclarationLocation
  /// The names of the destinations that are started before, because this one needs them.
  ///
  /// Those that these wait for themselves are included only if this one needs them directly, too.
  public let waitsFor: [String]

  init(_ route: CompiledRoute, waitingFor others: [CompiledRoute]) {
    destination = TypeName.of(route.declaration.destination)
    location = route.declaration.location
    waitsFor = others.map { TypeName.of($0.declaration.destination) }
  }

  /// The destination, and what it waits for: `JobQueue waits for FileDatabase`.
  public var description: String {
    waitsFor.isEmpty ? destination : "\(destination) waits for \(waitsFor.joined(separator: ", "))"
  }
}
