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
  /// A registry starts once. Several tasks can call the function: they all wait for the same start. If one of these
  /// tasks is canceled, its call throws at once, and the start goes on for the others. Until the start has succeeded as
  /// a whole, only its own factories and ``Starting`` closures see instances that wait for it. Other requests throw
  /// `notStarted`. Instances without a start of their own, and without a dependency on one, are available at once.
  ///
  /// If the registry is an extension, its base starts with it. In the registry of a scope, the function starts the
  /// scope's instances, as ``withScope(_:fileID:line:operation:)`` also does. An extension of a scope's registry also
  /// starts the singletons that it adds.
  ///
  /// If one instance fails, the function cancels the others, and stops the instances of this start, users before the
  /// instances that they need. You can then call it again. The same happens if the tasks of all callers are canceled.
  ///
  /// - Throws: The error of the first failed instance, with the routes that need it. `startInterrupted` or
  ///   `scopeClosed` if another task stops or closes the registry during the start, `notStarted` after ``stop()``, or
  ///   `CancellationError` if the calling task was canceled. `lifecycleCycle` if an asynchronous factory, ``Starting``,
  ///   or ``Stopping`` calls the function, and the start would wait for that.
  /// - Complexity: Linear in the number of instances and their dependencies, in addition to their own operations.
  public func start() async throws {
    guard let lifecycle else {
      do throws(RouteError) { return try checkIsOpen() } catch { throw reporting(error) }
    }
    _ = try await start(lifecycle)
  }

  /// Starts this registry, by itself or for an extension, and returns the caller.
  func start(_ lifecycle: Lifecycle, isHolding: Bool = false) async throws -> Int {
    // A closing that begins from here on finds the owner, and stops what it starts.
    let owner = owner
    if let scope, !scope.isOpen { throw reporting(.scopeClosed(scope)) }
    do {
      let caller = try await LifecycleWork.wait(for: lifecycle, isAlwaysPerformed: false) {
        () async throws -> Int in
        try await lifecycle.wait(in: owner) { $0.machine.start(by: $1, isHolding: isHolding) }
      }
      if let caller { return caller }
    } catch let error as RouteError {
      throw reporting(error)
    }
    if Task.isCancelled { throw CancellationError() }
    throw reporting(.lifecycleCycle("start()", of: placeOfLifecycle))
  }

  var placeOfLifecycle: String {
    scope.map { "the registry of \(RouteError.an($0.name))" } ?? RouteError.place(self)
  }

  /// The registry that creates the instances of this one's lifecycle.
  private var owner: Registry { scope?.maker(for: self) ?? maker }

  /// Stops the instances, users before the instances that they need.
  ///
  ///     try await registry.start()
  ///     await registry.stop()
  ///
  /// The ``Stopping`` operations of instances that don't need each other run at the same time, each within its limit.
  /// An instance needs its parameters, its ``Requires`` dependencies, and the instances that a closure has requested to
  /// create it. An instance that stores a ``Registry`` or a ``Resolver`` stops before all that don't need it. If
  /// an operation fails or takes too long, ``ObservesLifecycle`` and ``ReportsErrors`` receive the error, and the
  /// others still run. Canceling the calling task doesn't cancel them. The function ends a start in progress, which
  /// throws `startInterrupted`, and waits for instances that are being created, to stop them, too. If an operation of
  /// ``Starting`` or ``Stopping`` calls the function, it doesn't wait for the end. If the operation belongs to another
  /// registry that this stop waits for, ``ReportsErrors`` receives the error `lifecycleCycle`.
  ///
  /// From the call on, requests for instances with an asynchronous factory, ``Starting``, or ``Stopping``, and for
  /// instances that need one, throw `notStarted`. Only ``Stopping`` operations still get the ones that haven't begun to
  /// stop. Other instances stay available. A registry doesn't start again. Extensions of the registry stop first. If
  /// the registry is an extension, the function also stops its base, unless another started extension uses the base, or
  /// the base was started without this extension. Stopping twice does nothing.
  ///
  /// Close the scopes in the registry first, because their instances and operations can use the stopped instances. If
  /// scopes are open afterward, ``ReportsErrors`` receives the error `scopeStillOpen`, with the locations at which they
  /// were opened.
  public func stop() async { _ = await stopping() }

  /// Stops this registry, after the ones that use it and before the ones that it uses, and returns the errors.
  ///
  /// - Parameters:
  ///   - inner: A scope inside this registry that the caller closes later, if any.
  ///   - isClosing: Whether the base stops this registry, or closes its scope, and then stops itself.
  func stopping(
    outcome: ScopeOutcome = .finished, before inner: OpenScope? = nil, isClosing: Bool = false
  ) async -> [RouteError] {
    guard let lifecycle else {
      var errors: [RouteError] = []
      for other in (extensionsWithLifecycles + innerExtensions).reversed() {
        errors += await other.stopping(outcome: outcome, isClosing: true)
      }
      return errors
    }
    var errors = await ownStop(lifecycle, outcome, before: inner)
    for other in extensionsAround.reversed() {
      // The other registry has reported the errors to its own declarations.
      errors += await other.stopping(outcome: outcome, isClosing: true).map(reporting)
    }
    if !isClosing, let base, let used = base.lifecycle,
      lifecycle.endUse(of: used) || used.isStopped || used.isUnused
    {
      errors += await base.stopping(outcome: outcome).map(reporting)
    }
    return errors
  }

  /// Stops the instances of this registry, after the registries that use it, and returns the errors.
  private func ownStop(
    _ lifecycle: Lifecycle, _ outcome: ScopeOutcome, before inner: OpenScope?
  ) async -> [RouteError] {
    let owner = owner
    let users = lifecycle.relations.withLock { $0.extensions.compactMap(\.registry) } + owner.innerExtensions
    let task = StopCaller.calling {
      // From here on, requests are refused, even if the caller can't wait.
      let stop = lifecycle.beginStop(in: owner, isUsed: !users.isEmpty, outcome)
      return LifecycleWork.task {
        await LifecycleWork.runSteps(of: lifecycle) {
          var errors: [RouteError] = []
          if stop.isFirst {
            for user in users.reversed() { errors += await user.stopping(outcome: outcome, isClosing: true) }
          }
          errors += await lifecycle.end(stop, in: owner)
          if stop.isFirst { owner.reportOpenScopes(except: inner) }
          return errors
        }
      }
    }
    let errors = await LifecycleWork.wait(for: lifecycle, isAlwaysPerformed: true) { await task.value }
    if errors == nil, !LifecycleWork.isPart(of: lifecycle) {
      let error = RouteError.lifecycleCycle("stop()", of: placeOfLifecycle)
      _ = LifecycleWork.outside { reporting(error) }
    }
    return errors ?? []
  }

  /// Starts this registry, runs an operation with it as the current registry, and stops it.
  ///
  ///     try await registry.run {
  ///       try await Registry.current.makeDestination(to: .server).serve()
  ///     }
  ///
  /// The registry stops even if the start fails, the operation throws, or its task is canceled.
  ///
  /// - Parameter operation: The operation, in the caller's isolation. The registry is ``current`` in it and in the
  ///   tasks that it creates, except detached ones.
  /// - Returns: The result of the operation.
  /// - Throws: The error of ``start()`` or the operation, or otherwise the first error of stopping.
  public func run<Result>(_ operation: () async throws -> Result) async throws -> Result {
    try await run(before: nil, operation) { _ in }
  }

  /// Starts this registry, runs an operation, and stops this registry before the caller closes an inner scope, if any.
  ///
  /// - Parameter otherErrors: Receives the errors of stopping that the function doesn't throw.
  private func run<Result>(
    before inner: OpenScope?, _ operation: () async throws -> Result, otherErrors: (RouteError) -> Void
  ) async throws -> Result {
    let result: Result
    do {
      // A failed start leaves instances that only have `Stopping`.
      try await start()
      result = try await CurrentRegistry.with(self, operation)
    } catch {
      await stopping(outcome: .failed(error), before: inner).forEach(otherErrors)
      throw error
    }
    let errors = await stopping(before: inner)
    errors.dropFirst().forEach(otherErrors)
    if let error = errors.first { throw error }
    return result
  }

  /// Runs an operation after starting the registries of this registry's scopes, the outermost first, then stops them.
  ///
  /// - Parameters:
  ///   - startsRoot: Whether the registry around the scopes also starts, before all others.
  ///   - inner: A scope inside this registry that the caller closes later, if any.
  ///   - otherErrors: Receives the errors of stopping that the function doesn't throw.
  package func runWithRegistriesAround(
    startsRoot: Bool = true, before inner: OpenScope? = nil, _ operation: () async throws -> Void,
    otherErrors: (RouteError) -> Void
  ) async throws {
    guard let scope else {
      return try await startsRoot ? run(before: inner, operation, otherErrors: otherErrors) : operation()
    }
    try await scope.outer.runWithRegistriesAround(
      startsRoot: startsRoot, before: inner ?? scope,
      { try await run(before: inner, operation, otherErrors: otherErrors) }, otherErrors: otherErrors)
  }

  /// The instances that ``start()`` starts, in a valid order, each with the ones of its registry that it waits for.
  ///
  ///     for step in registry.startOrder { print(step) }
  ///     // FileDatabase
  ///     // JobQueue waits for FileDatabase
  ///
  /// Independent instances start at the same time. Instances of the base come before an extension's. An instance waits
  /// for its direct dependencies. If the registry starts several instances of one type, the text includes their names
  /// or else their locations: `FileDatabase (.archiveDatabase)`.
  ///
  /// - Complexity: Linear in the number of routes and dependencies on first access, and later in the number of the
  ///   instances and their dependencies.
  public var startOrder: [String] {
    (base?.startOrder ?? []) + extensionsAround.flatMap(\.ownStartOrder) + ownStartOrder
  }

  private var ownStartOrder: [String] {
    let instances = lifecycle == nil ? [] : lifecycleGraph.instances
    let repeated = instances.isEmpty ? [] : image.repeatedDestinations
    let names = instances.map { instance in
      let declaration = instance.route.declaration
      let destination = TypeName.of(declaration.destination)
      return repeated.contains(ObjectIdentifier(declaration.destination))
        ? TypeName.distinguished(destination, declaration.firstName, declaration.location) : destination
    }
    return zip(instances, names).map { instance, name in
      let others = instance.waitsFor.map { names[$0] }.joined(separator: ", ")
      return others.isEmpty ? name : "\(name) waits for \(others)"
    }
  }

  // MARK: - Registries around this one, and inside of its scope

  /// The outer extensions of a scope's extension, outermost first, which only this registry leads to.
  private var extensionsAround: [Registry] { scope?.extensionsAround ?? [] }

  /// The registries that start before this one: the base and, in a scope, the outer extensions.
  var neededRegistries: [Registry] {
    let leavesBase = lifecycle?.relations.withLock(\.leavesBase) ?? false
    return (leavesBase ? [] : base.map { [$0] } ?? []) + extensionsAround
  }

  /// Whether this registry, a base, or an outer registry was stopped.
  package var hasStopped: Bool {
    // Usually, no registry was stopped, and this takes no lock.
    guard attachments?.hasStopped ?? false else { return false }
    return lifecycle?.phase == .stopped || base?.hasStopped ?? false || scope?.outer.hasStopped ?? false
  }

  /// Whether a stop of this registry, a base, or an outer registry has begun.
  package var isStopping: Bool {
    lifecycle?.isStopped ?? false || base?.isStopping ?? false || scope?.outer.isStopping ?? false
  }

  /// The registries of this scope's extensions.
  private var innerExtensions: [Registry] {
    scope?.inner.filter { $0.location == nil }.compactMap(\.scope.currentMaker) ?? []
  }
}
