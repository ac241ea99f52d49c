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
  /// registry stops or its scope closes.
  ///
  /// Any number of tasks can call the function. For a service that's already started, it's a request.
  ///
  /// - Parameter token: The token of the service, usually its name.
  /// - Returns: The service.
  /// - Throws: The error of the start or of the request, or `CancellationError` if the calling task was canceled.
  ///   `lifecycleCycle` if the start waits for the calling operation.
  /// - Complexity: Linear in the number of the dependencies that aren't started, besides their operations.
  public func started<Requested>(_ token: RoutableService<Requested>) async throws -> Requested {
    try await startNeeded(by: Requested.self, .service, token.keyName)
    return try self(token)
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
    try await startNeeded(by: Requested.self, .view, token.keyName)
    return try self(token)
  }

  private func startNeeded(by type: Any.Type, _ role: TokenRole, _ name: KeyName) async throws {
    let registry = layer.provider(for: type, role, name) == nil ? completion ?? self : self
    guard registry.layer.hasLifecycles, let provider = registry.layer.provider(for: type, role, name) else {
      return
    }
    var search = OnDemandSearch()
    search.visit(provider.route, in: registry)
    registry.forEachRoute(neededByDecoratorsOf: provider) { search.visit($0, in: registry) }
    try await Self.startOnDemand(search.found)
  }

  /// Starts instances of this registry's outer scopes.
  func startOnDemand(_ routes: [CompiledRoute]) async throws {
    var search = OnDemandSearch()
    for route in routes { search.visit(route, in: self) }
    try await Self.startOnDemand(search.found)
  }

  private static func startOnDemand(_ found: [OnDemandSearch.Found]) async throws {
    if found.count == 1 { return try await found[0].owner.startOnDemand(found[0].route) }
    try await withThrowingDiscardingTaskGroup { group in
      for (route, owner) in found { group.addTask { try await owner.startOnDemand(route) } }
    }
  }

  /// Waits until a route's instance, which this registry creates and keeps, is started.
  func startOnDemand(_ route: CompiledRoute) async throws {
    guard let slot = route.instanceSlot else { return }
    while kept(in: slot) == nil {
      guard let lifecycle else {
        do throws(RouteError) { return try checkIsOpen() } catch { throw reporting(error) }
      }
      switch lifecycle.joinOnDemand(slot) {
      case .refused:
        try Task.checkCancellation()
        throw reporting(refusal(of: route, lifecycle))
      case .wait(let work):
        try await wait(for: work, route, refusing: {}) { try await work.waitForEnd() }
        try Task.checkCancellation()
      case .begin(let work):
        work.begin { try await self.runOnDemand(route, slot, lifecycle, work) }
        return try await waitForValue(of: work, route)
      case .join(let work): return try await waitForValue(of: work, route)
      }
    }
  }

  /// Waits for a start that the calling task has joined.
  private func waitForValue(of work: SharedWork<Void>, _ route: CompiledRoute) async throws {
    try await wait(for: work, route, refusing: { work.leave() }) { try await work.value() }
  }

  /// Performs an operation that waits for a start, unless the start waits for the calling operation.
  private func wait(
    for work: SharedWork<Void>, _ route: CompiledRoute, refusing: () -> Void,
    _ operation: @escaping @Sendable () async throws -> Void
  ) async throws {
    let result = await LifecycleWork.wait(for: work, isAlwaysPerformed: false, refusing: refusing) {
      () async -> Result<Void, any Error> in
      do { return .success(try await operation()) } catch { return .failure(error) }
    }
    if let result { return try result.get() }
    if Task.isCancelled { throw CancellationError() }
    throw reporting(.startCycle(route, by: LifecycleWork.caller))
  }

  /// Creates and starts an instance, and keeps it.
  private func runOnDemand(
    _ route: CompiledRoute, _ slot: Int, _ lifecycle: Lifecycle, _ work: SharedWork<Void>
  ) async throws {
    defer { lifecycle.endOnDemand(work) }
    // Another task can have started it just before.
    guard kept(in: slot) == nil else { return }
    guard enter() else { throw reporting(.registryReleased(self)) }
    defer { leave() }
    let begun = ContinuousClock.now
    let before = (stops: stopCount, ownStops: lifecycle.stopCount(withFailedStarts: false))
    lifecycle.report(.willStart, route, in: self)
    do {
      try await CurrentRegistry.with(self) {
        try await LifecycleWork.run(in: self, of: work) {
          var search = OnDemandSearch()
          search.visitNeeds(of: route, in: self)
          try await Self.startOnDemand(search.found)
          let instance = try await route.startedInstance(in: self)
          // Keep it even after a cancellation, so that it's stopped.
          try keepStarted(instance, of: route, in: slot, lifecycle)
          try await stopIfEnded(instance, of: route, lifecycle, since: before)
        }
      }
    } catch {
      if error is CancellationError, Task.isCancelled {
        throw work.isEnded ? reporting(interruption(lifecycle)) : error
      }
      let failure = reporting(route.startFailure(error, in: self))
      lifecycle.report(.startFailed(failure), route, in: self, took: .now - begun)
      throw failure
    }
    lifecycle.report(.didStart, route, in: self, took: .now - begun)
  }

  /// Keeps an instance that has started.
  private func keepStarted(
    _ instance: ValueBox, of route: CompiledRoute, in slot: Int, _ lifecycle: Lifecycle
  ) throws(RouteError) {
    guard !lifecycle.keepPending(instance, of: route) else { return }
    // After the release of a scope, the lifecycle reports that the instance wasn't stopped.
    if route.declaration.hasLifecycle { _ = lifecycle.add(instance, of: route, isStarted: true) }
    do throws(RouteError) { _ = try keep(instance, in: slot) } catch { throw error.needed(by: [route]) }
  }

  /// Stops a kept instance and throws an error, if a stop has ended the instance or others that it may hold.
  private func stopIfEnded(
    _ instance: ValueBox, of route: CompiledRoute, _ lifecycle: Lifecycle,
    since before: (stops: Int?, ownStops: Int)
  ) async throws(RouteError) {
    do throws(RouteError) {
      try checkStops(since: before.stops, making: route, ownStops: before.ownStops)
    } catch {
      let error = error.needed(by: [route])
      if let started = lifecycle.takeStarted(instance) {
        _ = await lifecycle.stop([started], in: self, .failed(error))
      }
      throw error
    }
  }

  /// Returns the error of a start in a closing scope or a stopped registry.
  private func refusal(of route: CompiledRoute, _ lifecycle: Lifecycle) -> RouteError {
    if let scope, lifecycle.isClosed { return .scopeClosed(scope) }
    return .notStarted(route, in: self)
  }

  /// Returns the error of a start that a stop or the end of the scope has canceled.
  private func interruption(_ lifecycle: Lifecycle) -> RouteError {
    if let scope, lifecycle.isClosed { return .scopeClosed(scope) }
    return .startInterrupted(in: self)
  }
}

/// A search for the instances to start on demand before others are created.
private struct OnDemandSearch {
  typealias Found = (route: CompiledRoute, owner: Registry)

  private(set) var found: [Found] = []
  private var seen: Set<ObjectIdentifier> = []

  /// Finds a route's instance, or the instances that it needs.
  mutating func visit(_ route: CompiledRoute, in registry: Registry) {
    guard seen.insert(ObjectIdentifier(route)).inserted else { return }
    var owner = registry
    if let slot = route.instanceSlot {
      // The request explains a scope that isn't open.
      guard let found = try? registry.owner(of: route, slot: slot) else { return }
      owner = found
      if route.declaration.isKeptToTheEnd, owner.kept(in: slot) != nil { return }
    }
    if route.declaration.isOnDemand {
      found.append((route, owner))
    } else {
      visitNeeds(of: route, in: owner)
    }
  }

  mutating func visitNeeds(of route: CompiledRoute, in registry: Registry) {
    var needs: [CompiledRoute] = []
    registry.forEachNeed(of: route.declaration) { needs.append($0) }
    for need in needs { visit(need, in: registry) }
  }
}

extension CompiledRoute {
  /// Creates and starts an instance, within the limit of ``Starting``, without keeping it.
  func startedInstance(in registry: Registry) async throws -> ValueBox {
    guard let limit = declaration.lifecycle?.startLimit else {
      return try await startedWithoutLimit(in: registry)
    }
    // Don't use child tasks, because nothing waits for an operation that doesn't end.
    let result = FirstResult<Result<ValueBox, any Error>>()
    let tookTooLong = RouteError.startTookTooLong(self, limit: limit)
    let start = Task {
      do {
        let instance = try await startedWithoutLimit(in: registry)
        guard !result.set(.success(instance)), isStopped else { return }
        let lifecycle = registry.lifecycle ?? Lifecycle(registry.properties)
        let late = Lifecycle.Started(route: self, instance: instance)
        _ = await lifecycle.stop(late, in: registry, .failed(tookTooLong), isAwaited: false)
      } catch {
        result.set(.failure(error))
      }
    }
    let timer = Task {
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      result.set(.failure(tookTooLong))
      start.cancel()
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      await result.value
    } onCancel: {
      start.cancel()
    }.get()
  }

  private func startedWithoutLimit(in registry: Registry) async throws -> ValueBox {
    try await InstanceWork.run(of: registry, starting: self) {
      let request = StartRequest(route: self, registry: registry)
      let made = try await declaration.factory.asynchronous?.make(request)
      let instance =
        declaration.kind == .view
        ? try await completeView(made, in: registry) : try complete(made, in: registry)
      try await performStartWorks(on: instance) { Task.isCancelled }
      return instance
    }
  }

  /// Runs the closures of ``Starting``.
  func performStartWorks(on instance: ValueBox, isCanceled: () -> Bool) async throws {
    for work in declaration.lifecycle?.starting ?? [] {
      do {
        try await work(instance)
      } catch {
        if error is CancellationError, isCanceled() { throw error }
        throw RouteError.startFailed(self, underlying: error).following(error)
      }
    }
  }

  /// Returns the error of this instance's start.
  func startFailure(_ error: any Error, in registry: Registry) -> RouteError {
    if let error = error as? RouteError, error.hasPath {
      // A dependency of the factory failed.
      return error.hasPassed(through: self) ? error : error.needed(by: [self])
    }
    // The frame gives the error its path.
    return ResolutionStack.with(owner: registry, subject: self) { failure(error, of: .making) }
  }
}
