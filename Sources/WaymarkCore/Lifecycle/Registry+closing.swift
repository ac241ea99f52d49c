import WaymarkRuntime

extension Registry {
  /// Opens a scope, runs an asynchronous operation with the scope's registry as the current one, and closes the scope.
  ///
  ///     let session = try registry.opening(Session(user: "ann"))
  ///     try await session.withScope(Request(path: "/inbox")) {
  ///       try await Registry.current.makeDestination(to: .handler).run()
  ///     }
  ///
  /// It starts the scope's instances before the operation (see ``start()``). It closes the scope at the end, even if
  /// the operation throws or its task is canceled. ``Stopping`` closures of the scope's instances receive the outcome.
  /// If the scope stays open longer than the operation, as for the body of a response, use ``opening(_:fileID:line:)``
  /// and ``closing(_:)``.
  ///
  /// - Parameters:
  ///   - value: The value of the scope, for injection by its type.
  ///   - fileID: The source file to report if the scope is open after a stop of the registry, by default the caller's.
  ///   - line: The source line to report in that case, by default the caller's.
  ///   - operation: The operation, in the caller's isolation. The scope's registry is ``current`` in it and in the
  ///     tasks that it creates, except detached ones.
  /// - Returns: The result of the operation.
  /// - Throws: The errors of ``opening(_:fileID:line:)``, ``start()``, and the operation, or otherwise the first error
  ///   of stopping the scope's instances.
  public func withScope<Scope: RouteScope, Result>(
    _ value: Scope, fileID: StaticString = #fileID, line: Int = #line, operation: () async throws -> Result
  ) async throws -> Result {
    try await opening(value, fileID: fileID, line: line).closing(operation) { _ in }
  }

  /// Runs an asynchronous operation with this scope's registry as the current one, and closes the scope.
  ///
  ///     let session = try registry.opening(Session(user: "ann"))
  ///     let request = try session.opening(Request(path: "/export"))
  ///     let body: @Sendable () async throws -> Void = {
  ///       try await request.closing {
  ///         try await Registry.current.makeDestination(to: .handler).run()
  ///       }
  ///     }
  ///
  /// Use it for work that outlives the function that opens the scope. It does the same as
  /// ``withScope(_:fileID:line:operation:)``, in an open scope: it starts the scope's instances, and closes the scope
  /// at the end, even if the operation throws or its task is canceled. ``Stopping`` closures of the scope's instances
  /// receive the outcome. For a registry without a scope, it closes nothing.
  ///
  /// - Parameter operation: The operation, in the caller's isolation. The scope's registry is ``current`` in it and in
  ///   the tasks that it creates, except detached ones.
  /// - Returns: The result of the operation.
  /// - Throws: `scopeClosed` if the scope is closed, or if another operation of it is still in progress at the end, the
  ///   errors of ``start()`` and the operation, or otherwise the first error of stopping the scope's instances.
  public func closing<Result>(_ operation: () async throws -> Result) async throws -> Result {
    try await closing(operation) { _ in }
  }

  /// Runs an operation with this registry as the current one, and closes the scope.
  ///
  /// It's inlined, because servers call one of these functions for each request.
  ///
  /// - Parameters:
  ///   - startsInstances: Whether the function starts the scope's instances. Otherwise, the operation can start them,
  ///     and close the scope.
  ///   - otherErrors: Receives the errors of stopping that the function doesn't throw.
  @inline(__always)
  package func closing<Result>(
    startsInstances: Bool = true, _ operation: () async throws -> Result, otherErrors: (RouteError) -> Void
  ) async throws -> Result {
    let result: Result
    do {
      if let scope {
        // A closing begins with the scope of the first base, which has the parts of extensions inside it.
        guard firstBase.scope?.beginOperation() ?? false else { throw reporting(.scopeClosed(scope)) }
        let canStart = image.hasLifecycles(in: scope.type) || scope.isExtension && image.hasLifecycles
        // A scope with instances that only stop, or that start on demand, has nothing to start.
        if startsInstances, canStart, base != nil || lifecycleGraph.startsAny { try await start() }
      }
      result = try await CurrentRegistry.with(self, operation)
    } catch {
      await close(.failed(error))?.forEach(otherErrors)
      throw error
    }
    if let errors = await close(.finished) {
      errors.dropFirst().forEach(otherErrors)
      if let error = errors.first { throw error }
    } else if startsInstances, let scope {
      // Something else has closed it during the operation, or still uses it, so that its instances got a failure.
      throw reporting(.scopeClosed(scope))
    }
    return result
  }

  /// Closes the scope of this registry.
  ///
  /// The function closes inner scopes first, stops the scope's instances (see ``stop()``), and releases them. From the
  /// call on, requests to this registry and to the ones of inner scopes throw `scopeClosed`, even for instances of
  /// outer registries. Only ``Stopping`` operations still get the instances that haven't begun to stop. The function
  /// does nothing for a closed scope or for a registry without a scope.
  ///
  /// If another task is closing the scope or an inner one, the function waits for it. Canceling the calling task ends
  /// neither the closing nor the wait. Operations of ``Starting`` or ``Stopping`` in the scope can also call the
  /// function. It then returns at once, and the scope closes after the operation. If the operation of
  /// ``withScope(_:fileID:line:operation:)`` or ``closing(_:)`` is in progress, ``Stopping`` closures receive a
  /// failure, and that function throws `scopeClosed`. If operations in several scopes close each other's scopes, one of
  /// the calls doesn't wait, and ``ReportsErrors`` receives the error `lifecycleCycle`.
  ///
  /// An extension of a scope's registry (``extending(stage:_:)``) is in the same scope, which ends for both.
  public func close() async { await close(nil) }

  /// Closes the scope, with the outcome of its operation if that has ended, and returns the errors of stopping, or nil
  /// if another task has closed the scope.
  @discardableResult
  private func close(_ outcome: ScopeOutcome?) async -> [RouteError]? {
    guard let scope = firstBase.scope else { return [] }
    return await scope.close(for: self, outcome)
  }
}
