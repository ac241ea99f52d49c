import WaymarkRuntime

/// The instances of a registry or a scope that have a life cycle, with the routes that they need, as nodes.
///
/// Each node comes after its needs. Routes that need each other, by `Requires` in a cycle, are a chain. A node of a
/// transient route, or of another one without a life cycle, forwards the needs of its users.
final class LifecycleGraph: Sendable {
  let routes: [CompiledRoute]
  let shape: LifecycleShape
  /// The nodes of kept routes.
  private let positions: RoutePositions
  /// The routes of the base or of outer scopes that start on demand, or that need such a route, because instances of
  /// this graph need them.
  let neededAround: [CompiledRoute]

  /// Whether `start()` creates any instance.
  var startsAny: Bool { !shape.ofStart.isEmpty }

  init(_ registry: Registry) {
    let owner = InstanceOwner(registry)
    var routes: [CompiledRoute] = []
    for image in registry.image.fromTheBase {
      for case .route(let route) in image.declarations
      where route.declaration.hasLifecycle && owner.keeps(route) && registry.image.isInForce(route) {
        routes.append(route)
      }
    }
    var positions = RoutePositions()
    for (position, route) in routes.enumerated() { _ = positions.position(of: route, orNew: position) }
    var needs = IndexLists()
    needs.reserveCapacity(routes.count)
    var around = RoutesAround()
    var targetsAround = IndexLists()
    while needs.count < routes.count {
      for target in registry.needs(of: routes[needs.count].declaration) {
        guard owner.makes(target) else {
          targetsAround.append(around.add(target))
          continue
        }
        let position = positions.position(of: target, orNew: routes.count)
        if position == routes.count { routes.append(target) }
        needs.append(position)
      }
      needs.endList()
      targetsAround.endList()
    }
    around.complete(in: registry)
    let order = LifecycleOrder(needs)
    self.routes = order.positions.map { routes[$0] }
    self.positions = positions.renumbered(order.nodes)
    shape = LifecycleShape(
      order.needs,
      order.positions.map { position in
        let route = routes[position]
        var traits = owner.keeps(route) ? LifecycleShape.Traits(of: route.declaration) : []
        for target in targetsAround[position] {
          traits.formUnion(around.traits[target].intersection([.waits, .tracked]))
        }
        return traits
      })
    // Instances on demand ask for the ones that they need themselves.
    let started = Set(shape.ofStart.flatMap { targetsAround[order.positions[$0]] })
    neededAround = started.sorted().filter { around.traits[$0].contains(.onDemand) }.map { around.routes[$0] }
  }

  /// Returns the node of a kept route, or nil if it neither has a life cycle nor is needed by an instance with one.
  func node(of route: CompiledRoute) -> Int? { positions.position(of: route) }

  /// Returns the routes that wait for a node, each needed by the next.
  func dependents(of node: Int) -> [CompiledRoute] {
    let path = sequence(first: node) { [shape] node in
      shape.users[node].first { shape.traits[$0].contains(.isNeeded) }
    }
    return path.dropFirst().map { routes[$0] }
  }

  /// The instances to start, in order, with the indices of the instances that each one waits for.
  var instances: [(node: Int, route: CompiledRoute, waitsFor: [Int])] {
    var found: [(node: Int, route: CompiledRoute, waitsFor: [Int])] = []
    // Replace forwarding nodes with their needs.
    var passedOn: [Int: [Int]] = [:]
    for node in shape.ofStart {
      var waitsFor: [Int] = []
      var seen: Set<Int> = []
      for need in shape.needs[node].sorted() {
        for index in passedOn[need] ?? [] where seen.insert(index).inserted { waitsFor.append(index) }
      }
      let isStarted = shape.traits[node].contains(.inStart)
      passedOn[node] = isStarted ? [found.count] : waitsFor
      if isStarted { found.append((node, routes[node], waitsFor)) }
    }
    return found
  }
}

extension LifecycleShape.Traits {
  fileprivate init(of declaration: RouteDeclaration) {
    self = []
    if declaration.needsStart { formUnion([.startsItself, .waits, .tracked]) }
    if declaration.isOnDemand { insert(.onDemand) }
    if declaration.isStarted { insert(.eager) }
    if declaration.hasStopping { formUnion([.stops, .tracked]) }
  }
}

/// An order of nodes in which each one comes after its needs, without cycles.
private struct LifecycleOrder {
  /// The earlier positions of the nodes, and the inverse.
  private(set) var positions: [Int] = []
  private(set) var nodes: [Int]
  private(set) var needs = IndexLists()

  init(_ successors: IndexLists) {
    nodes = Array(repeating: 0, count: successors.count)
    let components = StronglyConnectedComponents.of(successors)
    // The node that comes last in the component of each node.
    var ends = nodes
    for component in components {
      let end = positions.count + component.count - 1
      for position in component {
        nodes[position] = positions.count
        ends[position] = end
        positions.append(position)
      }
    }
    needs.reserveCapacity(positions.count)
    var last = Array(repeating: -1, count: positions.count)
    for component in components {
      for (index, position) in component.enumerated() {
        let node = nodes[position]
        if index > 0 {
          needs.append(node - 1)
        } else {
          for member in component {
            for target in successors[member]
            where ends[target] != ends[position] && last[ends[target]] != node {
              last[ends[target]] = node
              needs.append(ends[target])
            }
          }
        }
        needs.endList()
      }
    }
  }
}

/// The indices of an owner's routes in a list.
///
/// Slots identify kept routes. A dictionary of all routes would take longer, especially at the first start of a
/// process, because the runtime then searches for the conformance of its keys.
private struct RoutePositions: Sendable {
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

  /// Returns the position of a kept route, if any.
  func position(of route: CompiledRoute) -> Int? {
    guard let slot = route.instanceSlot else { return nil }
    let place = InstanceOwner.place(of: slot)
    return place < kept.count ? kept[place] : nil
  }

  /// Returns the new positions of the kept routes.
  func renumbered(_ positions: [Int]) -> Self {
    var result = Self()
    result.kept = kept.map { $0.map { positions[$0] } }
    return result
  }
}

/// The routes of the base or of outer scopes that a graph's instances need, directly or indirectly.
private struct RoutesAround {
  private(set) var routes: [CompiledRoute] = []
  /// The traits of each route, and of the ones that it needs.
  private(set) var traits: [LifecycleShape.Traits] = []
  private var positions: [ObjectIdentifier: Int] = [:]
  /// The positions of the routes that need each route.
  private var dependents: [[Int]] = []

  /// Adds a route unless it's known, and returns its position.
  mutating func add(_ route: CompiledRoute) -> Int {
    if let position = positions[ObjectIdentifier(route)] { return position }
    positions[ObjectIdentifier(route)] = routes.count
    routes.append(route)
    traits.append(LifecycleShape.Traits(of: route.declaration))
    dependents.append([])
    return routes.count - 1
  }

  /// Adds the routes that the added ones need, and their traits.
  mutating func complete(in registry: Registry) {
    var next = 0
    while next < routes.count {
      for need in registry.needs(of: routes[next].declaration) { dependents[add(need)].append(next) }
      next += 1
    }
    var open = Array(routes.indices)
    while let position = open.popLast() {
      for user in dependents[position] where !traits[user].isSuperset(of: traits[position]) {
        traits[user].formUnion(traits[position])
        open.append(user)
      }
    }
  }
}
