import WaymarkRuntime

extension Lifecycle {
  /// Returns the error of a caller's wait, if any.
  func error(of answer: Answer, _ error: (any Error)?, in registry: Registry) -> (any Error)? {
    switch answer {
    case .success: nil
    case .failed: error ?? CancellationError()
    case .interrupted: error ?? endError(in: registry) ?? RouteError.startInterrupted(in: registry)
    case .canceled: CancellationError()
    case .notStarted(let node): Refusal(node: node)
    case .stopped: endError(in: registry) ?? RouteError.startsOnce(registry)
    }
  }

  /// The error of a scope that was closed during a start, if any.
  func endError(in registry: Registry) -> RouteError? {
    registry.scope.flatMap { $0.isOpen ? nil : .scopeClosed($0) }
  }

  /// The answer that an instance isn't started, for its request to explain.
  struct Refusal: Error { let node: Int }

  /// Starts the registries that this one needs, and then all instances, independent ones at the same time.
  func run(in registry: Registry) async {
    guard registry.enter() else { return fail(RouteError.registryReleased(registry), in: registry) }
    defer { registry.leave() }
    let graph = withState(of: registry, \.graph)
    var held: [Held] = []
    do {
      for other in registry.neededRegistries {
        guard let lifecycle = other.lifecycle else { continue }
        beginUse(of: lifecycle)
        do {
          let caller = try await LifecycleWork.runSteps(of: self) {
            try await other.start(lifecycle, isHolding: true)
          }
          held.append((other, lifecycle, caller))
        } catch {
          endUse(of: lifecycle)
          throw error
        }
      }
      try await Self.run(in: registry, held) {
        try await LifecycleWork.run(.start, in: registry, of: self) {
          try await registry.startOnDemand(graph.neededAround)
        }
      }
      try Task.checkCancellation()
    } catch {
      await release(held, for: registry)
      return fail(error, in: registry)
    }
    let progress = StartProgress(graph)
    let (counts, tasks) = AsyncStream<Int>.makeStream()
    let reports = progress.reportSlowWorks(to: observers)
    defer { for report in reports { DeadlineThread.shared.remove(report) } }
    change(in: registry) { state, later in
      (state.tasks, state.held, state.run) = (tasks, held, nil)
      (state.taskCount, state.idleTaskCount) = (0, 0)
      // A stop can have begun meanwhile.
      state.progress = state.machine.phase == .starting ? progress : nil
      state.perform(state.machine.go(isHolding: !held.isEmpty), &later)
    }
    LifecycleWait.interruptCycles(through: self)
    // The tasks of all instances inherit the bindings.
    await Self.run(in: registry, held) {
      await CurrentRegistry.with(registry) {
        await LifecycleWork.run(.start, in: registry, of: self) {
          await withTaskGroup(of: Void.self) { group in
            for await count in counts {
              if count == 0 { group.cancelAll() }
              for _ in 0..<count { group.addTask { await self.makeAll(progress, in: registry) } }
            }
          }
        }
      }
    }
  }

  /// Runs an operation that sees the instances of registries whose start goes on.
  ///
  /// It isn't inlined, because each suspension of a function costs the compiler a copy of all that it inlines.
  @inline(never)
  private static func run<Result>(
    in registry: Registry, _ held: [Held], _ operation: () async throws -> Result
  ) async rethrows -> Result {
    guard let first = held.first else { return try await operation() }
    return try await LifecycleWork.run(.start, in: registry, of: first.lifecycle) {
      try await run(in: registry, Array(held.dropFirst()), operation)
    }
  }

  /// Reports the failure of the preparation of a start.
  private func fail(_ error: any Error, in registry: Registry) {
    change(in: registry) { $0.fail(nil, error, &$1) }
  }

  /// Returns whether an instance's error results from the end of a start.
  static func isDueToCancellation(_ error: any Error) -> Bool {
    // Other instances don't start anymore, starts on demand end, and a stop refuses requests.
    let code = (error as? RouteError)?.code
    return error is CancellationError || code == .notStarted || code == .scopeClosed
      || code == .startInterrupted
  }

  // MARK: - One instance

  // A start can have many tasks at the same time. Functions that only some of them need aren't inlined, so that all
  // frames of a task fit into the 984 bytes that it allocates at once.

  /// Creates and starts instances, one after the other, as long as there are some to create.
  private func makeAll(_ progress: StartProgress, in registry: Registry) async {
    var next = change(in: registry) { state, _ in
      if state.progress === progress { state.idleTaskCount -= 1 }
      return state.next(progress)
    }
    while let node = next { next = await make(node, progress, in: registry) }
  }

  /// Creates and starts the instance of a node, reports the result, and returns the next node.
  private func make(_ node: Int, _ progress: StartProgress, in registry: Registry) async -> Int? {
    let route = progress.graph.routes[node]
    let begun = ContinuousClock.now
    let isReported = !observers.isEmpty
    if isReported {
      report(.willStart, route, in: registry)
      progress.begin(node)
    }
    var failure: (any Error)?
    do {
      try await attempt(route, node, progress, in: registry)
      progress.finish(node, begunAt: begun)
    } catch {
      failure = reason(error, node, progress.graph, in: registry)
    }
    if isReported {
      progress.end(node)
      let phase = failure.map { ($0 as? RouteError).map(LifecycleEvent.Phase.startFailed) } ?? .didStart
      if let phase { report(phase, route, in: registry, took: .now - begun) }
    }
    return change(in: registry) { state, later in
      if let failure {
        state.fail(node, failure, &later)
      } else {
        state.perform(state.machine.made(node), &later)
      }
      return state.next(progress)
    }
  }

  /// Creates and starts one instance, or throws a `RouteError` or `CancellationError`.
  @inline(__always)
  private func attempt(
    _ route: CompiledRoute, _ node: Int, _ progress: StartProgress, in registry: Registry
  ) async throws {
    let declaration = route.declaration
    if declaration.lifecycle?.startLimit != nil || declaration.isOnDemand {
      return try await startSpecially(route, node, progress, in: registry)
    }
    try await LifecycleWork.run(.start, in: registry, of: self, route) {
      guard declaration.kind == .view || declaration.needsStart else {
        // A request can create the instance at the same time.
        try Task.checkCancellation()
        return try route.makeKept(in: registry)
      }
      try await complete(route, node, progress, in: registry)
    }
  }

  /// Creates a view, or an instance to start, and prepares, starts, and keeps it.
  @inline(never)
  private func complete(
    _ route: CompiledRoute, _ node: Int, _ progress: StartProgress, in registry: Registry
  ) async throws {
    guard route.declaration.needsStart else {
      return try await MainActor.run {
        try Task.checkCancellation()
        try route.makeKept(in: registry)
      }
    }
    let instance = try await route.made(in: registry)
    if route.declaration.hasStarting { progress.markAsMade(node) }
    let isStarted = try await performStartWorks(on: instance, of: route, in: registry)
    // The end of the start or the stop ends the instance.
    try keepStarted(instance, of: route, in: registry)
    if !isStarted { throw CancellationError() }
  }

  /// Starts an instance with a limit, or one on demand.
  @inline(never)
  private func startSpecially(
    _ route: CompiledRoute, _ node: Int, _ progress: StartProgress, in registry: Registry
  ) async throws {
    let subject = route.declaration.isOnDemand ? subject(of: node, in: registry) : self
    let (instance, isStarted) = try await startedInstance(route, subject, in: registry) {
      progress.markAsMade(node)
    }
    try keepStarted(instance, of: route, in: registry)
    if !isStarted { throw CancellationError() }
  }

  /// Keeps an instance that has started, or leaves it to the end of the start.
  func keepStarted(_ instance: ValueBox, of route: CompiledRoute, in registry: Registry) throws {
    guard let slot = route.instanceSlot else { return }
    do throws(RouteError) {
      _ = try keep(instance, in: slot, of: route, instance: instance, registry)
    } catch {
      throw error.hasPassed(through: route) ? error : error.needed(by: [route])
    }
  }

  /// Runs the closures of ``Starting``.
  ///
  /// - Returns: Whether all have run, because neither the limit, nor a stop, nor the failure of the start has come
  ///   before one of them.
  private func performStartWorks(
    on instance: ValueBox, of route: CompiledRoute, isLate: @Sendable () -> Bool = { false },
    in registry: Registry
  ) async throws -> Bool {
    for work in route.declaration.lifecycle?.starting ?? [] {
      guard !isLate(), !isInterrupted(route, in: registry) else { return false }
      do {
        try await work(instance)
      } catch {
        if error is CancellationError, Task.isCancelled { throw error }
        throw RouteError.failed(.startFailed, route, underlying: error).following(error)
      }
    }
    return true
  }

  /// Returns whether a stop, or the failure of its start, has begun during the creation of an instance.
  private func isInterrupted(_ route: CompiledRoute, in registry: Registry) -> Bool {
    withState(of: registry) { state in
      state.node(of: route).map { state.machine.isInterrupted($0) } ?? false
    }
  }

  /// Creates and starts an instance, within the limit of ``Starting``, without keeping it.
  ///
  /// - Returns: The instance, and whether it was started, not interrupted.
  func startedInstance(
    _ route: CompiledRoute, _ subject: any LifecycleWork.Subject, in registry: Registry,
    made: @escaping @Sendable () -> Void = {}
  ) async throws -> (instance: ValueBox, isStarted: Bool) {
    let limit = route.declaration.lifecycle?.startLimit
    typealias Started = (instance: ValueBox, isStarted: Bool)
    let start: @Sendable (@escaping @Sendable () -> Bool) async -> Result<Started, any Error> = { isLate in
      do {
        return .success(
          try await LifecycleWork.run(.start, in: registry, of: subject, route, isLate: isLate) {
            let instance = try await route.made(in: registry)
            if route.declaration.hasStarting { made() }
            return (
              instance,
              try await self.performStartWorks(on: instance, of: route, isLate: isLate, in: registry)
            )
          })
      } catch {
        return .failure(error)
      }
    }
    guard let limit else { return try await start { false }.get() }
    let tookTooLong = RouteError.tookTooLong(.startFailed, route, limit)
    return try await TimeLimits.run(
      within: limit, timeout: { .failure(tookTooLong) },
      late: { result in
        guard case .success((let instance, _)) = result else { return }
        // Nothing waits for it.
        _ = await self.stop(instance, of: route, .failed(tookTooLong), isAwaited: false, in: registry)
      }, start
    ).get()
  }

  /// Returns a start's error for the error of one instance.
  @inline(never)
  private func reason(
    _ error: any Error, _ node: Int, _ graph: LifecycleGraph, in registry: Registry
  ) -> any Error {
    if Self.isDueToCancellation(error), Task.isCancelled || phase != .starting { return CancellationError() }
    return graph.routes[node].startFailure(error, in: registry).needed(by: graph.dependents(of: node))
  }
}

extension RouteDeclaration {
  /// Whether there are closures of ``Starting``.
  fileprivate var hasStarting: Bool { !(lifecycle?.starting.isEmpty ?? true) }
  /// Whether there are closures of ``Stopping``.
  var hasStopping: Bool { !(lifecycle?.stopping.isEmpty ?? true) }
}

extension CompiledRoute {
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
