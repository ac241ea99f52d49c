import WaymarkRuntime

extension Registry {
  /// Returns the service after starting the asynchronous instances that it needs.
  ///
  ///     let profile = try await registry.started(.profile)
  ///
  /// It starts the service if that's ``OnDemand``, and all others that the service needs by parameters or ``Requires``.
  /// Each starts once, even if several tasks call the function: they all wait for the same start. Independent instances
  /// start at the same time. If a start fails, all waiting tasks get the error, and the next call starts it again. If a
  /// waiting task is canceled, the others go on waiting. The start is canceled with the last of them, or if its
  /// registry stops or its scope closes. While ``start()`` is in progress, the function waits for it first.
  ///
  /// Any number of tasks can call the function. For a service that's already started, it's a request.
  ///
  /// - Parameter token: The token of the service, usually its name.
  /// - Returns: The service.
  /// - Throws: The error of the start or of the request, or `CancellationError` if the calling task was canceled.
  ///   `lifecycleCycle` if the start waits for the calling operation.
  /// - Complexity: Linear in the number of the dependencies that aren't started, besides their operations.
  public func started<Requested>(_ token: RoutableService<Requested>) async throws -> Requested {
    try await makeStarted(Requested.self, .service, token.keyName)
  }

  /// Returns the view after starting the asynchronous instances that it needs.
  ///
  ///     let splash = try await registry.started(.splash)
  ///
  /// It does the same as for a service.
  ///
  /// - Parameter token: The token of the view, usually its name.
  /// - Returns: The view.
  /// - Throws: The error of the start or of the request, or `CancellationError` if the calling task was canceled.
  ///   `lifecycleCycle` if the start waits for the calling operation.
  /// - Complexity: Linear in the number of the dependencies that aren't started, besides their operations.
  @MainActor
  public func started<Requested>(_ token: RoutableView<Requested>) async throws -> Requested {
    try await makeStarted(Requested.self, .view, token.keyName)
  }

  /// Returns a destination after starting the instances that it needs, for a view only on the main actor.
  private func makeStarted<Requested>(
    _ type: Requested.Type, _ role: TokenRole, _ name: KeyName
  ) async throws -> Requested {
    let token = TokenDescription(type, role, name)
    try await startNeeded(by: token)
    do throws(RouteError) {
      return try makeFully(MakingRequest(in: self), token).value(as: type)
    } catch {
      guard error.code == .notStarted else { throw reporting(error) }
      // A start that has begun in the meantime may have to make the destination.
      try await startNeeded(by: token)
      return try make(type, role, name)
    }
  }
}
