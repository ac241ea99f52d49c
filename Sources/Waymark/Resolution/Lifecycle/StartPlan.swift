import WaymarkRuntime

/// The order in which the instances that a registry or a scope keeps are started.
final class StartPlan: Sendable {
  /// Routes that need each other, which is one route unless it's by `Requires` in a cycle.
  struct Node: Sendable {
    var routes: [CompiledRoute] = []
    /// The routes of which an instance is started; empty if the node only passes on what others need.
    var started: [CompiledRoute] = []
    /// The nodes that need this one.
    var dependents: [Int] = []
    /// The number of nodes that this one needs.
    var dependencyCount = 0
  }

  /// The nodes, each after those that it needs.
  let nodes: [Node]
  /// The number of routes of which an instance is started.
  let count: Int

  /// Creates the plan of what a registry keeps; see `Registry.startPlan`.
  init(_ registry: Registry) {
    let owner = InstanceOwner(registry)
    var routes = registry.layer.routes.filter {
      $0.declaration.isStarted && owner.keeps($0) && registry.isInForce($0)
    }
    count = routes.count
    var indices = Dictionary(
      uniqueKeysWithValues: routes.enumerated().map { (ObjectIdentifier($1), $0) })
    var successors: [[Int]] = []
    while successors.count < routes.count {
      var targets: [Int] = []
      for target in registry.needs(of: routes[successors.count]) where owner.makes(target) {
        let index = indices[ObjectIdentifier(target)] ?? routes.count
        if index == routes.count {
          indices[ObjectIdentifier(target)] = index
          routes.append(target)
        }
        targets.append(index)
      }
      successors.append(targets)
    }
    let components = StronglyConnectedComponents.of(successors)
    var places = Array(repeating: 0, count: routes.count)
    for (place, component) in components.enumerated() { for index in component { places[index] = place } }
    var nodes = Array(repeating: Node(), count: components.count)
    for (place, component) in components.enumerated() {
      nodes[place].routes = component.map { routes[$0] }
      nodes[place].started = nodes[place].routes.filter { $0.declaration.isStarted && owner.keeps($0) }
      let needed = component.count == 1 ? successors[component[0]] : component.flatMap { successors[$0] }
      for target in needed.map({ places[$0] }) where target != place {
        // Edges of one node are added together, so that a repeated one is the last.
        guard nodes[target].dependents.last != place else { continue }
        nodes[target].dependents.append(place)
        nodes[place].dependencyCount += 1
      }
    }
    self.nodes = nodes
  }

  /// Returns the routes that wait for a node, each needed by the next.
  func dependents(of node: Int) -> [CompiledRoute] {
    var path: [CompiledRoute] = []
    var next = nodes[node].dependents.first
    while let place = next {
      path += nodes[place].routes.prefix(1)
      next = nodes[place].dependents.first
    }
    return path
  }

  /// The steps, each with those that it waits for.
  var steps: [StartStep] {
    var needed: [[CompiledRoute]] = Array(repeating: [], count: nodes.count)
    return nodes.enumerated().flatMap { place, node -> [StartStep] in
      // What only passes on is replaced by what it needs itself.
      let passedOn = node.started.isEmpty ? needed[place] : node.started
      for dependent in node.dependents {
        for route in passedOn where !needed[dependent].contains(where: { $0 === route }) {
          needed[dependent].append(route)
        }
      }
      return node.started.map { StartStep($0, waitingFor: needed[place]) }
    }
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
    return (slot >= 0 ? slot : -2 - slot) >= firstSlot
  }

  /// Returns whether instances of a route are made when the owner's are.
  func makes(_ route: CompiledRoute) -> Bool { route.declaration.lifetime == .transient || keeps(route) }
}

extension Registry {
  /// Returns the routes that a route's instance needs before it can be made or started: its parameters' and those of
  /// `Requires`.
  func needs(of route: CompiledRoute) -> [CompiledRoute] {
    route.declaration.dependencies.lazy.filter { $0.strength != .lazy }.flatMap {
      self.routes(satisfying: $0)
    }
  }

  /// Returns the routes that satisfy a dependency, with those that decorators around it need.
  func routes(satisfying dependency: Dependency) -> [CompiledRoute] {
    for token in dependency.candidates {
      if token.role.isCollection {
        guard let collection = layer.collection(for: token.key) else { continue }
        let isKeyed = dependency.collection == .keyed
        return collection.members.filter { !isKeyed || $0.key != nil }.map(\.provider.route)
      }
      // The array of a collection isn't a route that a user declared.
      guard let provider = provider(for: token.key), provider.route.declaration.collection == nil else {
        continue
      }
      return [provider.route] + routes(neededByDecoratorsOf: provider)
    }
    return []
  }

  /// Returns the routes that the decorators of a provider need.
  func routes(neededByDecoratorsOf provider: Provider) -> [CompiledRoute] {
    guard let decoration = provider.decoration else { return [] }
    let declaration = decoration.decorator.declaration.route(around: provider.route.declaration)
    return declaration.dependencies.filter { $0.strength != .lazy }.flatMap { routes(satisfying: $0) }
      + routes(neededByDecoratorsOf: decoration.inner)
  }

  /// The order in which what this registry keeps is started.
  ///
  /// It's computed once for each layer and scope.
  var startPlan: StartPlan {
    let plans =
      layer.startPlans.unretained.map { knownDowncast($0.object, to: StartPlans.self) }
      ?? knownDowncast(layer.startPlans.set(StartPlans()), to: StartPlans.self)
    return plans.plan(of: self)
  }

  /// The instances that end when what this registry or its scope keeps is stopped; nil if there are none.
  var restartableInstances: RestartableInstances? {
    guard let lifecycle else { return nil }
    return knownDowncast(
      lifecycle.restartable.unretained?.object ?? lifecycle.restartable.set(RestartableInstances(self)),
      to: RestartableInstances.self)
  }

  /// Returns whether what's in a slot of this root ends when the registry is stopped.
  func isRestartable(_ slot: Int) -> Bool {
    restartableInstances?.slots.contains(slot) ?? false
  }
}

/// The plans of the registries that have one layer: one for each scope and base.
final class StartPlans: LazyPart, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the only property is a lock.

  private struct Key: Hashable {
    let scope: ObjectIdentifier?
    let base: ObjectIdentifier?
  }

  private let plans = Lock<[Key: StartPlan]>([:])

  func plan(of registry: Registry) -> StartPlan {
    let key = Key(scope: registry.scope?.identity, base: registry.base.map { ObjectIdentifier($0.layer) })
    if let plan = plans.withLock({ $0[key] }) { return plan }
    let plan = StartPlan(registry)
    return plans.withLock { plans in
      if let first = plans[key] { return first }
      plans[key] = plan
      return plan
    }
  }
}
