import WaymarkRuntime

extension Registry {
  /// Opens a scope and returns its registry.
  ///
  ///     let session = try registry.opening(Session(user: "ann"))
  ///     let inbox = try session.makeDestination(to: .inbox)
  ///     await session.close()
  ///
  /// The new registry has the same routes. It shares the instances of its outer registries, and has its own instances
  /// of routes that are ``Scoped`` to the scope's type. If you open it from an inner scope, it's beside that scope:
  /// only the open scope of its type's ``RouteScope/Outer`` encloses it. If that's an optional scope that isn't open,
  /// the scope around that one encloses it.
  ///
  /// A scope that you don't close ends when nothing retains its registry anymore. An instance in a scope can store the
  /// scope's registry. That doesn't keep the scope open.
  ///
  /// - Parameters:
  ///   - value: The value of the scope, for injection by its type.
  ///   - fileID: The source file to report if the scope is open after a stop of the registry, by default the caller's.
  ///   - line: The source line to report in that case, by default the caller's.
  /// - Returns: The registry of the scope.
  /// - Throws: `scopeNotOpen` if the required outer scope isn't open, `scopeAlreadyOpen` if a scope of the same type is
  ///   open, or `scopeClosed` if the outer scope is closed.
  /// - Complexity: O(1). It compiles nothing, and allocates slots when the scope keeps its first instance.
  public func opening<Scope: RouteScope>(
    _ value: Scope, fileID: StaticString = #fileID, line: Int = #line
  ) throws(RouteError) -> Registry {
    try opening(value, at: DeclarationLocation(fileID: fileID, line: line))
  }

  /// Opens a scope and returns its registry, with the location to report if the scope is open after a stop.
  @inline(__always)
  package func opening<Scope: RouteScope>(
    _ value: Scope, at location: DeclarationLocation
  ) throws(RouteError) -> Registry {
    do throws(RouteError) {
      // Most scopes are opened in a root.
      if openScope == nil, Scope.Outer.self == RootScope.self { return try opened(value, at: location) }
      try checkIsOpen()
      guard open(Scope.self) == nil else { throw RouteError.scopeAlreadyOpen(Scope.self) }
      let outer = try registry(around: Scope.self)
      let opened = try outer.opened(value, at: location)
      if outer !== self, let scope {
        opened.scope?.open(beside: scope.enclosing.prefix { $0 !== outer.scope }.map(\.type))
      }
      return opened
    } catch {
      throw reporting(error)
    }
  }

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
    try await opening(value, fileID: fileID, line: line).runAndClose(operation)
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
  /// - Throws: `scopeClosed` if the scope is closed, the errors of ``start()`` and the operation, or otherwise the
  ///   first error of stopping the scope's instances.
  public func closing<Result>(_ operation: () async throws -> Result) async throws -> Result {
    try await runAndClose(operation)
  }

  /// Runs an operation with this registry as the current one, and closes the scope.
  ///
  /// It's inlined, because servers call one of these functions for each request.
  @inline(__always)
  private func runAndClose<Result>(_ operation: () async throws -> Result) async throws -> Result {
    let result: Result
    do {
      if let scope {
        // A closing begins with the scope of the first base, which has the parts of extensions inside it.
        guard firstBase.scope?.beginOperation() ?? false else { throw reporting(.scopeClosed(scope)) }
        let canStart = image.hasLifecycles(in: scope.type) || scope.isExtension && image.hasLifecycles
        // A scope with instances that only stop, or that start on demand, has nothing to start.
        if canStart, base != nil || lifecycleGraph.startsAny { try await start() }
      }
      result = try await CurrentRegistry.with(self, operation)
    } catch {
      await close(.failed(error))
      throw error
    }
    if let errors = await close(.finished) {
      if let error = errors.first { throw error }
    } else if let scope {
      // Something else has closed it during the operation.
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

  /// The registry that this one extends directly or indirectly, or this one if it isn't an extension.
  private var firstBase: Registry { base?.firstBase ?? self }

  /// Returns the value of an open scope.
  ///
  ///     let user = registry.scope(Session.self)?.user
  ///
  /// - Parameter type: The type of the scope.
  /// - Returns: The value of the scope, or nil if no scope of this type is open in this registry.
  /// - Complexity: O(1) in the number of routes, and linear in the number of nested scopes.
  public func scope<Scope: RouteScope>(_ type: Scope.Type) -> Scope? { open(type)?.value(as: type) }

  // MARK: - Open scopes

  /// Returns the open scope of a type, or nil if there's none or the innermost scope is closed.
  func open(_ type: Any.Type) -> OpenScope? {
    guard scope?.isClosed == false else { return nil }
    return registry(of: type)?.scope
  }

  func hasOpen(_ type: Any.Type) -> Bool { open(type) != nil }

  /// Returns the registry of the scope of a type, or the root for `RootScope`.
  func registry(of type: Any.Type) -> Registry? {
    var next = self
    while let scope = next.scope {
      if scope.identity == ObjectIdentifier(type) { return next }
      next = scope.outer
    }
    return type == RootScope.self ? next : nil
  }

  /// Returns the registry in which a scope opens.
  private func registry(around scope: any RouteScope.Type) throws(RouteError) -> Registry {
    var outer = ScopeChain.outer(of: scope)
    while true {
      if let registry = registry(of: outer.type) { return registry }
      guard outer.isOptional else { throw RouteError.scopeNotOpen(outer.type, around: scope, in: self) }
      outer = ScopeChain.outer(of: outer.type)
    }
  }

  /// The started instances of the innermost scope or of this registry, if any route has some.
  var lifecycle: Lifecycle? { scope.map(\.lifecycle) ?? ownLifecycle }

  /// Throws an error if the innermost scope is closed or the root was released.
  func checkIsOpen() throws(RouteError) {
    if let closedError { throw closedError }
  }

  /// Throws an error about a route if the innermost scope is closed or the root was released.
  package func checkIsOpen(for route: CompiledRoute) throws(RouteError) {
    guard let closedError else { return }
    throw closedError.hasPassed(through: route) ? closedError : closedError.needed(by: [route])
  }

  /// The error of every request after the innermost scope has closed or the root was released.
  package var closedError: RouteError? {
    if let scope { return scope.closedError }
    return isCounted && !instances.isUsed ? .registryReleased(self) : nil
  }

  /// Returns an empty array for a collection without contributions, or throws in a closed scope.
  @usableFromInline
  func noElements<Element>(_: Element.Type) throws(RouteError) -> [Element] {
    if let closedError { throw reporting(closedError) }
    return []
  }

  /// Opens a scope directly inside this registry.
  private func opened<Scope>(_ value: Scope, at location: DeclarationLocation) throws(RouteError) -> Registry
  {
    // The scope leaves on release.
    guard enter() else { throw RouteError.registryReleased(self) }
    let new = OpenScope(value, count: image.slotCount(of: Scope.self), in: self)
    if let scope {
      guard scope.add(new, openedAt: location) else { throw RouteError.scopeClosed(scope) }
    } else {
      openScopes?.withLock { $0.add(new, openedAt: location) }
    }
    return Registry(new, base: nil, .scope)
  }

  /// Returns a registry with the same open scopes and values as a registry of the base, perhaps sharing instances.
  func opened(like scoped: Registry, sharing isSharing: Bool) -> Registry {
    guard scoped.openScope != nil, let scope = scoped.scope else { return self }
    let outer = opened(like: scope.outer, sharing: isSharing)
    func open<Scope>(_ type: Scope.Type) -> Registry {
      let new = OpenScope(
        scope.value(as: type), count: outer.image.slotCount(of: type), in: outer, isExtension: isSharing)
      let around = isSharing ? scope : outer.scope
      // A scope inside of a closed scope is closed.
      let isAdded = around?.add(new) ?? true
      // The caller retains the scope of the base, and the new scope retains the outer one.
      if scope.isClosed || !isAdded { new.close(leaving: isSharing ? scoped.openScope : outer.openScope) }
      return Registry(new, base: isSharing ? scoped : nil, .scope)
    }
    return _openExistential(scope.type, do: open)
  }
}
