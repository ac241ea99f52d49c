/// Storage for a value of any type, written at most once.
///
/// Reading takes no lock. No computation runs during a write, so it can't cause a deadlock: if two threads compute a
/// value at the same time, both use the value of the first to write. The class isn't generic, because creating and
/// releasing a generic one costs a fifth of the total for a `@Routed` property.
open class OnceStorage: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the word goes once from 0 to the address of a box, with release ordering, and reads
  // load it with acquire ordering, so they see the box as it was before. The owner is responsible for whether several
  // threads can use the value itself.

  /// The address of the value's box, plus `retained` if the storage has counted a reference, or 0 without a value.
  @usableFromInline let word = AtomicWord(0)

  /// A bit that's 0 in the addresses of objects, which are multiples of a word.
  @usableFromInline static var retained: UInt { 1 }

  /// Creates empty storage.
  @inlinable
  public init() {}

  deinit {
    let word = word.load(ordering: .acquiring)
    if word & Self.retained != 0 { Self.box(word)?.release() }
  }

  @inlinable
  @inline(__always)
  static func box(_ word: UInt) -> UnretainedReference<ValueBox>? {
    // SAFETY: `write` has stored the address of a box that exists as long as the storage.
    UnsafeRawPointer(bitPattern: word & ~retained).map { UnretainedReference(Unmanaged.fromOpaque($0)) }
  }

  /// Whether the storage has a value.
  ///
  /// If so, the value is visible to this thread: the load acquires the stores that `write` released.
  @inlinable
  @inline(__always)
  public final var isWritten: Bool { word.load(ordering: .acquiring) != 0 }

  /// Returns the value, or nil if there's none.
  ///
  /// - Parameter type: The type of all values for this storage, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public final func value<Value>(as type: Value.Type) -> Value? {
    let value = Self.box(word.load(ordering: .acquiring))?.read { $0.value(as: Value.self) }
    // The caller can be the last owner of this storage, and the optimizer may end its use before the box is read.
    withExtendedLifetime(self) {}
    return value
  }

  /// Stores a computed value, unless there's already one.
  ///
  /// - Returns: The stored value.
  package final func write<Value>(_ value: __owned Value) -> Value {
    let value = write(ValueBox(value)).read { $0.value(as: Value.self) }
    withExtendedLifetime(self) {}
    return value
  }

  /// Stores a box, unless there's already one.
  ///
  /// - Returns: The stored box, which exists as long as the storage.
  package final func write(_ box: __owned ValueBox) -> UnretainedReference<ValueBox> {
    let new = UnretainedReference(retaining: box)
    guard let first = write(new, Self.retained) else { return new }
    new.release()
    return first
  }

  /// Stores a box without counting a reference, unless there's already one.
  ///
  /// - Parameter box: A box that exists as long as the storage, which the caller proves beside the call.
  /// - Returns: The stored box, which exists as long as the storage.
  package final func write(kept box: UnretainedReference<ValueBox>) -> UnretainedReference<ValueBox> {
    write(box, 0) ?? box
  }

  /// Stores the address of a box, or returns the box that another thread has stored.
  private final func write(
    _ box: UnretainedReference<ValueBox>, _ bits: UInt
  ) -> UnretainedReference<ValueBox>? {
    let address = UInt(bitPattern: box.reference.toOpaque())
    let (isFirst, original) = word.compareExchange(
      expected: 0, desired: address | bits, ordering: .acquiringAndReleasing)
    return isFirst ? nil : Self.box(original)
  }
}

/// Returns the only value of a struct without stored properties, or nil for other types.
///
/// - Parameter type: The type.
package func onlyValue<Value>(of type: Value.Type) -> Value? {
  let metadata = Metadata(of: type)
  guard metadata.kind == .struct, MemoryLayout<Value>.size == 0, let fields = metadata.fields,
    !fields.contains(where: { _ in true })
  else { return nil }
  // SAFETY: the value has no bytes and nothing to retain. A struct without stored properties has exactly one value, in
  // contrast to an enum without cases, or a struct that stores one, which have none.
  return unsafeBitCast((), to: Value.self)
}
