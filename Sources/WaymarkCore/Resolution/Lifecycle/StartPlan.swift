import WaymarkRuntime

/// The start order of the instances that a registry or a scope keeps.
///
/// Its nodes are the routes, each after its dependencies. Routes that need each other, by `Requires` in a cycle, are
/// one node. A node with nothing to start forwards its dependencies.
final class StartPlan: Sendable {
  private let routes: [CompiledRoute]
  private let members: IndexLists
  /// The indices of each node's routes with an instance to start.
  private let started: IndexLists
  private let needed: IndexLists
  let dependents: IndexLists
  /// The number of routes with an instance to start.
  let count: Int
  /// Whether an instance has a limit or starts on demand.
  let hasSpecialStarts: Bool
  /// The routes of the base or of outer scopes that start on demand, or that need such a route, because instances of
  /// this plan need them.
  let neededAround: [CompiledRoute]

  init(_ registry: Registry) {
    let owner = InstanceOwner(registry)
    var routes: [CompiledRoute] = []
    for layer in registry.layer.fromTheBase {
      for case .route(let route) in layer.declarations
      where route.declaration.isStarted && owner.keeps(route) && registry.layer.isInForce(route) {
        // Others can need it.
        if route.declaration.isOnDemand { continue }
        routes.append(route)
      }
    }
    count = routes.count
    var isStarted = Array(repeating: true, count: count)
    var positions = RoutePositions()
    for (position, route) in routes.enumerated() { _ = positions.position(of: route, orNew: position) }
    var successors = IndexLists()
    successors.reserveCapacity(count)
    var around = RoutesAround()
    while successors.count < routes.count {
      registry.forEachNeed(of: routes[successors.count].declaration) { target in
        guard owner.makes(target) else {
          around.add(target)
          return
        }
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
    neededAround = around.neededOnDemand(in: registry)
    hasSpecialStarts = routes.contains(where: \.declaration.isStartedSpecially)
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

  /// Returns the nodes that the edges of each node's routes lead to, each once.
  private static func edges(of members: IndexLists, _ successors: IndexLists) -> IndexLists {
    var nodes = Array(repeating: 0, count: successors.count)
    for (node, positions) in members.enumerated() { for position in positions { nodes[position] = node } }
    var edges = IndexLists()
    edges.reserveCapacity(members.count)
    // The last node with an edge to each node.
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

  var nodes: Range<Int> { 0..<members.count }

  var neededCounts: [Int] { needed.counts }

  /// Returns whether a node has an instance to start.
  func starts(_ node: Int) -> Bool { started.index(at: 0, of: node) != nil }

  /// The identities of the routes with the instances to start, and with the ones that these need.
  var identities: Set<ObjectIdentifier> { Set(routes.map { ObjectIdentifier($0) }) }

  /// Returns a node's route with an instance to start, or nil if the node has fewer.
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

  func steps(in layer: RegistryLayer) -> [StartStep] {
    let instances = instances
    return instances.map { instance in
      StartStep(instance.route, waitingFor: instance.waitsFor.map { instances[$0].route }, in: layer)
    }
  }

  /// The instances to start, in order, with the indices of the instances that each one waits for.
  var instances: [(node: Int, route: CompiledRoute, waitsFor: [Int])] {
    var found: [(node: Int, route: CompiledRoute, waitsFor: [Int])] = []
    // Replace forwarding nodes with their dependencies.
    var passedOn: [[Int]] = []
    for node in nodes {
      var waitsFor: [Int] = []
      var seen: Set<Int> = []
      for other in needed[node].sorted() {
        for index in passedOn[other] where seen.insert(index).inserted { waitsFor.append(index) }
      }
      let own = started[node].map { routes[$0] }
      passedOn.append(own.isEmpty ? waitsFor : Array(found.count..<found.count + own.count))
      found += own.map { (node, $0, waitsFor) }
    }
    return found
  }
}

/// The indices of an owner's routes in a list.
///
/// Slots identify kept routes. A dictionary of all routes would take longer, especially at the first start of a
/// process, because the runtime then searches for the conformance of its keys.
private struct RoutePositions {
  private var kept: [Int?] = []
  private var others: [ObjectIdentifier: Int] = [:]

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

/// The registry or scope with the instances to start.
struct InstanceOwner {
  private let scope: ObjectIdentifier?
  /// The indices of the slots that belong neither to the base nor to an extension.
  private let slots: Range<Int>

  init(_ registry: Registry) {
    scope = registry.scope?.identity
    func count(_ layer: RegistryLayer) -> Int {
      registry.scope.map { layer.slotCount(of: $0.type) } ?? layer.instanceSlotCount
    }
    let first = registry.base.map { count($0.layer) } ?? 0
    slots = first..<max(first, count(registry.layer))
  }

  /// Returns whether the owner keeps the instance of a route to its end.
  func keeps(_ route: CompiledRoute) -> Bool {
    route.declaration.isKeptToTheEnd && owns(route)
  }

  /// Returns whether the owner keeps the instances of a route, perhaps only while something else retains them.
  func owns(_ route: CompiledRoute) -> Bool { route.instanceSlot.map { has($0, of: route) } ?? false }

  /// Returns whether a slot of a route's instance or its conversion belongs to the owner, rather than to its base.
  func has(_ slot: Int, of route: CompiledRoute) -> Bool {
    route.scope == scope && slots.contains(Self.place(of: slot))
  }

  /// Returns the index of a slot within its root or scope.
  static func place(of slot: Int) -> Int { slot >= 0 ? slot : -2 - slot }

  /// Returns whether the owner creates instances of a route, for itself or because other instances need them.
  func makes(_ route: CompiledRoute) -> Bool { route.instanceSlot.map { has($0, of: route) } ?? true }
}

extension Registry {
  /// Calls a closure with each route that a route's instance needs first, by parameters or `Requires`.
  func forEachNeed(of route: RouteDeclaration, _ body: (CompiledRoute) -> Void) {
    for (index, parameter) in route.parameters.enumerated() {
      guard let dependency = parameter.dependency(index, in: route.kind), dependency.strength != .lazy else {
        continue
      }
      forEachRoute(satisfying: dependency, body)
    }
    for token in route.requirements { _ = forEachRoute(satisfying: token, isKeyed: false, body) }
  }

  /// Calls a closure with each route that satisfies a dependency, and with the dependencies of its decorators.
  func forEachRoute(satisfying dependency: Dependency, _ body: (CompiledRoute) -> Void) {
    let isKeyed = dependency.collection == .keyed
    _ = dependency.candidates.contains { forEachRoute(satisfying: $0, isKeyed: isKeyed, body) }
  }

  /// Calls a closure with each route of a token, or returns false if this registry doesn't have the token.
  @inline(never)
  private func forEachRoute(
    satisfying token: TokenDescription, isKeyed: Bool, _ body: (CompiledRoute) -> Void
  ) -> Bool {
    if token.role.isCollection {
      guard let collection = layer.collection(for: token) else { return false }
      for member in collection.members where !isKeyed || member.key != nil { body(member.provider.route) }
      return true
    }
    if let alternatives = layer.alternatives(for: token.key) {
      // A property's type can refer to any of the names.
      for provider in alternatives { body(provider.route) }
      return true
    }
    // The array of a collection isn't a route of the user's.
    guard let provider = provider(for: token.key), provider.route.declaration.collection == nil else {
      return false
    }
    body(provider.route)
    forEachRoute(neededByDecoratorsOf: provider, body)
    return true
  }

  /// Calls a closure with each route that a provider's decorators need, including decorators behind adapters.
  func forEachRoute(neededByDecoratorsOf provider: Provider, _ body: (CompiledRoute) -> Void) {
    var next: Provider? = provider
    while let current = next {
      if let decorator = current.decoration?.decorator.declaration {
        forEachNeed(of: decorator.route(around: current.route.declaration), body)
      }
      next = current.decoration?.inner ?? current.adapted
    }
  }

  /// The start order of this registry's instances, computed once for each layer and scope.
  var startPlan: StartPlan {
    layer.startPlans.value { StartPlans() }.plan(of: self)
  }
}

extension InstanceOwner {
  /// The parts of a registry that determine its slots.
  struct Place: Equatable {
    private let layer: ObjectIdentifier
    private let scope: ObjectIdentifier?
    private let base: ObjectIdentifier?

    init(_ registry: Registry) {
      layer = ObjectIdentifier(registry.layer)
      scope = registry.scope?.identity
      base = registry.base.map { ObjectIdentifier($0.layer) }
    }
  }
}

/// The plans of the registries with one layer, for each scope and base.
final class StartPlans: Sendable {
  private struct Entry {
    let place: InstanceOwner.Place
    let plan: StartPlan
  }

  /// The routes with instances that can hold others, computed on first use.
  let holders = OnceReference<LazyPart>()
  // A layer has few plans. A process's first dictionary with such keys would take longer than a plan.
  private let entries = Lock<[Entry]>([])

  func plan(of registry: Registry) -> StartPlan {
    let place = InstanceOwner.Place(registry)
    func known(_ entries: [Entry]) -> StartPlan? { entries.first { $0.place == place }?.plan }
    if let plan = entries.withLock({ known($0) }) { return plan }
    let plan = StartPlan(registry)
    return entries.withLock { entries in
      if let first = known(entries) { return first }
      entries.append(Entry(place: place, plan: plan))
      return plan
    }
  }
}
