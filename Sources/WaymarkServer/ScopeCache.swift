public import WaymarkCore
import WaymarkRuntime

/// Open scopes by key, such as the sessions of a server, with a limit and a time to live.
///
///     let sessions = ScopeCache<String, Session>(in: registry, limit: 10_000)
///
///     try await sessions.withScope(for: "a cookie") {
///       Session(user: "ann")
///     } operation: {
///       try await Registry.current.withScope(Request(path: "/")) {
///         try await Registry.current(.handler).run()
///       }
///     }
///
/// A scope opens with the first operation of its key, for all operations that wait, and stays open for later ones. The
/// cache removes it after its time to live, or if there are more scopes than the limit and it's the least recently used
/// one. A removed scope closes after its operations, and after scopes inside it that are still open, such as a request
/// with a streamed response.
///
/// Any number of tasks can use a cache. Call ``closeAll()`` before you stop the registry, for example with
/// ``Waymark/Stopping`` in the route of a singleton that provides the cache. Releasing the cache runs no closures
/// of ``Waymark/Stopping``. A cache opens no scope after a stop of its registry, or after ``closeAll()`` during one.
public final class ScopeCache<Key: Hashable & Sendable, Scope: RouteScope>: Sendable {
  private final class Keyed: CachedScope, @unchecked Sendable {
    // SAFETY (`@unchecked Sendable`): the key is a constant of a `Sendable` type. The superclass says the rest.
    let key: Key

    init(_ key: Key, hash: Int) {
      self.key = key
      super.init(hash: hash)
    }
  }

  private let registry: Registry
  private let timeToLive: Duration
  private let location: DeclarationLocation
  private let now: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state: Lock<ScopeCacheEntries>

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - registry: The registry in which the scopes open.
  ///   - limit: The number of scopes to keep open, at least 1. Scopes with operations in progress can exceed it.
  ///   - timeToLive: The time after the end of its last operation for which a scope stays open, at least 1 millisecond.
  ///   - clock: The clock for the time to live. Pass a test clock to advance the time in a test.
  ///   - fileID: The source file to report if scopes are open after a stop of the registry, by default the caller's.
  ///   - line: The source line to report in that case, by default the caller's.
  public init<C: Clock>(
    in registry: Registry, limit: Int = 10_000, timeToLive: Duration = .seconds(1_800),
    clock: C = ContinuousClock(), fileID: StaticString = #fileID, line: Int = #line
  ) where C.Duration == Duration {
    self.registry = registry
    location = DeclarationLocation(fileID: fileID, line: line)
    state = Lock(ScopeCacheEntries(limit: limit))
    self.timeToLive = max(.milliseconds(1), timeToLive.sleepable)
    let begun = clock.now
    now = { begun.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
  }

  deinit { state.withLock { $0.sweeper }?.cancel() }

  /// The number of scopes to use again, including ones that are opening.
  public var count: Int { state.withLock { $0.count } }

  /// Runs an asynchronous operation with the registry of a key's scope as the current one.
  ///
  ///     let sessions = ScopeCache<String, Session>(in: registry)
  ///     let count = try await sessions.withScope(for: "a cookie") {
  ///       Session(user: "ann")
  ///     } operation: {
  ///       try Registry.current(.inbox).count()
  ///     }
  ///
  /// If the key has no open scope, the function opens one and starts its instances. Operations of the same key wait for
  /// that and share the scope. If the opening fails, all of them get the error, and the next operation opens the scope
  /// again. If one of them is canceled, the others go on waiting.
  ///
  /// - Parameters:
  ///   - key: The key of the scope.
  ///   - opening: Returns the value of a new scope. The cache's registry is the current one.
  ///   - operation: The operation, in the caller's isolation. The scope's registry is the current one in it and in the
  ///     tasks that it creates, except detached ones. The scope stays open during the operation.
  /// - Returns: The result of the operation.
  /// - Throws: The errors of `opening`, of ``Waymark/Registry/opening(_:fileID:line:)``, of
  ///   ``Waymark/Registry/start()``, and of the operation, or `CancellationError` if the task was canceled while it
  ///   waited. `lifecycleCycle` if the opening waits for the call, or `notStarted` after a stop of the registry.
  /// - Complexity: O(1) on average.
  public func withScope<Result>(
    for key: Key, opening: @escaping @Sendable () async throws -> Scope,
    operation: () async throws -> Result
  ) async throws -> Result {
    guard !registry.hasStopped, let (entry, isNew) = enter(key) else {
      throw registry.reporting(.stopped(openingNo: Scope.self))
    }
    defer { leave(entry) }
    if isNew { entry.opening.begin { try await self.open(entry, opening) } }
    return try await CachedOperation.run(in: try await scope(of: entry.opening), operation)
  }

  /// Removes the scope of a key, for example after a log-out.
  ///
  /// The scope closes after its operations, including the calling one. The next operation of the key opens another
  /// scope.
  ///
  /// - Parameter key: The key of the scope.
  public func remove(_ key: Key) {
    close(
      state.withLock { state in find(key, hash: key.hashValue, in: state).flatMap { state.remove($0) } })
  }

  /// Removes all scopes, and waits until removed scopes are closed.
  ///
  /// In an operation of the cache, the function doesn't wait, because each would wait for the other. Neither does it
  /// during the opening or closing of one of the cache's scopes. ``Waymark/ReportsErrors`` then receives the error
  /// `lifecycleCycle`.
  public func closeAll() async {
    let scope = callingScope
    let scopes = CachedOperation.scopes + (scope.map { [$0] } ?? [])
    // A scope closes after the scopes inside it, such as the calling task's.
    let isInside = scope.map { $0 !== CurrentRegistry.boundHere?.scope } ?? false
    let isStopping = registry.isStopping
    let (removed, isInOperation) = state.withLock { state in
      if isStopping { state.hasEnded = true }
      let waits = isInside && (state.unclosed > 0 || scope.map(state.hasEntry) ?? false)
      return (state.removeAll(), waits || scopes.contains { state.isInUse($0) })
    }
    for entry in removed { close(entry) }
    if isInOperation {
      _ = LifecycleWork.outside { registry.reporting(.operationClosesCache(of: Scope.self)) }
      return
    }
    let end: Void? = await LifecycleWork.wait(for: state, isAlwaysPerformed: false) { [state] in
      let closed = state.withLock { state -> Promise<Void>? in
        if state.unclosed > 0, state.closed == nil { state.closed = Promise() }
        return state.closed
      }
      await closed?.value
    }
    if end == nil {
      _ = LifecycleWork.outside { registry.reporting(.lifecycleClosesCache(of: Scope.self)) }
    }
  }

  // MARK: - Operations

  /// Returns the entry of a key, if any.
  private func find(_ key: Key, hash: Int, in state: ScopeCacheEntries) -> CachedScope? {
    // The cache adds no other entries.
    state.entry(hash: hash) { knownDowncast($0, to: Keyed.self).key == key }
  }

  /// Adds a user to the entry of a key, or adds a new one, or returns nil if the cache opens no scope anymore.
  private func enter(_ key: Key) -> (entry: CachedScope, isNew: Bool)? {
    let hash = key.hashValue
    var removed: CachedScope?
    let entered = state.withLock { state -> (CachedScope, Bool)? in
      let known = find(key, hash: hash, in: state)
      if let known, known.opening.join(ifUsable: { $0.scope?.isOpen ?? false }) {
        state.beginUse(known)
        return (known, false)
      }
      guard !state.hasEnded else { return nil }
      let new = Keyed(key, hash: hash)
      // The scope was closed, or all operations that waited for the opening were canceled.
      if let known { removed = state.remove(known) }
      state.add(new)
      if state.sweeper == nil { state.sweeper = sweeper() }
      return (new, true)
    }
    close(removed)
    return entered
  }

  /// Returns the scope of an entry when it's open, unless the opening waits for the calling operation.
  private func scope(of work: SharedWork<Registry>) async throws -> Registry {
    // For most operations, the scope is open.
    if let result = work.result { return try result.get() }
    let scope = try await LifecycleWork.wait(
      for: work, isAlwaysPerformed: false, refusing: { work.leave() }, { try await work.value() })
    if let scope { return scope }
    if Task.isCancelled { throw CancellationError() }
    throw registry.reporting(.openingWaits(for: Scope.self))
  }

  private func open(
    _ entry: CachedScope, _ opening: @Sendable () async throws -> Scope
  ) async throws -> Registry {
    let work = entry.opening
    do {
      // The opening can't wait for itself, or for the closing of all scopes.
      let value = try await LifecycleWork.runSteps(of: state) {
        try await LifecycleWork.runSteps(in: registry, of: work) {
          try await CurrentRegistry.with(registry) { try await opening() }
        }
      }
      try Task.checkCancellation()
      let scope = try registry.opening(value, at: location)
      do {
        if scope.image.hasLifecycles(in: Scope.self) {
          try await LifecycleWork.runSteps(of: state) {
            try await LifecycleWork.runSteps(of: work) { try await scope.start() }
          }
        }
      } catch {
        await scope.close()
        throw error
      }
      close(state.withLock { $0.removeExcess() })
      return scope
    } catch {
      // The next operation tries again.
      close(state.withLock { $0.remove(entry) })
      throw error
    }
  }

  private func leave(_ entry: CachedScope) {
    let now = now()
    close(state.withLock { $0.endUse(entry, at: now) })
  }

  // MARK: - Closing

  /// The open scope around the calling task that may be a scope of the cache, or else of another one.
  private var callingScope: OpenScope? {
    CurrentRegistry.boundHere?.scope?.enclosing.first { $0.identity == ObjectIdentifier(Scope.self) }
  }

  /// Closes the scope of a removed entry, if any.
  private func close(_ entry: CachedScope?) {
    guard let entry else { return }
    // The calling task's registry, operations, and instance can retain inner scopes that the new task waits for.
    CurrentRegistry.withoutBinding {
      CachedOperation.outside { LifecycleWork.outside { beginClosing(entry) } }
    }
  }

  private func beginClosing(_ entry: CachedScope) {
    _ = LifecycleWork.task { [state] in
      if case .success(let scope) = await entry.opening.end() {
        await LifecycleWork.runSteps(of: state) { await scope.closeAfterInnerScopes() }
      }
      let closed = state.withLock { state -> Promise<Void>? in
        state.unclosed -= 1
        return state.unclosed == 0 ? state.closed.take() : nil
      }
      closed?.set(())
    }
  }

  /// Returns the task that removes entries after their time to live, while there are entries.
  private func sweeper() -> Task<Void, Never> {
    // A task that isn't detached would retain the registry of the first operation for as long as there are entries.
    Task.detached { [weak self, sleep] in
      while let rest = self?.removeDue() {
        guard (try? await sleep(rest)) != nil else { return }
      }
    }
  }

  /// Removes the entries at the end of their time to live, and returns the time until the next one, or nil if no entry
  /// is left.
  private func removeDue() -> Duration? {
    let now = now()
    let (removed, rest) = state.withLock { state -> ([CachedScope?], Duration?) in
      var removed: [CachedScope?] = []
      while let first = state.first {
        let rest = first.usedAt + timeToLive - now
        guard rest <= .zero else { return (removed, rest) }
        removed.append(state.remove(first))
      }
      // The scopes with operations in progress stay open for longer than that.
      if state.count > 0 { return (removed, timeToLive) }
      state.sweeper = nil
      return (removed, nil)
    }
    for entry in removed { close(entry) }
    return rest
  }
}

extension ScopeCache: OpensScopes {}

extension Registry {
  /// Closes this scope when the scopes inside it are closed.
  fileprivate func closeAfterInnerScopes() async {
    while let inner = scope?.firstIndependentInner { await inner.waitForEnd() }
    await close()
  }
}
