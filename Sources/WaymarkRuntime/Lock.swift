public import CWaymarkRuntime

/// A lock that protects a value, so that one thread at a time accesses it.
///
/// The thread sanitizer on Linux doesn't recognize `Synchronization.Mutex`, and reports a race at every use, even to
/// users who sanitize their own tests. It recognizes this lock, from `pthread`. Waymark takes locks only to create an
/// instance, resolve a wrapper, or install a registry.
public final class Lock<State>: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): `state` is only accessed while the lock is held. The callers, all in this package,
  // are responsible for the parts of the state that they return from `withLock`.
  // SAFETY (`@exclusivity(unchecked)`): every access holds the lock.
  @exclusivity(unchecked) @usableFromInline var state: State
  @usableFromInline let lock = waymark_lock_create()

  package init(_ state: State) { self.state = state }

  deinit { waymark_lock_destroy(lock) }

  /// Calls `body` while no other thread holds the lock.
  ///
  /// - Parameter body: The work. It must not take the same lock, which would never return.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    waymark_lock_acquire(lock)
    defer { waymark_lock_release(lock) }
    return try body(&state)
  }
}

/// A lock in the memory of its owner, for a few loads and stores.
///
/// It has a byte, or four on Apple's platforms. Code that holds it must not run a user's code, take another lock, or
/// wait.
@_rawLayout(like: WaymarkShortLock)
public struct ShortLock: ~Copyable, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): after `init`, only the functions of the lock access the memory.

  /// Creates a lock that no thread holds.
  @inlinable
  @inline(__always)
  public init() { withAddress { $0.initialize(to: WaymarkShortLock()) } }

  /// Calls `body` with the address of the lock.
  @inlinable
  @inline(__always)
  func withAddress(_ body: (UnsafeMutablePointer<WaymarkShortLock>) -> Void) {
    // SAFETY: as for `AtomicWord`.
    withUnsafePointer(to: self) {
      body(
        UnsafeMutableRawPointer(mutating: UnsafeRawPointer($0)).assumingMemoryBound(to: WaymarkShortLock.self)
      )
    }
  }

  /// Waits until no other thread holds the lock, and takes it.
  @inlinable
  @inline(__always)
  func acquire() { withAddress { waymark_short_lock_acquire($0) } }

  /// Releases the lock.
  @inlinable
  @inline(__always)
  func release() { withAddress { waymark_short_lock_release($0) } }
}

/// A gate for threads to wait at until another thread opens it, once.
package final class ThreadGate: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the only property is a pointer that doesn't change. Its target has a lock of its
  // own.
  private let gate = waymark_gate_create()

  package init() {}

  deinit { waymark_gate_destroy(gate) }

  /// Blocks this thread until the gate is open.
  package func wait() { waymark_gate_wait(gate) }

  /// Opens the gate for all threads.
  package func open() { waymark_gate_open(gate) }
}
