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
