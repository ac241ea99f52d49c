package import WaymarkRuntime

/// An open scope: its value, its instances, and the scopes inside it.
package final class OpenScope: ScopeStorage, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): this scope's lock guards `details`, the lock of the list with this scope guards
  // `position`, and everything else is a `let` or belongs to the superclass.

  package var identity: ObjectIdentifier { ObjectIdentifier(type) }
  /// The registry around this scope: the outer scope's or the root.
  package let outer: Registry
  private var details: Details?
  /// The position in the list of open scopes that contains this one (`ScopeList`).
  var position: Int32 = 0
  private var operations: UInt8 = 0
  /// Whether the scope was closed with one around it.
  private var closesWithOuter = false

  /// The parts that few scopes need: those with inner scopes, a lifecycle, or tasks that wait.
  private final class Details {
    var inner = ScopeList()
    var lifecycle: Lifecycle?
    /// The types of the scopes that are beside this one, although it was opened from their registry.
    var beside: [Any.Type] = []
    /// The end of the closing, if a task waits for it.
    var end: Promise<Void>?
    /// The operation of a route that opened this scope, if any.
    var opener: LifecycleWork?
  }

  /// Creates a scope with a value, which is `Sendable`, as all scopes are.
  init<Scope>(_ value: Scope, count: Int, in outer: Registry, isExtension: Bool = false) {
    self.outer = outer
    super.init(value, count: count, isExtension: isExtension)
  }

  // A scope opened in a root's counted registry keeps the root's instances.
  deinit {
    outer.leave()
    // Otherwise, the compiler counts a reference to this scope while it releases the properties.
    details = nil
  }

  var name: String { TypeName.of(type) }

  /// The operation of a route, such as ``Stopping``, that opened this scope, if any.
  ///
  /// The scope's instances start, and stop, with the instances that the operation sees.
  var opener: LifecycleWork? {
    get { withLock { details?.opener } }
    set { withLock { used().opener = newValue } }
  }

  /// This scope and the ones around it, the innermost first.
  package var enclosing: [OpenScope] { [self] + (outer.scope?.enclosing ?? []) }

  /// The outermost scope that was closed with this one, if that's another one.
  var closedAround: OpenScope? {
    guard withLock({ closesWithOuter }), let around = outer.scope else { return nil }
    return around.closedAround ?? around
  }

  /// Returns the scope of a type, this one or an outer one, if open.
  func find(_ identity: ObjectIdentifier) -> UnretainedReference<OpenScope>? {
    if self.identity == identity { return UnretainedReference(retainedByCaller: self) }
    // The scope retains its outer registry, which retains its own scope.
    return outer.openScope.flatMap { $0.read { $0.find(identity) } }
  }

  /// Records the scopes of the registry that opened this one, if they don't enclose it.
  func open(beside scopes: [Any.Type]) { withLock { used().beside = scopes } }

  /// Returns the innermost one of these scopes that was opened from the registry of a scope that doesn't enclose it.
  func scope(beside type: Any.Type) -> OpenScope? {
    enclosing.first { scope in scope.withLock { scope.details?.beside.contains { $0 == type } ?? false } }
  }

  // MARK: - Instances

  /// Returns the registry that creates the instances of this scope.
  ///
  /// It's separate from the user's registry, so that instances can store it without keeping the scope open.
  func maker(for registry: Registry) -> Registry {
    // Only registries are companions.
    knownDowncast(companion { Registry(self, base: registry.base, .maker) }, to: Registry.self)
  }

  /// The started instances of this scope, or nil if it has none or is closed.
  ///
  /// An extension of a scope also starts the instances that its outer extensions keep.
  var lifecycle: Lifecycle? {
    if let known = withLock({ details?.lifecycle }) { return known }
    let image = outer.image
    guard image.hasLifecycles(in: type) || isExtension && image.hasLifecycles else { return nil }
    let new = Lifecycle(outer.properties)
    return withLock {
      guard isOpen else { return details?.lifecycle }
      let details = used()
      if let lifecycle = details.lifecycle { return lifecycle }
      details.lifecycle = new
      return new
    }
  }

  /// The registry that creates the instances of this scope, if created.
  var currentMaker: Registry? { companion.map { knownDowncast($0, to: Registry.self) } }

  var waitingCount: Int { withLock { details?.end }?.waitingCount ?? 0 }

  /// The number of operations in progress, each of which closes the scope at its end, up to 2.
  var operationCount: UInt8 { withLock { operations } }

  /// Records an operation, or returns false if the scope isn't open anymore.
  func beginOperation() -> Bool {
    withLock {
      guard isOpen else { return false }
      operations = min(operations + 1, 2)
      return true
    }
  }

  // MARK: - Inner scopes

  /// The open scopes inside this one, with the locations of their opening.
  var inner: [ScopeList.Entry] { withLock { details?.inner.entries ?? [] } }

  /// An open scope inside this one, which may end before it.
  ///
  /// The scopes of extensions are parts of this scope, and only end with it or with their registries.
  package var firstIndependentInner: OpenScope? {
    for scope in inner.map(\.scope) {
      guard scope.isExtension else { return scope }
      if let found = scope.firstIndependentInner { return found }
    }
    return nil
  }

  /// Adds an inner scope, or returns false if this scope isn't open anymore.
  ///
  /// - Parameter location: The source location of the opening, or nil for the scope of an extension.
  func add(_ scope: OpenScope, openedAt location: DeclarationLocation? = nil) -> Bool {
    withLock {
      guard isOpen else { return false }
      used().inner.add(scope, openedAt: location)
      return true
    }
  }

  /// Removes an inner scope of this scope's own list, unless `beginClosing(withOuter:)` has removed it.
  func remove(_ scope: OpenScope) { withLock { details?.inner.remove(scope) } }

  /// Returns the details, creating them if needed while the caller holds the lock.
  private func used() -> Details {
    if let details { return details }
    let new = Details()
    details = new
    return new
  }

  // MARK: - The end

  /// Waits for another task to close the scope.
  package func waitForEnd() async {
    let end = withLock { () -> Promise<Void>? in
      guard !hasEnded else { return nil }
      let details = used()
      if details.end == nil { details.end = Promise() }
      return details.end
    }
    await end?.value
  }

  /// Begins to close the scope, which refuses requests from then on.
  ///
  /// - Returns: The open scopes inside this one, in reverse order, or nil if another task is closing this one. The parts
  ///   of extensions come last, because the other scopes can use their instances.
  func beginClosing(withOuter: Bool) -> [OpenScope]? {
    let inner = withLock { () -> [ScopeList.Entry]? in
      guard beginClosing() else { return nil }
      closesWithOuter = withOuter
      return details?.inner.removeAll() ?? []
    }
    // Most scopes have no inner ones.
    guard let inner, !inner.isEmpty else { return inner.map { _ in [] } }
    return inner.sorted { first, second in
      guard first.scope.isExtension == second.scope.isExtension else { return second.scope.isExtension }
      return first.ordinal > second.ordinal
    }.map(\.scope)
  }

  /// Closes the scope and its inner scopes without stopping instances, unless another task is closing it.
  ///
  /// - Parameter around: The scope with this one in its list of inner scopes, or nil if no list contains it.
  func close(leaving around: UnretainedReference<OpenScope>? = nil, withOuter: Bool = false) {
    guard let inner = beginClosing(withOuter: withOuter) else { return }
    for scope in inner { scope.close(withOuter: true) }
    finishClosing(leaving: around)
  }

  /// Closes the scope in the same way, which is in the list of the base's scope, or of the outer scope.
  ///
  /// - Parameter base: The registry of the scope that this one extends, or nil.
  @inline(__always)
  func close(extending base: Registry?) {
    // The base or the outer registry retains its scope, and the caller retains both.
    close(leaving: base.map { $0.openScope } ?? outer.openScope)
  }

  /// Removes the scope from the open scopes of its root, if recorded.
  @inline(never)
  private func leaveRoot() {
    // The position of any other scope belongs to another list.
    if outer.openScope == nil, !isExtension { outer.openScopes?.withLock { $0.remove(self) } }
  }

  /// Releases the instances, and resumes the tasks that wait for the scope to close.
  ///
  /// - Parameter around: The scope with this one in its list of inner scopes, or nil if no list contains it. For an
  ///   extension's scope, it's the scope of the base, not the outer scope.
  func finishClosing(leaving around: UnretainedReference<OpenScope>?) {
    closeSlots()
    if let around {
      around.read { $0.remove(self) }
    } else {
      leaveRoot()
    }
    let last = withLock {
      defer { finishClosing() }
      return details.take()
    }
    last?.lifecycle?.releaseHidden()
    last?.end?.set(())
  }
}
