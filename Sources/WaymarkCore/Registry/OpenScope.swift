public import WaymarkRuntime

/// An open scope: its value, the instances that it keeps, and the scopes that were opened inside it.
@usableFromInline
final class OpenScope: ScopeStorage, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): `details` and `position` are only accessed while the lock of this scope, or that
  // of the scope around it, is held; everything else is a `let`, or a superclass's.

  /// The identity of the scope's type.
  @inlinable var identity: ObjectIdentifier { ObjectIdentifier(type) }
  /// The registry around this scope: that of the scope that encloses it, or the root.
  @usableFromInline let outer: Registry
  // SAFETY (`@exclusivity(unchecked)`): the lock of this scope is held during every access.
  @exclusivity(unchecked) private var details: Details?
  // SAFETY (`@exclusivity(unchecked)`): the lock of the scope around this one is held during every access.
  @exclusivity(unchecked) private var position = 0

  /// What scopes have in which others were opened, or which keep an instance.
  private final class Details {
    var inner: [(scope: OpenScope, ordinal: Int)] = []
    var opened = 0
    var maker: Registry?
    /// The registry of this scope in the complete extension of an early registry.
    var completion: Registry?
    var lifecycle: Lifecycle?
    /// The tasks that wait for the end of the closing.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// - Parameters:
  ///   - value: The value, which is `Sendable`, as all scopes are.
  ///   - count: The number of slots.
  ///   - outer: The registry around the scope.
  ///   - isExtension: Whether the scope is an extension of another one.
  init<Scope>(_ value: Scope, count: Int, in outer: Registry, isExtension: Bool = false) {
    self.outer = outer
    super.init(value, count: count, isExtension: isExtension)
  }

  // In the registry that a root's instances have, a scope keeps these.
  deinit { outer.leave() }

  /// The name of the scope's type.
  var name: String { TypeName.of(type) }

  /// Returns the scope of a type, this one or one around it; nil if none is open.
  func find(_ identity: ObjectIdentifier) -> UnretainedReference<OpenScope>? {
    if self.identity == identity { return UnretainedReference(retainedByCaller: self) }
    // The registry around a scope is retained by it, and retains its own scope.
    return outer.openScope.flatMap { $0.read { $0.find(identity) } }
  }

  // MARK: - Instances

  /// Returns the kept instance for a provider, as the requested type; nil if there's none in this scope or around it.
  @inlinable
  @inline(__always)
  func kept<Requested>(_ provider: Provider, as type: Requested.Type) -> Requested? {
    // Objects in this slot are published only by the general path, for this provider's type.
    if provider.route.scope == identity { return boxedValue(at: -2 - provider.slot, as: type) }
    return keptAround(provider, as: type)
  }

  @usableFromInline
  func keptAround<Requested>(_ provider: Provider, as type: Requested.Type) -> Requested? {
    outer.scope?.kept(provider, as: type)
  }

  /// Returns the registry that makes the instances of this scope.
  ///
  /// It isn't the registry that the scope's user has: instances that refer to their registry don't keep the scope
  /// open.
  func maker(for registry: Registry) -> Registry {
    withLock {
      let details = used()
      if let maker = details.maker { return maker }
      let maker = Registry(makingFor: registry, self)
      // A closed scope keeps nothing.
      if !isClosed { details.maker = maker }
      return maker
    }
  }

  /// Returns the registry of this scope in the complete extension of an early registry, the same for all requests.
  ///
  /// - Parameters:
  ///   - outer: The registry around this scope in the complete extension.
  ///   - registry: A registry of this scope.
  func completion(in outer: Registry, for registry: Registry) -> Registry {
    if let known = withLock({ details?.completion }) { return known }
    func open<Scope>(_ type: Scope.Type) -> Registry {
      let new = OpenScope(value(as: type), count: outer.layer.slotCount(of: type), in: outer)
      if !add(new) { new.end() }
      // Unlike the registry of the scope's user, the maker doesn't keep the scope open.
      return Registry(opening: new, sharing: maker(for: registry))
    }
    let new = _openExistential(type, do: open)
    return withLock {
      let details = used()
      if let first = details.completion { return first }
      // A closed scope keeps nothing.
      if !isClosed { details.completion = new }
      return new
    }
  }

  /// The started instances of this scope; nil if no route has any, or if the scope was closed.
  ///
  /// An extension of a scope also starts the instances that the extensions around it keep.
  var lifecycle: Lifecycle? {
    let layer = outer.layer
    guard layer.hasLifecycles(in: type) || isExtension && layer.hasLifecycles else { return nil }
    let properties = outer.properties
    return withLock {
      guard !isClosed else { return nil }
      let details = used()
      if let lifecycle = details.lifecycle { return lifecycle }
      let lifecycle = Lifecycle(properties)
      details.lifecycle = lifecycle
      return lifecycle
    }
  }

  /// The registry that makes the instances of this scope, if one was needed.
  var currentMaker: Registry? { withLock { details?.maker } }

  /// The number of tasks that wait for the end of the closing.
  var waitingCount: Int { withLock { details?.waiting.count ?? 0 } }

  // MARK: - Inner scopes

  /// The number of inner scopes that are open.
  var innerCount: Int { withLock { details?.inner.count ?? 0 } }

  /// Adds a scope that was opened inside this one.
  ///
  /// - Returns: False if this scope isn't open anymore.
  func add(_ scope: OpenScope) -> Bool {
    withLock {
      guard isOpen else { return false }
      let details = used()
      scope.position = details.inner.count
      details.inner.append((scope, details.opened))
      details.opened += 1
      return true
    }
  }

  func remove(_ scope: OpenScope) {
    withLock {
      guard let details, scope.position < details.inner.count, details.inner[scope.position].scope === scope
      else {
        return
      }
      details.inner.swapAt(scope.position, details.inner.count - 1)
      details.inner[scope.position].scope.position = scope.position
      details.inner.removeLast()
    }
  }

  /// Returns the inner scopes that are still open, the one that was opened last first, and forgets them.
  func takeInner() -> [OpenScope] {
    let inner = withLock { () -> [(scope: OpenScope, ordinal: Int)]? in
      guard let details else { return nil }
      defer { details.inner = [] }
      return details.inner
    }
    guard let inner else { return [] }
    return inner.sorted { $0.ordinal > $1.ordinal }.map(\.scope)
  }

  /// Returns the details, created if needed; the lock is held.
  private func used() -> Details {
    if let details { return details }
    let new = Details()
    details = new
    return new
  }

  // MARK: - The end

  /// Waits until the closing that another task has begun ends.
  func waitForEnd() async {
    await withCheckedContinuation { continuation in
      let isWaiting = withLock {
        guard !hasEnded else { return false }
        used().waiting.append(continuation)
        return true
      }
      if !isWaiting { continuation.resume() }
    }
  }

  /// Closes the scope, after those inside it, and releases its instances, without stopping any.
  ///
  /// If another task is closing the scope, this does nothing.
  func end() {
    guard beginClosing() else { return }
    for scope in takeInner() { scope.end() }
    finish()
  }

  /// Releases the instances, and resumes the tasks that wait for the end of the closing.
  func finish() {
    finishClosing()
    // This scope retains the registry around it, which retains its own scope.
    if let around = outer.openScope { around.read { $0.remove(self) } }
    // Releasing the registry may release this scope, so the lock isn't held.
    let last = withLock { () -> Details? in
      defer {
        details = nil
        endClosing()
      }
      return details
    }
    for task in last?.waiting ?? [] { task.resume() }
  }
}
