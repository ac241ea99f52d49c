extension Registry {
  /// The registry in force here.
  ///
  /// Inside a factory or preparation, that is the registry that makes the destination; else the one bound
  /// to the task with `withCurrent(_:operation:)`; else the installed one; else an empty one,
  /// whose errors say that none is installed.
  ///
  /// - Complexity: O(1): a thread-local and an atomic load, and a task-local only once a task has ever
  ///   bound a registry.
  public static var current: Registry { CurrentRegistry.boundHere ?? CurrentRegistry.installed }

  /// Makes a registry the one of the whole process, in the place of the one before.
  ///
  /// Routers and `@Routed` properties that hold the old one go on working with it. A registry that was
  /// installed lives as long as the process, with its singletons: install one when the program starts, and
  /// extended ones as more of it is loaded. Tests bind a registry to their task instead.
  ///
  /// - Parameter registry: The registry.
  public static func install(_ registry: Registry) { CurrentRegistry.install(registry) }

  /// Binds a registry to the task while a synchronous operation runs.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - operation: The work; it, and the tasks that it creates, see the registry as ``current``.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  public static func withCurrent<Result>(
    _ registry: Registry, operation: () throws -> Result
  ) rethrows -> Result {
    try CurrentRegistry.with(registry, operation)
  }

  /// Binds a registry to the task while an asynchronous operation runs.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - operation: The work; it, and the tasks that it creates, see the registry as ``current``. It runs
  ///     where its caller runs.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  public static func withCurrent<Result>(
    _ registry: Registry, operation: () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentRegistry.with(registry, operation)
  }
}
