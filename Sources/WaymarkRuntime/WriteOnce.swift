public import Synchronization

/// A place for a value that is written at most once, in one allocation.
///
/// Reading takes no lock. Nothing is computed under a lock either, so that a computation may do whatever
/// it likes without the danger of a deadlock: of two threads that compute at the same time, the first
/// to write decides, and both get its value.
public final class WriteOnce<Value>: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): `value` is written under `lock` before `isWritten` is set with release
  // ordering, never again, and read only after `isWritten` was seen with acquire ordering. Whether the
  // value itself may be used by several threads is for the owner to say (`Routed` is `Sendable` only for
  // `Sendable` values).

  @usableFromInline let written = Atomic<Bool>(false)
  private let lock = Lock(())
  @usableFromInline var value: Value?

  /// Creates an empty box.
  package init() {}

  /// Whether a value is there.
  @inlinable
  public var isWritten: Bool { written.load(ordering: .acquiring) }

  /// The value, if it is there.
  @inlinable
  public var current: Value? { isWritten ? value : nil }

  /// Stores a value that was computed elsewhere, unless one is there.
  ///
  /// - Returns: The value that is there afterwards.
  package func write(_ new: Value) -> Value {
    lock.withLock {
      guard !written.load(ordering: .relaxed) else { return }
      value = new
      written.store(true, ordering: .releasing)
    }
    return value ?? new
  }
}
