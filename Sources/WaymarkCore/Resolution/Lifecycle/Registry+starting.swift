import WaymarkRuntime

extension Registry {
  /// Creates and starts the registry's instances, in the order of the graph.
  ///
  ///     let registry = try Registry { DatabaseModule() }
  ///     try await registry.start()
  ///     let database = try registry.makeDestination(to: .database)
  ///
  /// These are the kept instances with an asynchronous factory, ``Starting``, or ``Eager``. Each starts after its
  /// parameters and its ``Requires`` dependencies, including indirect ones. Independent instances start at the same
  /// time, and no thread is blocked. Afterward, requests return the instances synchronously.
  ///
  /// Each instance starts once, even if several tasks call the function: they all wait for the same start. If one of
  /// these tasks is canceled, its call throws at once, and the start goes on for the others. If the registry is an
  /// extension, its base starts first. If the base was stopped separately since the last start, the extension's own
  /// instances also stop and start again, and so do a scope's after a stop of a registry around the scope. In the
  /// registry of a scope, the function starts the scope's instances, as ``withScope(_:fileID:line:operation:)`` also
  /// does. An extension of a scope's registry also starts the singletons that it adds, and stops them with itself. In
  /// the scope of an early registry, the function also starts instances that the complete extension adds to the scope.
  ///
  /// If one instance fails, the function cancels the others and stops started ones in reverse order. Instances that the
  /// start doesn't need stay, such as ones that another task has started on demand. You can then call it again. The
  /// same happens if the tasks of all callers are canceled, or if another task calls ``stop()`` or ``close()``.
  ///
  /// - Throws: The error of the first failed instance, with the routes that need it. `startInterrupted` or
  ///   `scopeClosed` if another task has stopped or closed the registry, or `CancellationError` if the calling task was
  ///   canceled. `lifecycleCycle` if an asynchronous factory, ``Starting``, or ``Stopping`` calls the function, and the
  ///   start would wait for that.
  /// - Complexity: Linear in the number of instances and their dependencies, in addition to their own operations.
  public func start() async throws { try await (scopeCompletion ?? self).start(isForExtension: false) }

  /// The extension of this scope's registry in an early registry's complete extension, if it starts anything.
  private var scopeCompletion: Registry? {
    guard let scope, completesLifecycles(in: scope.type) else { return nil }
    return completion
  }

  /// Starts this registry, by itself or for an extension, with or without its base.
  private func start(isForExtension: Bool, startsBase: Bool = true) async throws {
    guard let lifecycle else {
      do throws(RouteError) { return try checkIsOpen() } catch { throw reporting(error) }
    }
    // A stop that's called later ends this start, even if the start joins the lifecycle after it.
    let stopRequests = lifecycle.state.withLock(\.stopRequests)
    let perform: @Sendable () async -> Result<Void, any Error> = {
      do {
        return .success(try await self.performStart(lifecycle, isForExtension, startsBase, stopRequests))
      } catch {
        return .failure(error)
      }
    }
    // A closing scope refuses the start at once.
    if lifecycle.isClosed { return try await perform().get() }
    guard let result = await LifecycleWork.wait(for: lifecycle, isAlwaysPerformed: false, perform) else {
      if Task.isCancelled { throw CancellationError() }
      throw reporting(.lifecycleCycle("start()", of: placeOfLifecycle, by: LifecycleWork.caller))
    }
    try result.get()
  }

  private var placeOfLifecycle: String {
    scope.map { "the registry of a \($0.name)" } ?? RouteError.place(self)
  }

  private func performStart(
    _ lifecycle: Lifecycle, _ isForExtension: Bool, _ startsBase: Bool, _ stopRequests: Int
  ) async throws {
    let owner = scope?.maker(for: self) ?? maker
    while true {
      let joining = lifecycle.join(isForExtension: isForExtension, since: stopRequests) {
        StartRun(
          registry: owner, lifecycle: lifecycle, plan: owner.startPlan, startsBase: startsBase)
      }
      switch joining {
      case .done:
        // A caller can have stopped the base or an outer registry separately.
        guard startsBase else { return }
        do {
          if let base {
            try await LifecycleWork.runSteps(of: lifecycle) { try await base.start(isForExtension: true) }
          }
        } catch {
          throw (error as? RouteError).map(reporting) ?? error
        }
        let stops = stopsAround
        guard lifecycle.state.withLock({ stops > $0.stopsAround }) else { return }
        // This registry's instances can hold stopped ones, so they start again.
        _ = await stopping(.stopAround(stops))
      case .closed: throw scope.map { reporting(.scopeClosed($0)) } ?? CancellationError()
      case .interrupted: throw reporting(.startInterrupted(in: self))
      case .wait(let end):
        try await FirstResult.end(of: end)
        try Task.checkCancellation()
      case .start(let task):
        do {
          // The last caller waits for the end of a start that its cancellation cancels.
          try await FirstResult.end {
            try await task.value
          } isLeaving: {
            lifecycle.leave(task)
          }
        } catch let error as RouteError where error.code == .startInterrupted || error.code == .scopeClosed {
          throw Task.isCancelled ? CancellationError() : error
        }
        return
      }
    }
  }

  /// Stops the started instances, in the reverse order of starting.
  ///
  ///     try await registry.start()
  ///     await registry.stop()
  ///
  /// The ``Stopping`` operations run one after another, each within its limit. If one fails or takes too long,
  /// ``ObservesLifecycle`` and ``ReportsErrors`` receive the error, and the others still run. Canceling the calling
  /// task doesn't cancel them. The function first ends a start in progress, which throws `startInterrupted`. If an
  /// operation of ``Starting`` or ``Stopping`` calls the function, it doesn't wait for the end. If the operation
  /// belongs to another registry that this stop waits for, ``ReportsErrors`` receives the error `lifecycleCycle`.
  ///
  /// Afterward, requests for the stopped instances throw `notStarted` until the next ``start()``, which creates new
  /// instances of them and of kept instances that depend on them, also in open scopes and extensions. There, an
  /// instance that only a start creates needs the next ``start()`` of its own registry. Requests in a closure are
  /// dependencies only if the route declares them with ``Requires``. A request that creates such an instance during the
  /// stop throws `notStarted`, because the instance may hold a stopped one. If the registry is an extension, the
  /// function also stops its base, unless another extension uses it. Stopping twice, or before a start, does nothing.
  ///
  /// Close the scopes in the registry first, because their instances and operations can use the stopped instances. If
  /// scopes are open afterward, ``ReportsErrors`` receives the error `scopeStillOpen`, with the locations at which they
  /// were opened.
  public func stop() async { _ = await stoppingCompletion() }

  /// Stops this registry, after the part of it that an early registry's complete extension adds to a scope.
  ///
  /// - Parameter inner: A scope inside this registry that the caller closes later, if any.
  func stoppingCompletion(
    _ outcome: ScopeOutcome = .finished, before inner: OpenScope? = nil
  ) async -> [RouteError] {
    let errors = await scopeCompletion?.stopping(outcome: outcome, before: inner) ?? []
    return errors + (await stopping(outcome: outcome, before: inner))
  }

  /// The instances that ``start()`` starts, in a valid order, each with the instances that it waits for.
  ///
  ///     for step in registry.startOrder { print(step) }
  ///
  /// Independent instances start at the same time. Instances of the base come before an extension's.
  ///
  /// - Complexity: Linear in the number of routes on first access, and later in the number of the instances.
  public var startOrder: [StartStep] {
    (base?.startOrder ?? []) + extensionsAround.flatMap(\.ownStartOrder) + ownStartOrder
  }

  private var ownStartOrder: [StartStep] { lifecycle == nil ? [] : startPlan.steps(in: layer) }
}

extension Registry {
  /// Starts the base, which counts this extension until its stop, its release, or the failure of its start.
  private func startBase(_ lifecycle: Lifecycle) async throws {
    guard let base else { return }
    // Count the extension before the start of the base, so that no other extension stops the base meanwhile.
    if let used = base.lifecycle { lifecycle.beginUse(of: used) }
    try await base.start(isForExtension: true)
  }

  /// Stops the base, unless another extension uses it or, after a failure, someone else has started it.
  private func stopBase(
    _ lifecycle: Lifecycle, _ reason: Lifecycle.StopReason, _ outcome: ScopeOutcome
  ) async -> [RouteError] {
    guard lifecycle.endUseOfBase(), let base else { return [] }
    // The base has reported the errors to its own declarations.
    return await base.stopping(reason, outcome: outcome).map(reporting)
  }

  /// Starts an extension's base and, in a scope, its outer extensions.
  func startRegistriesAround(_ lifecycle: Lifecycle, startsBase: Bool) async throws {
    // A scope with outer extensions has a base.
    guard base != nil else { return }
    try await LifecycleWork.runSteps(of: lifecycle) {
      if startsBase { try await startBase(lifecycle) }
      try await startExtensionsAround()
    }
  }

  /// Stops an extension's outer extensions, in a scope, and its base.
  func stopRegistriesAround(
    _ lifecycle: Lifecycle, _ reason: Lifecycle.StopReason, _ outcome: ScopeOutcome
  ) async -> [RouteError] {
    guard base != nil else { return [] }
    return await LifecycleWork.runSteps(of: lifecycle) {
      await stopExtensionsAround(reason, outcome) + stopBase(lifecycle, reason, outcome)
    }
  }

  /// Starts the outer extensions of a scope's extension, each without its base.
  private func startExtensionsAround() async throws {
    for registry in extensionsAround { try await registry.start(isForExtension: true, startsBase: false) }
  }

  private func stopExtensionsAround(
    _ reason: Lifecycle.StopReason, _ outcome: ScopeOutcome
  ) async -> [RouteError] {
    await Self.stop(extensionsAround, reason, outcome).map(reporting)
  }

  static func stop(
    _ around: [Registry], _ reason: Lifecycle.StopReason, _ outcome: ScopeOutcome
  ) async -> [RouteError] {
    var errors: [RouteError] = []
    for registry in around.reversed() { errors += await registry.stopping(reason, outcome: outcome) }
    return errors
  }

  /// Stops the started instances, and returns the errors.
  ///
  /// - Parameter inner: A scope inside this registry that the caller closes later, if any.
  private func stopping(
    _ reason: Lifecycle.StopReason = .request, outcome: ScopeOutcome = .finished,
    before inner: OpenScope? = nil
  ) async -> [RouteError] {
    guard let lifecycle else { return [] }
    let owner = scope?.maker(for: self) ?? maker
    let stopping = lifecycle.beginStopping(for: reason) {
      let errors = await owner.stopAll(lifecycle, reason, outcome)
      owner.reportOpenScopes(after: reason, except: inner)
      return errors
    }
    switch stopping {
    // A running extension keeps its outer extensions.
    case .nothing: return reason == .request ? await stopExtensionsAround(reason, outcome) : []
    case .wait(let onDemand, let end):
      return await waiting(for: lifecycle) {
        await lifecycle.end(onDemand)
        await end()
        return await self.stopping(.endOfStart, outcome: outcome)
      }
    case .stop(let task): return await waiting(for: lifecycle) { await task.value }
    }
  }

  /// Waits for a stop and returns its errors, unless the stop waits for the calling operation.
  private func waiting(
    for lifecycle: Lifecycle, _ stop: @escaping @Sendable () async -> [RouteError]
  ) async -> [RouteError] {
    let errors = await LifecycleWork.wait(for: lifecycle, isAlwaysPerformed: true, stop)
    if errors == nil, !LifecycleWork.isPart(of: lifecycle) {
      let error = RouteError.lifecycleCycle("stop()", of: placeOfLifecycle, by: LifecycleWork.caller)
      _ = InstanceWork.outside { reporting(error) }
    }
    return errors ?? []
  }

  private func stopAll(
    _ lifecycle: Lifecycle, _ reason: Lifecycle.StopReason, _ outcome: ScopeOutcome
  ) async -> [RouteError] {
    let reason = reason == .request || reason == .endOfStart ? .endOfExtension : reason
    var errors = await endInstances(lifecycle, outcome)
    // After a stop around them, the instances start again at once, and go on using the base.
    if case .stopAround = reason {} else { errors += await stopRegistriesAround(lifecycle, reason, outcome) }
    errors += await endInstancesAfterStopsAround(lifecycle, outcome)
    lifecycle.state.withLock { $0.phase = .stopped }
    return errors
  }
}

extension Registry {
  /// The outer extensions of a scope's extension, outermost first, which only this registry leads to.
  var extensionsAround: [Registry] { scope?.extensionsAround ?? [] }
}
