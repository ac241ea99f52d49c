public import WaymarkRuntime

/// The sources of the current registry: the thread's resolution stack, the task, and the process.
@usableFromInline
package enum CurrentRegistry {
  @TaskLocal private static var bound: Registry?

  /// Whether any task has ever bound a registry, so that reads need the task-local.
  ///
  /// It changes once, to true. A relaxed read suffices in a task with a binding: `noteBinding` has read or stored true
  /// before the binding, which happens before everything in the task, on whatever thread. In other tasks the task-local
  /// is nil, so either value gives the same result.
  private static var everBound: Bool { InstalledObject.hasBoundObject(ordering: .relaxed) }

  private static let installedReference = ImmortalReference<Registry>()

  /// The current registry if none is installed.
  private static let none: Registry = {
    let linked = Linked(Routes(), mode: .new, base: nil, stage: .early)
    return Registry(Registry.Parts(linked.image, of: linked, nil, [], name: nil), purpose: .standIn)
  }()

  /// The closures to call when another registry is installed.
  ///
  /// The lock is also for changes of the installed registry and `everBound`.
  private static let waiting = Lock<[@Sendable () -> Void]>([])

  static func install(_ registry: Registry) {
    registry.keepForever()
    let bodies = waiting.withLock { waiting in
      installedReference.store(registry)
      // A relaxed load suffices because this lock guards every store.
      if !everBound { InstalledObject.set(installedReference.unretained) }
      defer { waiting = [] }
      return waiting
    }
    // A closure can use the registry, and install another one.
    for body in bodies { body() }
  }

  /// Calls a closure once as soon as another registry is installed than a known one, on the thread that installs it.
  ///
  /// The known one may be the current registry for the case that none is installed.
  package static func whenInstalled(after known: Registry, _ body: @escaping @Sendable () -> Void) {
    let isInstalled = waiting.withLock { waiting in
      if installed !== known { return true }
      waiting.append(body)
      return false
    }
    if isInstalled { body() }
  }

  /// Records that a task binds a registry, so that later reads use the task-local.
  private static func noteBinding() {
    // The store comes last and has release ordering, and the load has acquire ordering. If the load reads true, this
    // thread, and threads that continue the task, read no installed object either. Otherwise, while another task binds
    // the first registry, `remembered` could ignore the binding that follows.
    guard !InstalledObject.hasBoundObject(ordering: .acquiring) else { return }
    waiting.withLock { _ in
      InstalledObject.set(UnretainedReference<Registry>?.none)
      InstalledObject.noteBoundObject()
    }
  }

  static func isInstalled(_ registry: Registry) -> Bool {
    guard let installed = installedReference.object else { return false }
    return installed === registry || registry.isCounted && installed.isSame(as: registry)
  }

  package static var installed: Registry { installedReference.object ?? none }

  /// The installed registry, without counting a reference.
  ///
  /// The process never releases an installed registry, nor the registry for the case that none is installed.
  static var unretainedInstalled: UnretainedReference<Registry> {
    installedReference.unretained ?? UnretainedReference(immortal: none)
  }

  /// The registry of the creation in progress on this thread, or else the task's registry.
  package static var boundHere: Registry? {
    // `CompiledRoute.making`, `Registry.reporting`, and `with` push frames, always with a registry as the owner.
    if let owner = ResolutionStack.unretainedOwner(as: Registry.self) { return owner.object }
    return everBound ? bound : nil
  }

  /// Whether tasks of this program bind registries, but this task doesn't and this thread runs no factory.
  static var isBindingMissing: Bool {
    // The frame of `withoutReports` belongs to a request, and binds nothing.
    everBound && bound == nil && ResolutionStack.all.allSatisfy { $0.subject is RegistryImage }
  }

  /// The registry that a wrapper captures at its creation, or nil.
  ///
  /// A wrapper doesn't capture an installed root or its base, so that it uses the one installed at the first access. It
  /// does capture the registry of a scope, so that an instance of one session never uses the next session's instances.
  @inlinable
  @inline(__always)
  static var remembered: Registry? {
    // Only registries are installed.
    InstalledObject.unretained(as: Registry.self) == nil ? rememberedHere : nil
  }

  @usableFromInline static var rememberedHere: Registry? {
    guard let registry = boundHere, registry.scope != nil || !isInstalled(registry) && !isKeptBelow(registry)
    else { return nil }
    return registry
  }

  /// Returns whether a registry makes the kept instances of a base of the installed registry.
  private static func isKeptBelow(_ registry: Registry) -> Bool {
    guard registry.isCounted else { return false }
    return sequence(first: installed) { $0.base }.contains { $0.isSame(as: registry) }
  }

  @usableFromInline
  static func with(_ registry: Registry, _ operation: () throws -> Void) rethrows {
    noteBinding()
    // Tasks that the operation creates inherit the task-local. The frame takes precedence over the frames of a factory
    // in progress on this thread.
    try $bound.withValue(registry) {
      try ResolutionStack.with(owner: registry, subject: nil, operation)
    }
  }

  package static func with<Result>(
    _ registry: Registry, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    noteBinding()
    // An immediate task begins on the stack of its creator, where a frame takes precedence over the task-local. After
    // a suspension, the task runs without these frames.
    if ResolutionStack.depth > 0 { await Task.yield() }
    return try await $bound.withValue(registry, operation: operation)
  }

  /// Runs an operation that creates tasks, which then don't retain the calling task's registry.
  package static func withoutBinding(_ operation: () -> Void) { $bound.withValue(nil, operation: operation) }
}

extension Registry {
  /// The current registry, the default for ``Router`` and `@Routed` properties.
  ///
  ///     for diagnostic in Registry.current.diagnostics { print(diagnostic) }
  ///
  /// Inside a factory or a preparation, it's the registry that creates the destination. Otherwise, it's the registry
  /// that `withCurrent(_:operation:)` binds to the task, or else the installed one. Without any, it's an empty registry
  /// that throws `noRegistryInstalled`. You can read it on any thread.
  ///
  /// - Complexity: O(1): a thread-local and an atomic load, and a task-local once any task has bound a registry.
  public static var current: Registry { CurrentRegistry.boundHere ?? CurrentRegistry.installed }

  /// Installs a registry for the whole process, replacing an earlier one.
  ///
  ///     let registry = try Registry { EditorModule() }
  ///     Registry.install(registry)
  ///
  /// Call it when the program starts, and again with an extended registry after loading more of the program. Routers
  /// and `@Routed` properties that already use the old registry keep using it. The process never releases an installed
  /// registry and its singletons, so tests should bind a registry to their task instead. You can call it on any thread.
  ///
  /// - Parameter registry: The registry to install.
  public static func install(_ registry: Registry) { CurrentRegistry.install(registry) }

  /// Runs a synchronous operation with a registry bound to the current task.
  ///
  ///     let title = try Registry.withCurrent(testRegistry) {
  ///       try Router.makeDestination(to: .editor).title
  ///     }
  ///
  /// - Parameters:
  ///   - registry: The registry to bind.
  ///   - operation: The operation. The registry is ``current`` in it and in the tasks that it creates, except detached
  ///     ones.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation.
  @inlinable
  public static func withCurrent<Result>(
    _ registry: Registry, operation: () throws -> Result
  ) rethrows -> Result {
    // Binding isn't generic, because its unspecialized code would copy the result twice.
    var result: Result?
    try CurrentRegistry.with(registry) { result = try operation() }
    guard let result else { preconditionFailure("the operation has returned a result") }
    return result
  }

  /// Runs an asynchronous operation with a registry bound to the current task.
  ///
  ///     try await Registry.withCurrent(testRegistry) {
  ///       try await Router.perform(to: .editor, path: .push(from: window)).completed()
  ///     }
  ///
  /// - Parameters:
  ///   - registry: The registry to bind.
  ///   - operation: The operation, in the caller's isolation. The registry is ``current`` in it and in the tasks that
  ///     it creates, except detached ones.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation.
  public static func withCurrent<Result>(
    _ registry: Registry, operation: () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentRegistry.with(registry, operation)
  }
}
