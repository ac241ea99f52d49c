/// The scopes that each route of a network needs, directly or through transient routes.
///
/// A dependency's own needs don't count if a registry keeps it, because that registry resolves them.
struct ScopeNeeds {
  /// A step of the path from a route to its need for a scope.
  struct Step {
    let declaration: RouteDeclaration
    /// The dependency that leads to the next step, or nil in the last step if that's a scoped route.
    let label: String?
    let needed: Any.Type?
    /// The collection that the dependency needs, or nil for any other dependency.
    var collection: TokenDescription?
  }

  let network: Network
  private(set) var scopes: [any RouteScope.Type] = []
  /// The scopes that each route needs directly, for their values or for instances that they keep.
  private var own: [Set<Int>] = []
  private(set) var all: [Set<Int>] = []
  /// The routes, grouped by cycles of transient dependencies.
  private(set) var groups = IndexLists()

  /// Computes the needs in time linear in the number of dependencies, times the number of scopes.
  init(_ network: Network) {
    self.network = network
    for (index, node) in network.nodes.enumerated() {
      var needs: Set<Int> = []
      for value in node.declaration.scopeValues where !value.isOptional {
        needs.insert(number(of: value.scope))
      }
      for edge in network.edges[index] {
        if let scope = network.owner(edge) { needs.insert(number(of: scope)) }
      }
      own.append(needs)
    }
    all = own
    let transients = IndexLists(
      network.edges.lazy.map { $0.lazy.map(\.target).filter(network.isTransient) })
    groups = StronglyConnectedComponents.of(transients)
    // Each group comes after the groups that it depends on.
    for group in groups {
      let needs = group.reduce(into: Set<Int>()) { needs, node in
        needs.formUnion(all[node])
        for target in transients[node] { needs.formUnion(all[target]) }
      }
      for node in group where !needs.isEmpty { all[node] = needs }
    }
  }

  private mutating func number(of scope: any RouteScope.Type) -> Int {
    if let number = scopes.firstIndex(where: { $0 == scope }) { return number }
    scopes.append(scope)
    return scopes.count - 1
  }

  /// Returns the scopes that the routes with a dependency on a route need because of it.
  func passedOn(by route: CompiledRoute) -> Set<ObjectIdentifier> {
    if let scope = route.scope { return [scope] }
    guard let node = network.position(of: route), network.isTransient(node) else { return [] }
    return Set(all[node].map { ObjectIdentifier(scopes[$0]) })
  }

  /// Returns the needs of each transient route that a group depends on.
  func needs(around group: ArraySlice<Int>) -> [Set<Int>] {
    let members = Set(group)
    return group.flatMap { network.edges[$0] }.map(\.target)
      .filter { !members.contains($0) && network.isTransient($0) }.map { all[$0] }
  }

  /// Returns the shortest path from a route to its need for a scope.
  func path(from start: Int, to scope: Int) -> [Step] {
    if own[start].contains(scope) { return last(of: start, scope) }
    let way =
      network.ways(
        from: start, along: { network.isTransient($0.target) && all[$0.target].contains(scope) },
        to: { own[$0].contains(scope) }
      ).first ?? []
    let steps = way.map { node, edge in
      Step(
        declaration: network.nodes[node].declaration, label: edge.dependency.label,
        needed: edge.dependency.candidates.first?.type)
    }
    return steps + (way.last.map { last(of: $0.edge.target, scope) } ?? [])
  }

  /// Returns the last steps of a path: a route, and the value or scoped route that it needs directly.
  private func last(of node: Int, _ scope: Int) -> [Step] {
    let declaration = network.nodes[node].declaration
    for value in declaration.scopeValues where !value.isOptional && value.scope == scopes[scope] {
      return [Step(declaration: declaration, label: "parameter \(value.index + 1)", needed: value.scope)]
    }
    for edge in network.edges[node] where network.owner(edge).map({ $0 == scopes[scope] }) ?? false {
      let step = Step(
        declaration: declaration, label: edge.dependency.label,
        needed: edge.dependency.candidates.first?.type, collection: edge.dependency.collectionToken)
      return [step, Step(declaration: network.nodes[edge.target].declaration, label: nil, needed: nil)]
    }
    return []
  }
}

extension Network {
  /// Returns the scope that a dependency needs to be open, or nil if the dependency is optional or no scope keeps it.
  fileprivate func owner(_ edge: Edge) -> (any RouteScope.Type)? {
    edge.dependency.isOptional && edge.dependency.collection == nil
      ? nil : nodes[edge.target].declaration.scope
  }

  fileprivate func isTransient(_ node: Int) -> Bool { nodes[node].declaration.lifetime == .transient }
}

extension RouteDeclaration {
  package var scopeValues: [(index: Int, scope: any RouteScope.Type, isOptional: Bool)] {
    parameters.enumerated().compactMap { index, parameter in
      guard case .scope(let scope, let isOptional) = parameter.form else { return nil }
      return (index, scope, isOptional)
    }
  }
}
