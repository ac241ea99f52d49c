import CWaymarkRuntime

/// A value that one thread at a time may touch.
///
/// `Synchronization.Mutex` would do, but the thread sanitizer does not see it on Linux and reports a race
/// at every use, also to users who sanitize their own tests; it knows the `pthread` lock behind this one.
/// Locks are taken only where an instance is made, a wrapper resolves, or a registry is installed.
public final class Lock<State>: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): `state` is only touched while the lock is held. What `withLock` lets out
  // of it is up to the callers, all in this package.
  private var state: State
  private let lock = waymark_lock_create()

  /// Creates a lock around a value.
  package init(_ state: State) { self.state = state }

  deinit { waymark_lock_destroy(lock) }

  /// Runs `body` while no other thread does.
  ///
  /// - Parameter body: The work. It must not take the same lock.
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    waymark_lock_acquire(lock)
    defer { waymark_lock_release(lock) }
    return try body(&state)
  }
}

extension Lock where State == Void {
  /// Runs `body` while no other thread does.
  ///
  /// - Parameter body: The work. It must not take the same lock.
  @usableFromInline
  package func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    waymark_lock_acquire(lock)
    defer { waymark_lock_release(lock) }
    return try body()
  }
}
