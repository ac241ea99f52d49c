import WaymarkRuntime

extension Registry {
  /// Returns the service after starting the asynchronous instances that it needs.
  ///
  ///     let profile = try await registry.started(.profile)
  ///
  /// It starts the service if that's ``OnDemand``, and all others that the service needs by parameters or ``Requires``.
  /// Each starts once, even if several tasks call the function: they all wait for the same start. Independent instances
  /// start at the same time. If a start fails, all waiting tasks get the error, and the next call starts it again. If a
  /// waiting task is canceled, the others go on waiting. The start is canceled with the last of them, or if its
  /// registry stops or its scope closes. While ``start()`` is in progress, the function waits for it first.
  ///
  /// Any number of tasks can call the function. For a service that's already started, it's a request.
  ///
  /// - Parameter token: The token of the service, usually its name.
  /// - Returns: The service.
  /// - Throws: The error of the start or of the request, or `CancellationError` if the calling task was canceled.
  ///   `lifecycleCycle` if the start waits for the calling operation.
  /// - Complexity: Linear in the number of the dependencies that aren't started, besides their operations.
  public func started<Requested>(_ token: RoutableService<Requested>) async throws -> Requested {
    try await makeStarted(Requested.self, .service, token.keyName)
  }

  /// Returns the view after starting the asynchronous instances that it needs.
  ///
  ///     let splash = try await registry.started(.splash)
  ///
  /// It does the same as for a service.
  ///
  /// - Parameter token: The token of the view, usually its name.
  /// - Returns: The view.
  /// - Throws: The error of the start or of the request, or `CancellationError` if the calling task was canceled.
  ///   `lifecycleCycle` if the start waits for the calling operation.
  /// - Complexity: Linear in the number of the dependencies that aren't started, besides their operations.
  @MainActor
  public func started<Requested>(_ token: RoutableView<Requested>) async throws -> Requested {
    try await makeStarted(Requested.self, .view, token.keyName)
  }

  /// Returns a destination after starting the instances that it needs, for a view only on the main actor.
  private func makeStarted<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName
  ) async throws -> Requested {
    let token = TokenDescription(type, role, name)
    try await startNeeded(by: token)
    do throws(RouteError) {
      return try makeFully(MakingRequest(in: self), token).value(as: type)
    } catch {
      guard error.code == .notStarted else { throw reporting(error) }
      // A start that has begun in the meantime may have to make the destination.
      try await startNeeded(by: token)
      return try make(type, role, name)
    }
  }

  private func startNeeded(by token: TokenDescription) async throws {
    guard image.hasLifecycles, let provider = image.provider(for: token) else { return }
    do throws(RouteError) { try checkIsOpen(for: provider.route) } catch { throw reporting(error) }
    var search = OnDemandSearch()
    search.visit(provider.route, in: self)
    forEachRoute(neededByDecoratorsOf: provider) { search.visit($0, in: self) }
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
    for need in registry.needs(of: route) { visit(need, in: registry) }
  }
}
