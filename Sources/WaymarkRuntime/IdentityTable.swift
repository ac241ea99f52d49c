/// An immutable hash table from machine words (the identities of types) to objects.
///
/// Open addressing with linear probing in one flat allocation, at most half full: a look-up takes no
/// lock, computes no string hash, and allocates nothing.
///
/// - Complexity: a look-up is O(1) on average, whatever the number of entries.
public final class IdentityTable<Value: AnyObject>: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the memory is written in `init` only, before the table is shared,
  // and `Value`s are handed out as they are: the table is used with immutable values.

  @usableFromInline
  struct Slot {
    @usableFromInline var key: UInt
    @usableFromInline var value: Unmanaged<Value>?
  }

  @usableFromInline let slots: UnsafeMutablePointer<Slot>
  @usableFromInline let mask: UInt
  @usableFromInline let shift: UInt

  /// The entries, in the order in which they were given.
  package let entries: [(key: UInt, value: Value)]

  /// Creates a table.
  ///
  /// - Parameter entries: Keys, each once and none 0, with their values.
  package init(_ entries: [(key: UInt, value: Value)]) {
    self.entries = entries
    var capacity = 2
    while capacity < entries.count * 2 { capacity *= 2 }
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Slot(key: 0, value: nil), count: capacity)
    mask = UInt(capacity - 1)
    shift = UInt(UInt.bitWidth - capacity.trailingZeroBitCount)
    for entry in entries {
      var index = home(of: entry.key)
      while slots[Int(index)].key != 0 { index = (index + 1) & mask }
      slots[Int(index)] = Slot(key: entry.key, value: .passUnretained(entry.value))
    }
  }

  deinit { slots.deallocate() }

  /// Where the search for a key starts: the high bits of the key times 2^64 divided by the golden ratio
  /// (Fibonacci hashing: Knuth, The Art of Computer Programming, volume 3, 6.4).
  @inlinable
  func home(of key: UInt) -> UInt {
    UInt(truncatingIfNeeded: UInt64(key) &* 0x9E37_79B9_7F4A_7C15 >> UInt64(64 - UInt.bitWidth)) >> shift
  }

  /// The value for a key.
  @inlinable
  public subscript(key: UInt) -> Value? { lend(key)?.reference.takeUnretainedValue() }

  /// The value for a key, without counting a reference: it lives as long as the table.
  @inlinable
  @inline(__always)
  public func lend(_ key: UInt) -> Borrowed<Value>? {
    var index = home(of: key)
    while true {
      // SAFETY: `mask` keeps the index below the capacity, and the table is never full, so the loop ends.
      let slot = slots[Int(index)]
      // `entries` holds the value for as long as the table lives.
      if slot.key == key { return slot.value.map { Borrowed($0) } }
      if slot.key == 0 { return nil }
      index = (index &+ 1) & mask
    }
  }
}
