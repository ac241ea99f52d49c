extension Registry {
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
    try await run(before: nil, operation)
  }

  /// Starts this registry, runs an operation, and stops this registry before the caller closes an inner scope, if any.
  func run<Result>(before inner: OpenScope?, _ operation: () async throws -> Result) async throws -> Result {
    let result: Result
    do {
      // A failed start leaves instances that only have `Stopping`.
      try await start()
      result = try await CurrentRegistry.with(self, operation)
    } catch {
      _ = await stopping(outcome: .failed(error), before: inner)
      throw error
    }
    if let error = await stopping(before: inner).first { throw error }
    return result
  }

  /// Runs an operation after starting the registries of this registry's scopes, the outermost first, then stops them.
  ///
  /// - Parameters:
  ///   - startsRoot: Whether the registry around the scopes also starts, before all others.
  ///   - inner: A scope inside this registry that the caller closes later, if any.
  package func runWithRegistriesAround(
    startsRoot: Bool = true, before inner: OpenScope? = nil, _ operation: () async throws -> Void
  ) async throws {
    guard let scope else { return try await startsRoot ? run(before: inner, operation) : operation() }
    try await scope.outer.runWithRegistriesAround(startsRoot: startsRoot, before: inner ?? scope) {
      try await run(before: inner, operation)
    }
  }
}
