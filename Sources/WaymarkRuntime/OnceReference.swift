public import Synchronization

/// A reference that's set at most once, and then retains its object.
public struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): an atomic word that goes from null to a retained `Sendable` object, once.
  // `set` stores it with release ordering and everything else loads it with acquire ordering, so that a thread
  // that reads the address also sees the object as it was before it was set.

  @usableFromInline let word = Atomic<UnsafeMutableRawPointer?>(nil)

  /// Creates a reference to nothing.
  package init() {}

  deinit {
    // SAFETY: `set` retained the object for the word, and no other reference to the word exists anymore.
    word.load(ordering: .acquiring).map { Unmanaged<Object>.fromOpaque($0).release() }
  }

  /// The object, without counting a reference; it exists as long as this reference.
  @inlinable
  @inline(__always)
  public var unretained: UnretainedReference<Object>? {
    // SAFETY: the object is retained until `deinit`.
    word.load(ordering: .acquiring).map { UnretainedReference(Unmanaged<Object>.fromOpaque($0)) }
  }

  /// Sets the object, unless one was already set.
  ///
  /// - Returns: The object that's set afterwards.
  package func set(_ object: Object) -> Object {
    // Release publishes the new object; if another one was first, acquire makes its content visible here.
    let new = Unmanaged.passRetained(object)
    let (isFirst, original) = word.compareExchange(
      expected: nil, desired: new.toOpaque(), ordering: .acquiringAndReleasing)
    guard !isFirst, let original else { return object }
    new.release()
    // SAFETY: as above.
    return Unmanaged<Object>.fromOpaque(original).takeUnretainedValue()
  }
}
