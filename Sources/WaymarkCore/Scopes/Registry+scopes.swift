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

  /// Returns whether a declared dependency of a route, or the route itself, needs a scope that isn't open.
  package var needsClosedScope: (CompiledRoute) -> Bool {
    let needs = ScopeNeeds(Network(root.image))
    let open = Set(scope?.enclosing.map(\.identity) ?? [])
    return { !needs.passedOn(by: $0).isSubset(of: open) }
  }

  /// Returns whether the scopes of another registry allow its destination of a route in place of a new one from here.
  ///
  /// They don't if one of them was closed, if another scope of its type is open here, or if the route needs one that
  /// isn't open here.
  package func accepts(_ route: CompiledRoute, madeIn other: Registry) -> Bool {
    var next = other
    while let scope = next.scope {
      let own = registry(of: scope.type)
      if own?.firstBase.scope !== next.firstBase.scope {
        guard own == nil, scope.isOpen else { return false }
        let needs = ScopeNeeds(Network(other.root.image, of: [route]))
        guard !needs.passedOn(by: route).contains(scope.identity) else { return false }
      }
      next = scope.outer
    }
    return true
  }

  /// The registry that this one extends, directly or through others, or this one.
  var firstBase: Registry { base?.firstBase ?? self }

  /// Returns the registry in which a scope opens.
  private func registry(around scope: any RouteScope.Type) throws(RouteError) -> Registry {
    var outer = ScopeChain.outer(of: scope)
    // Types can enclose each other in a cycle of optional scopes, none of which is open.
    var closed: [any RouteScope.Type] = []
    while !closed.contains(where: { $0 == outer.type }) {
      if let registry = registry(of: outer.type) { return registry }
      guard outer.isOptional else { throw RouteError.scopeNotOpen(outer.type, around: scope, in: self) }
      closed.append(outer.type)
      outer = ScopeChain.outer(of: outer.type)
    }
    return root
  }

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
    if imageReference.read({ $0.hasLifecycles }) { new.recordOpener() }
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
      if scope.isClosed || !isAdded { new.close(extending: isSharing ? scoped : nil) }
      return Registry(new, base: isSharing ? scoped : nil, .scope)
    }
    return _openExistential(scope.type, do: open)
  }
}
