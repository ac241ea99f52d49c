/// The routes of the base or of outer scopes that a plan's instances need directly.
struct RoutesAround {
  private var routes: [CompiledRoute] = []
  private var positions: [ObjectIdentifier: Int] = [:]
  /// The positions of the routes that need each route.
  private var dependents: [[Int]] = []

  /// Adds a route unless it's known, and returns its position.
  @discardableResult
  mutating func add(_ route: CompiledRoute) -> Int {
    if let position = positions[ObjectIdentifier(route)] { return position }
    positions[ObjectIdentifier(route)] = routes.count
    routes.append(route)
    dependents.append([])
    return routes.count - 1
  }

  /// Returns the added routes that start on demand, or that need such a route at any depth.
  consuming func neededOnDemand(in registry: Registry) -> [CompiledRoute] {
    let direct = routes.count
    var next = 0
    while next < routes.count {
      registry.forEachNeed(of: routes[next].declaration) { dependents[add($0)].append(next) }
      next += 1
    }
    var open = routes.indices.filter { routes[$0].declaration.isOnDemand }
    var found = Set(open)
    while let position = open.popLast() {
      for dependent in dependents[position] where found.insert(dependent).inserted { open.append(dependent) }
    }
    return routes.indices.prefix(direct).filter(found.contains).map { routes[$0] }
  }
}
