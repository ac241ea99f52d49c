import Synchronization
public import WaymarkRuntime

/// The sources of the current registry: this thread's resolution stack, its task, and the process.
@usableFromInline
enum CurrentRegistry {
  @TaskLocal private static var bound: Registry?

  /// Whether any task has ever bound a registry; until then, the task-local isn't read.
  ///
  /// It changes once, to true. A relaxed read suffices in a task with a binding: `noteBinding` has read or
  /// stored true before the binding, which happens before everything in the task, on whatever thread. In other
  /// tasks the task-local is nil, so that either value gives the same result.
  private static let everBound = Atomic<Bool>(false)

  private static let installedReference = ImmortalReference<Registry>()

  /// The registry that's used when none is installed.
  private static let none = Registry.standIn()

  /// The lock that's held while the installed registry or `everBound` changes.
  private static let changing = Lock(())

  static func install(_ registry: Registry) {
    registry.keepForever()
    changing.withLock {
      installedReference.store(registry)
      // Relaxed, because every store is made while this lock is held.
      if !everBound.load(ordering: .relaxed) { InstalledObject.set(installedReference.unretained) }
    }
  }

  /// Records that a task binds a registry, so that later reads don't skip the task-local.
  private static func noteBinding() {
    // The store has release ordering and comes last, and the load has acquire ordering: if it reads true, this
    // thread and those that continue the task read no installed object either. Otherwise, while another task
    // is binding the first registry, `remembered` could ignore the binding that follows.
    guard !everBound.load(ordering: .acquiring) else { return }
    changing.withLock {
      InstalledObject.set(UnretainedReference<Registry>?.none)
      everBound.store(true, ordering: .releasing)
    }
  }

  /// Returns whether a registry, or the one that's for its instances, is installed.
  static func isInstalled(_ registry: Registry) -> Bool {
    if installedReference.holds(registry) { return true }
    return registry.isCounted && installedReference.object?.isSame(as: registry) ?? false
  }

  static var installed: Registry { installedReference.object ?? none }

  /// The installed registry, without counting a reference.
  ///
  /// An installed registry exists as long as the process, and so does the one that's used when none is
  /// installed.
  @usableFromInline
  static var unretainedInstalled: UnretainedReference<Registry> {
    installedReference.unretained ?? UnretainedReference(immortal: none)
  }

  /// The registry that's making something on this thread, or else the one that's bound to this task.
  static var boundHere: Registry? {
    if let owner = ResolutionStack.innermostOwner {
      // Frames are pushed by `CompiledRoute.making`, `Registry.reporting`, and `with` below, all of which
      // give a registry as the owner.
      return knownDowncast(owner, to: Registry.self)
    }
    return everBound.load(ordering: .relaxed) ? bound : nil
  }

  /// Whether tasks of this program bind registries, but neither this task nor a factory on this thread does.
  static var isBindingMissing: Bool { everBound.load(ordering: .relaxed) && boundHere == nil }

  /// The registry that a wrapper captures when it's created: the one that's making something or bound here.
  ///
  /// The installed registry isn't captured, so that the wrapper uses the one that's installed at first
  /// access.
  @inlinable
  @inline(__always)
  static var remembered: Registry? {
    // Only registries are installed.
    InstalledObject.unretained(as: Registry.self) == nil ? rememberedHere : nil
  }

  @usableFromInline
  static var rememberedHere: Registry? {
    guard let registry = boundHere, !isInstalled(registry) else { return nil }
    return registry
  }

  /// Binds a registry while a synchronous operation runs.
  @usableFromInline
  static func with(_ registry: Registry, _ operation: () throws -> Void) rethrows {
    noteBinding()
    // The task-local is inherited by tasks that the operation creates. The frame takes precedence over those
    // of a factory that's running on this thread.
    try $bound.withValue(registry) {
      try ResolutionStack.with(owner: registry, subject: nil, operation)
    }
  }

  /// Binds a registry while an asynchronous operation runs.
  static func with<Result>(
    _ registry: Registry, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    noteBinding()
    return try await $bound.withValue(registry, operation: operation)
  }
}

extension Registry {
  /// The current registry, which ``Router`` uses and which `@Routed` properties use by default.
  ///
  ///     for diagnostic in Registry.current.diagnostics { print(diagnostic) }
  ///
  /// Inside a factory or a preparation, this is the registry that makes the destination. Otherwise, it's the
  /// one that's bound to the task with `withCurrent(_:operation:)`, or else the installed one. If there's
  /// neither, it's an empty registry whose errors say that none is installed. Safe to read from any thread.
  ///
  /// - Complexity: O(1): a thread-local and an atomic load, and a task-local only after a task has bound a
  ///   registry for the first time.
  public static var current: Registry { CurrentRegistry.boundHere ?? CurrentRegistry.installed }

  /// Installs a registry for the whole process, replacing the one that was installed before.
  ///
  ///     let registry = try Registry { EditorModule() }
  ///     Registry.install(registry)
  ///
  /// Call it when the program starts, and again with an extended registry when more of the program is loaded.
  /// Routers and `@Routed` properties that already use the old registry keep using it. An installed registry
  /// is never released, and neither are its singletons, so tests should bind a registry to their task
  /// instead. Safe to call from any thread.
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
  ///   - operation: The operation. The registry is ``current`` in it and in the tasks that it creates,
  ///     except detached ones.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
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
  ///   - operation: The operation, which runs in the caller's isolation. The registry is ``current`` in it
  ///     and in the tasks that it creates, except detached ones.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  public static func withCurrent<Result>(
    _ registry: Registry, operation: () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentRegistry.with(registry, operation)
  }
}
