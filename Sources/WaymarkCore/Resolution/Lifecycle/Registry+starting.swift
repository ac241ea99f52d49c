import WaymarkRuntime

extension Registry {
  /// Makes and starts what this registry keeps, in the order of the graph.
  ///
  ///     let registry = try Registry { DatabaseModule() }
  ///     try await registry.start()
  ///     let database = try registry.makeDestination(to: .database)
  ///
  /// These are the kept instances that have an asynchronous factory, ``Starting``, or ``Eager``. Each is started after
  /// everything that it needs as a parameter or by ``Requires``, also through other routes; instances that don't need
  /// each other are started at the same time. No thread is blocked. Afterward, requests return the instances
  /// synchronously.
  ///
  /// Each instance is made and started once, however many tasks call the function: they all wait for the same start.
  /// If the registry is an extension, its base is started first. In the registry of a scope, what the scope keeps is
  /// started; ``withScope(_:operation:)`` does that, too. An extension of a scope's registry also starts the singletons
  /// that it adds, and stops them when it's stopped or closed. In the scope of an early registry, the function also starts
  /// what the complete extension adds to the scope.
  ///
  /// If one instance fails, the others are canceled, those that were started are stopped in reverse order, and nothing
  /// is started; the function may be called again. The same happens if the tasks of all callers are canceled, or if
  /// another task calls ``stop()`` or ``close()``.
  ///
  /// - Throws: The error of the first instance that failed, with the routes that need it. `startInterrupted` or
  ///   `scopeClosed` if another task has stopped or closed the registry, or `CancellationError` if the calling task was
  ///   canceled. `lifecycleCycle` if an asynchronous factory, ``Starting``, or ``Stopping`` calls the function, and the
  ///   start would wait for that.
  /// - Complexity: Linear in the number of instances and their dependencies, in addition to their own work.
  public func start() async throws { try await (scopeCompletion ?? self).start(isForExtension: false) }

  /// The extension of this scope's registry in the complete extension of an early registry; nil if nothing is started in
  /// it.
  private var scopeCompletion: Registry? {
    guard let scope, completesLifecycles(in: scope.type) else { return nil }
    return completion
  }

  /// Starts this registry, by itself or because an extension is started.
  ///
  /// - Parameters:
  ///   - isForExtension: Whether the start is part of that of an extension.
  ///   - startsBase: Whether the registry's base is started, too.
  private func start(isForExtension: Bool, startsBase: Bool = true) async throws {
    guard let lifecycle else {
      do throws(RouteError) { return try checkIsOpen() } catch { throw reporting(error) }
    }
    let perform: @Sendable () async -> Result<Void, any Error> = {
      do {
        return .success(try await self.performStart(lifecycle, isForExtension, startsBase))
      } catch {
        return .failure(error)
      }
    }
    // A scope that's being closed refuses the start at once.
    if lifecycle.isClosed { return try await perform().get() }
    guard let result = await LifecycleWork.wait(for: lifecycle, isAlwaysPerformed: false, perform) else {
      if Task.isCancelled { throw CancellationError() }
      throw reporting(.lifecycleCycle("start()", of: placeOfLifecycle, by: LifecycleWork.caller))
    }
    try result.get()
  }

  /// The name of the registry in messages about its start or its stop.
  private var placeOfLifecycle: String {
    scope.map { "the registry of a \($0.name)" } ?? RouteError.place(self)
  }

  private func performStart(
    _ lifecycle: Lifecycle, _ isForExtension: Bool, _ startsBase: Bool
  ) async throws {
    let keeper = scope?.maker(for: self) ?? maker
    while true {
      let joining = lifecycle.join(isForExtension: isForExtension) {
        StartRun(
          registry: keeper, lifecycle: lifecycle, plan: keeper.startPlan, startsBase: startsBase)
      }
      switch joining {
      case .done:
        // The base may have been stopped by itself.
        guard startsBase, base != nil else { return }
        do {
          try await LifecycleWork.runSteps(of: lifecycle) { try await base?.start(isForExtension: true) }
        } catch {
          throw (error as? RouteError).map(reporting) ?? error
        }
        return
      case .closed: throw scope.map { reporting(.scopeClosed($0)) } ?? CancellationError()
      case .wait(let end):
        await end()
        try Task.checkCancellation()
      case .start(let task):
        let hasLeft = Flag()
        let result = await withTaskCancellationHandler {
          await task.result
        } onCancel: {
          if lifecycle.leave(task) { hasLeft.set() }
        }
        do {
          try result.get()
        } catch let error as RouteError where error.code == .startInterrupted || error.code == .scopeClosed {
          throw Task.isCancelled ? CancellationError() : error
        }
        // Others have waited for the start, so it wasn't canceled.
        if hasLeft.isSet { throw CancellationError() }
        return
      }
    }
  }

  /// Stops what was started, in the reverse order of starting.
  ///
  ///     try await registry.start()
  ///     await registry.stop()
  ///
  /// The works of ``Stopping`` run one after another, each within its limit. One that fails or takes too long is
  /// reported to ``ObservesLifecycle`` and ``ReportsErrors``, and the others run all the same. Canceling the calling
  /// task doesn't cancel them. A start that isn't finished is ended first, and throws `startInterrupted`. Work of
  /// ``Starting`` or ``Stopping`` can also call the function, which then doesn't wait for the end. If the work belongs to
  /// another registry that this stop waits for, ``ReportsErrors`` receives the error `lifecycleCycle`.
  ///
  /// Afterward, requests for what was stopped throw `notStarted` until ``start()`` is called again, which makes new
  /// instances; also of kept instances that depend on them. If the registry is an extension, its base is stopped, too,
  /// unless another extension of it is started or being started. Stopping twice, or before anything was started, does
  /// nothing.
  public func stop() async { _ = await stoppingCompletion() }

  /// Stops this registry, after the part of it that the complete extension of an early registry adds to a scope.
  private func stoppingCompletion() async -> [RouteError] {
    let errors = await scopeCompletion?.stopping() ?? []
    return errors + (await stopping())
  }

  /// Starts this registry, runs an operation with it as the current registry, and stops it.
  ///
  ///     try await registry.run {
  ///       try await Registry.current.makeDestination(to: .server).serve()
  ///     }
  ///
  /// The registry is stopped also if the operation throws or its task is canceled.
  ///
  /// - Parameter operation: The operation, which runs in the caller's isolation. The registry is ``current`` in it and
  ///   in the tasks that it creates, except detached ones.
  /// - Returns: What the operation returns.
  /// - Throws: What ``start()`` or the operation throws, or otherwise the first error of stopping.
  public func run<Result>(_ operation: () async throws -> Result) async throws -> Result {
    try await start()
    let result: Result
    do {
      result = try await CurrentRegistry.with(self, operation)
    } catch {
      await stop()
      throw error
    }
    if let error = await stoppingCompletion().first { throw error }
    return result
  }

  /// The instances that ``start()`` starts, in an order in which that's possible, each with what it waits for.
  ///
  ///     for step in registry.startOrder { print(step) }
  ///
  /// Those that don't wait for each other are started at the same time. An extension's are preceded by those of its
  /// base.
  ///
  /// - Complexity: Linear in the number of routes at the first access, and later in that of the instances.
  public var startOrder: [StartStep] {
    (base?.startOrder ?? []) + extensionsAround.flatMap(\.ownStartOrder) + ownStartOrder
  }

  private var ownStartOrder: [StartStep] { lifecycle == nil ? [] : startPlan.steps }
}

extension Registry {
  /// Starts the base, which counts this extension until it's stopped, or until its start fails.
  ///
  /// It's part of a start of this extension, so nothing else changes how it's counted.
  private func startBase(_ lifecycle: Lifecycle) async throws {
    guard let base else { return }
    if let used = base.lifecycle {
      // It's counted before the base is started, so that no other extension stops the base meanwhile.
      lifecycle.state.withLock { $0.isUsingBase = true }
      used.state.withLock { $0.extensions += 1 }
    }
    try await base.start(isForExtension: true)
  }

  /// Stops the base, unless another extension of it is started, or is being started.
  ///
  /// After a failure, it's only stopped if nothing but extensions has started it.
  private func stopBase(_ lifecycle: Lifecycle, _ reason: Lifecycle.StopReason) async -> [RouteError] {
    let wasUsing = lifecycle.state.withLock { state in
      defer { state.isUsingBase = false }
      return state.isUsingBase
    }
    guard wasUsing, let base, let used = base.lifecycle else { return [] }
    used.state.withLock { $0.extensions -= 1 }
    // The base has reported the errors to its own declarations.
    return await base.stopping(reason).map(reporting)
  }

  /// Starts the base of an extension, and the extensions around that of a scope.
  func startRegistriesAround(_ lifecycle: Lifecycle, startsBase: Bool) async throws {
    guard base != nil || !extensionsAround.isEmpty else { return }
    try await LifecycleWork.runSteps(of: lifecycle) {
      if startsBase { try await startBase(lifecycle) }
      try await startExtensionsAround()
    }
  }

  /// Stops the extensions around that of a scope, and the base of an extension.
  func stopRegistriesAround(_ lifecycle: Lifecycle, _ reason: Lifecycle.StopReason) async -> [RouteError] {
    guard base != nil || !extensionsAround.isEmpty else { return [] }
    return await LifecycleWork.runSteps(of: lifecycle) {
      await stopExtensionsAround(reason) + stopBase(lifecycle, reason)
    }
  }

  /// Starts the extensions of the registries around that of a scope, each without its base.
  private func startExtensionsAround() async throws {
    for registry in extensionsAround { try await registry.start(isForExtension: true, startsBase: false) }
  }

  /// Stops the extensions of the registries around that of a scope.
  private func stopExtensionsAround(_ reason: Lifecycle.StopReason) async -> [RouteError] {
    await Self.stop(extensionsAround, reason).map(reporting)
  }

  static func stop(_ around: [Registry], _ reason: Lifecycle.StopReason) async -> [RouteError] {
    var errors: [RouteError] = []
    for registry in around.reversed() { errors += await registry.stopping(reason) }
    return errors
  }

  /// Stops what was started, and returns the errors.
  private func stopping(_ reason: Lifecycle.StopReason = .request) async -> [RouteError] {
    guard let lifecycle else { return [] }
    let keeper = scope?.maker(for: self) ?? maker
    switch lifecycle.beginStopping(for: reason, { await keeper.stopAll(lifecycle, reason) }) {
    // An extension that goes on keeps those around it.
    case .nothing: return reason == .request ? await stopExtensionsAround(reason) : []
    case .wait(let end):
      return await waiting(for: lifecycle) {
        await end()
        return await self.stopping(.endOfStart)
      }
    case .stop(let task): return await waiting(for: lifecycle) { await task.value }
    }
  }

  /// Waits for a stop and returns its errors, unless the stop waits for the work that calls this function.
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

  private func stopAll(_ lifecycle: Lifecycle, _ reason: Lifecycle.StopReason) async -> [RouteError] {
    let reason = reason == .request ? .endOfExtension : reason
    var errors = await lifecycle.stopAll(in: self)
    empty(restartableInstances?.slots ?? [], lifecycle)
    errors += await stopRegistriesAround(lifecycle, reason)
    lifecycle.state.withLock { $0.phase = .stopped }
    return errors
  }

  /// Returns the slots of the instances of routes, and of their conversions.
  func slots(of routes: [CompiledRoute]) -> Set<Int> {
    let routes = Set(routes.map { ObjectIdentifier($0) })
    let providers = layer.fromTheBase.flatMap(\.providers).filter {
      routes.contains(ObjectIdentifier($0.route))
    }
    return Set(providers.map(\.slot) + providers.compactMap(\.route.instanceSlot))
  }

  /// Empties the slots of instances that were stopped, and of those that depend on them.
  func empty(_ slots: Set<Int>, _ lifecycle: Lifecycle) {
    guard enter() else { return }
    defer { leave() }
    let taken = slots.compactMap { slot in scope.map { $0.take(-2 - slot) } ?? instances.take(slot) }
    lifecycle.state.withLock { state in
      // Another thread may be reading these without counting a reference.
      if scope == nil { state.retired += taken }
    }
    withExtendedLifetime(taken) {}
  }
}

extension Registry {
  /// The extensions of the registries around that of a scope, the outermost first; empty if this isn't an extension.
  ///
  /// Only this registry leads to them.
  var extensionsAround: [Registry] { scope?.extensionsAround ?? [] }
}
