public import Synchronization

/// A reference that may be replaced at any time and read without a lock.
///
/// Reading and retaining an object while another thread replaces it needs a lock or a promise that the
/// old object lives on. This is the promise: every object that was ever stored here is kept for the rest
/// of the process (once, however often it is stored), so it suits objects that are replaced a few times.
public final class ImmortalReference<Object: AnyObject & Sendable>: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): an atomic word, which points to a `Sendable` object, and a lock.
  @usableFromInline let current = Atomic<UnsafeMutableRawPointer?>(nil)
  private let kept = Lock<[ObjectIdentifier: Object]>([:])

  /// Creates a reference to nothing.
  package init() {}

  /// The object that was stored last: one acquire load.
  @inlinable
  public var object: Object? {
    // SAFETY: `kept` retains whatever was stored here, for ever.
    current.load(ordering: .acquiring).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The object that was stored last, without counting a reference: it lives for ever.
  @inlinable
  @inline(__always)
  public var unretained: UnretainedReference<Object>? {
    // SAFETY: as above.
    current.load(ordering: .acquiring).map { UnretainedReference(Unmanaged<Object>.fromOpaque($0)) }
  }

  /// Whether the object that was stored last is this one.
  @inlinable
  public func holds(_ object: Object) -> Bool {
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
