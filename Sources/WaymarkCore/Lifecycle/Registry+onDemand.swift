import WaymarkRuntime

extension Registry {
  /// Starts the instances that a destination needs.
  func startNeeded(by token: TokenDescription) async throws {
    guard image.hasLifecycles, let provider = image.provider(for: token) else { return }
    do throws(RouteError) { try checkIsOpen(for: provider.route) } catch { throw reporting(error) }
    var search = OnDemandSearch()
    search.visit(provider.route, in: self)
    for need in needs(ofDecoratorsOf: provider) { search.visit(need, in: self) }
    try await Self.start(search.found)
  }

  /// Starts instances of this registry's outer scopes.
  func startOnDemand(_ routes: [CompiledRoute]) async throws {
    guard !routes.isEmpty else { return }
    var search = OnDemandSearch()
    for route in routes { search.visit(route, in: self) }
    try await Self.start(search.found)
  }

  /// Starts the instances of other registries that an instance needs.
  func startOnDemandNeeds(of route: CompiledRoute) async throws {
    var search = OnDemandSearch()
    search.visitNeeds(of: route, in: self)
    try await Self.start(search.found.filter { $0.owner.lifecycle !== lifecycle })
  }

  private static func start(_ found: [OnDemandSearch.Found]) async throws {
    if found.count == 1 { return try await found[0].lifecycle.started(found[0].route, in: found[0].owner) }
    try await withThrowingTaskGroup { group in
      for (route, owner, lifecycle) in found {
        group.addTask { try await lifecycle.started(route, in: owner) }
      }
      // The first error cancels the other tasks, which the group waits for.
      try await group.waitForAll()
    }
  }
}

/// A search for the instances with a life cycle that have to start before others are created.
private struct OnDemandSearch {
  typealias Found = (route: CompiledRoute, owner: Registry, lifecycle: Lifecycle)

  private(set) var found: [Found] = []
  private var seen: Set<ObjectIdentifier> = []

  /// Finds a route's instance, or the instances that it needs.
  mutating func visit(_ route: CompiledRoute, in registry: Registry) {
    guard seen.insert(ObjectIdentifier(route)).inserted else { return }
    var owner = registry
    if let slot = route.instanceSlot {
      // The request explains a scope that isn't open.
      guard let other = try? registry.owner(of: route, slot: slot) else { return }
      owner = other
      if route.declaration.isKeptToTheEnd, owner.kept(in: slot, of: route) != nil { return }
      if let lifecycle = owner.lifecycle, route.declaration.needsStart || lifecycle.waits(route, in: owner) {
        found.append((route, owner, lifecycle))
        // Its own start includes the others that it needs.
        if route.declaration.needsStart { return }
      }
    }
    visitNeeds(of: route, in: owner)
  }

  mutating func visitNeeds(of route: CompiledRoute, in registry: Registry) {
    for need in registry.needs(of: route.declaration) { visit(need, in: registry) }
  }
}
