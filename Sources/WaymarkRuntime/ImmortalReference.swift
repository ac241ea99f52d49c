public import Synchronization

/// A reference that can be replaced at any time and read without a lock.
///
/// Reading and retaining an object while another thread replaces it needs a lock, or a guarantee that the old
/// object isn't released. This type gives the guarantee: it retains every object that was ever stored for the
/// rest of the process (once, however often it's stored), so use it for objects that are replaced a few
/// times.
public final class ImmortalReference<Object: AnyObject & Sendable>: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): an atomic word, which points to a `Sendable` object, and a lock. The word
  // is stored with release ordering, after `kept` retained the object, and loaded with acquire ordering, so
  // that a thread that reads the address also sees the object, and that it's retained.
  @usableFromInline let current = Atomic<UnsafeMutableRawPointer?>(nil)
  private let kept = Lock<[ObjectIdentifier: Object]>([:])

  /// Creates a reference to nothing.
  package init() {}

  /// The object that was stored last, read with one acquire load.
  @inlinable
  public var object: Object? {
    // SAFETY: `kept` retains every object that was stored here, and never releases it.
    current.load(ordering: .acquiring).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The object that was stored last, without counting a reference: it's never released.
  @inlinable
  @inline(__always)
  public var unretained: UnretainedReference<Object>? {
    // SAFETY: as above.
    current.load(ordering: .acquiring).map { UnretainedReference(Unmanaged<Object>.fromOpaque($0)) }
  }

  /// Returns whether an object is the one that was stored last.
  @inlinable
  public func holds(_ object: Object) -> Bool {
    // Only the addresses are compared, so that no ordering is needed; acquire costs nothing more here.
    current.load(ordering: .acquiring) == Unmanaged.passUnretained(object).toOpaque()
  }

  /// Replaces the object.
  package func store(_ object: Object) {
    kept.withLock { kept in
      kept[ObjectIdentifier(object)] = object
      current.store(Unmanaged.passUnretained(object).toOpaque(), ordering: .releasing)
    }
  }
}
