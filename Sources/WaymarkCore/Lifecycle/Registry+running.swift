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

  /// Starts the instances of this scope for its operation.
  func startForOperation() async throws {
    // A scope with instances that only stop, or that start on demand, has nothing to start.
    if base != nil || lifecycleGraph.startsAny { try await start() }
  }

  /// Runs an operation after starting the registries around this registry's scopes and this one, then stops all.
  package func runWithRegistriesAround(_ operation: () async throws -> Void) async throws {
    try await runWithRegistriesAround(before: nil, operation)
  }

  private func runWithRegistriesAround(
    before inner: OpenScope?, _ operation: () async throws -> Void
  ) async throws {
    guard let scope else { return try await run(before: inner, operation) }
    try await scope.outer.runWithRegistriesAround(before: inner ?? scope) {
      try await run(before: inner, operation)
    }
  }

  /// Runs an operation after starting the instances of this registry's scopes, the outermost first, then stops them.
  package func runWithScopesAround(_ operation: () async throws -> Void) async throws {
    try await runWithScopesAround(before: nil, operation)
  }

  private func runWithScopesAround(
    before inner: OpenScope?, _ operation: () async throws -> Void
  ) async throws {
    guard let scope else { return try await operation() }
    try await scope.outer.runWithScopesAround(before: inner ?? scope) {
      try await run(before: inner, operation)
    }
  }
}
