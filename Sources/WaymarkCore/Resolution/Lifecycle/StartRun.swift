import WaymarkRuntime

/// One attempt to start the instances of a registry or a scope.
final class StartRun: Sendable {
  let registry: Registry
  let lifecycle: Lifecycle
  let plan: StartPlan
  /// Whether to start an extension's base.
  private let startsBase: Bool
  private let progress: StartProgress
  /// Whether observers receive the events of each instance.
  private let isObserved: Bool

  init(registry: Registry, lifecycle: Lifecycle, plan: StartPlan, startsBase: Bool) {
    self.registry = registry
    self.lifecycle = lifecycle
    self.plan = plan
    self.startsBase = startsBase
    progress = StartProgress(plan)
    isObserved = !lifecycle.observers.isEmpty
  }

  /// Starts all instances, independent ones at the same time.
  ///
  /// An extension's base starts first, then the outer extensions of a scope's extension. If one instance fails, or the
  /// task is canceled, the run stops the started instances in reverse order.
  ///
  /// - Throws: The first error, or `CancellationError` if the tasks of all callers were canceled.
  func run() async throws {
    guard registry.enter() else {
      let error = RouteError.registryReleased(registry)
      await end(.failed(error))
      throw registry.reporting(error)
    }
    defer { registry.leave() }
    // The start itself publishes instances that start on demand in the meantime.
    registry.becomeDependent()
    do {
      try await registry.startRegistriesAround(lifecycle, startsBase: startsBase)
      _ = await registry.endInstancesAfterStopsAround(lifecycle, .finished)
    } catch {
      let interruption = interruption(error)
      await end(.failed(interruption ?? error))
      // The other registry has reported the error to its own declarations.
      throw (interruption ?? error as? RouteError).map(registry.reporting) ?? error
    }
    let reports = reportSlowWorks()
    defer { for report in reports { DeadlineThread.shared.remove(report) } }
    // Instances from earlier requests aren't part of this start.
    let before = lifecycle.startedCount
    do {
      // The tasks of all instances inherit the binding.
      try await CurrentRegistry.with(registry) {
        try await LifecycleWork.run(in: registry, of: lifecycle) {
          if !plan.neededAround.isEmpty { try await registry.startOnDemand(plan.neededAround) }
          try await startAll()
        }
      }
      try commit()
    } catch {
      let error = interruption(error) ?? error
      await stopInstances(after: before, .failed(error))
      await end(.failed(error))
      throw (error as? RouteError).map(registry.reporting) ?? error
    }
  }

  // MARK: - Order

  /// Starts all instances, unless the task is canceled, as the caller checks.
  ///
  /// Instances that finish make others ready themselves, so this task wakes up only to add tasks.
  private func startAll() async throws {
    try await withThrowingDiscardingTaskGroup { group in
      for await nodes in progress.ready {
        for node in nodes {
          let isAdded = group.addTaskUnlessCancelled { try await self.start(node) }
          // The start was canceled, or an instance failed.
          guard isAdded else { return }
        }
      }
    }
  }

  /// Starts the instances of a node, and then its dependents.
  private func start(_ node: Int) async throws {
    let begun = ContinuousClock.now
    do {
      var position = 0
      while let route = plan.route(at: position, of: node) {
        position += 1
        if isObserved { try await startObserved(route, node) } else { try await attempt(route, node) }
      }
    } catch {
      progress.stop()
      throw error
    }
    progress.finish(node, begunAt: begun)
  }

  // MARK: - One instance

  // Dependent instances have a task each, at the same time. Functions that only some of them need aren't inlined, so
  // that all frames of a task fit into the 984 bytes that it allocates at once.

  @inline(never)
  private func startObserved(_ route: CompiledRoute, _ node: Int) async throws {
    let begun = ContinuousClock.now
    // A start on demand reports its own events.
    let isReported = !route.declaration.isOnDemand
    if isReported { lifecycle.report(.willStart, route, in: registry) }
    let work = lifecycle.begin(node, route)
    do {
      try await attempt(route, node)
    } catch {
      lifecycle.end(work)
      if isReported, let failure = error as? RouteError {
        lifecycle.report(.startFailed(failure), route, in: registry, took: .now - begun)
      }
      throw error
    }
    lifecycle.end(work)
    if isReported { lifecycle.report(.didStart, route, in: registry, took: .now - begun) }
  }

  /// Creates and starts one instance, or throws a `RouteError` or `CancellationError`.
  @inline(__always)
  private func attempt(_ route: CompiledRoute, _ node: Int) async throws {
    do {
      if plan.hasSpecialStarts, route.declaration.isStartedSpecially {
        return try await startSpecially(route)
      }
      try await InstanceWork.run(of: registry, starting: route) {
        let declaration = route.declaration
        if let factory = declaration.factory.asynchronous {
          let made = try await factory.make(StartRequest(route: route, registry: registry))
          if declaration.kind == .service, declaration.lifecycle == nil {
            try keep(try route.complete(made, in: registry), of: route)
          } else {
            try await complete(route, made, node)
          }
        } else if declaration.kind == .service, !declaration.needsStart {
          try makeEager(route)
        } else {
          try await complete(route, nil, node)
        }
      }
    } catch {
      throw reason(error, route, node)
    }
  }

  /// Starts an instance with a limit, or one that starts on demand and that another one needs.
  @inline(never)
  private func startSpecially(_ route: CompiledRoute) async throws {
    if route.declaration.isOnDemand { return try await registry.startOnDemand(route) }
    try keep(try await route.startedInstance(in: registry), of: route)
  }

  /// Creates a view, or an instance to start, and prepares, starts, and keeps it.
  @inline(never)
  private func complete(_ route: CompiledRoute, _ made: ValueBox?, _ node: Int) async throws {
    guard route.declaration.needsStart else { return try await MainActor.run { try makeEager(route) } }
    let instance =
      route.declaration.kind == .view
      ? try await route.completeView(made, in: registry) : try route.complete(made, in: registry)
    progress.markAsMade(node)
    try await route.performStartWorks(on: instance) { isCanceled }
    try keep(instance, of: route)
  }

  /// Keeps an instance until the end of the start for publishing, or else as long as its scope exists.
  private func keep(_ instance: ValueBox, of route: CompiledRoute) throws(RouteError) {
    guard !lifecycle.keepPending(instance, of: route) else { return }
    try registry.keep(instance, of: route, isStarted: true)
  }

  /// Creates an instance that a request can also create at the same time, for a view on the main actor.
  private func makeEager(_ route: CompiledRoute) throws {
    try Task.checkCancellation()
    _ = try route.make(MakingRequest(in: registry), as: nil)
  }

  /// Returns a start's error for the error of one instance.
  @inline(never)
  private func reason(_ error: any Error, _ route: CompiledRoute, _ node: Int) -> any Error {
    if isCanceled, isDueToCancellation(error) { return CancellationError() }
    return route.startFailure(error, in: registry).needed(by: plan.dependents(of: node))
  }

  /// Whether the start or this part of it was canceled, so that an instance that ends early didn't fail by itself.
  ///
  /// The tasks of a start are canceled one after another. A canceled factory can end another one early before its task
  /// is canceled.
  private var isCanceled: Bool { Task.isCancelled || lifecycle.isEnding || isInterrupted }

  /// Whether `stop()` or `close()` is ending the start.
  private var isInterrupted: Bool { lifecycle.state.withLock(\.isInterrupted) }

  /// Returns whether an instance's error results from the cancellation of a start.
  private func isDueToCancellation(_ error: any Error) -> Bool {
    // Other instances don't start anymore, starts on demand end, and a stop refuses requests.
    let code = (error as? RouteError)?.code
    return error is CancellationError || code == .notStarted || code == .scopeClosed
      || code == .startInterrupted
  }

  // MARK: - The end

  /// Returns the error of a start that `stop()` or `close()` has ended, if that's the cause.
  private func interruption(_ error: any Error) -> RouteError? {
    let (isInterrupted, isClosed) = lifecycle.state.withLock { ($0.isInterrupted, $0.isClosed) }
    guard isInterrupted, error is CancellationError else { return nil }
    return isClosed ? registry.scope.map { .scopeClosed($0) } : .startInterrupted(in: registry)
  }

  /// Publishes the instances, unless the start was canceled.
  private func commit() throws {
    try Task.checkCancellation()
    // Work of the start may have closed its scope, without waiting for the end of it.
    if let scope = registry.scope, !scope.isOpen { throw RouteError.scopeClosed(scope) }
    let (plan, times) = (plan, progress.times)
    try lifecycle.state.withLock { state in
      guard case .starting = state.phase else { throw CancellationError() }
      // The instances can hold stopped ones.
      guard registry.stopsAround == state.stopsAround else { throw RouteError.startInterrupted(in: registry) }
      state.publishPending(in: registry.instances)
      state.phase = .started
      state.startReport = { StartReport(plan, times) }
      state.endStart()
    }
  }

  /// Ends a failed start, so that another one can begin.
  private func end(_ outcome: ScopeOutcome) async {
    // The instances that the start hasn't ended stay.
    lifecycle.state.withLock { state in
      state.publishPending(in: registry.instances)
      state.endStart()
    }
    _ = await registry.stopRegistriesAround(lifecycle, .failureOfExtension, outcome)
    lifecycle.state.withLock { $0.phase = .idle }
  }

  // MARK: - Slow starts

  /// Begins to report slow operations, and returns the calls of the reporting thread.
  ///
  /// It uses a thread, because blocking synchronous factories can occupy all threads of tasks.
  private func reportSlowWorks() -> [DeadlineThread.Call] {
    lifecycle.observers.map { observer in
      let report = SlowWorkReport(lifecycle: lifecycle, plan: plan, observer: observer)
      return DeadlineThread.shared.add(at: .now + observer.limit) { report.reportAllDue() }
    }
  }
}
