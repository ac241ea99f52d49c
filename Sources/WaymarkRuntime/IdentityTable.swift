/// An immutable hash table from machine words (the identities of types) to objects that somebody else keeps alive.
///
/// Open addressing with linear probing in one flat allocation, at most half full: finding an entry takes no lock,
/// computes no string hash, and allocates nothing. A table of one entry has no allocation.
///
/// - Complexity: finding an entry is O(1) on average, whatever the number of entries.
public struct IdentityTable<Value: AnyObject>: ~Copyable, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the memory is written in `init` only, before the table is shared, and the values
  // are handed out as they are: the table is used with immutable values.

  @usableFromInline
  struct Slot {
    @usableFromInline var key: UInt
    @usableFromInline var value: Unmanaged<Value>?
  }

  /// The only entry of a table of one; its key is 0 in other tables.
  @usableFromInline let sole: Slot
  /// Nil in a table of at most one entry.
  @usableFromInline let slots: UnsafeMutablePointer<Slot>?
  @usableFromInline let mask: UInt
  @usableFromInline let shift: UInt

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - values: The values. The owner of the table keeps them alive as long as the table.
  ///   - key: Returns the key of a value: each once, and none 0.
  package init(_ values: some Collection<Value>, key: (Value) -> UInt) {
    guard values.count > 1 else {
      sole = Slot(key: values.first.map(key) ?? 0, value: values.first.map { .passUnretained($0) })
      (slots, mask, shift) = (nil, 0, 0)
      return
    }
    sole = Slot(key: 0, value: nil)
    var capacity = 4
    while capacity < values.count * 2 { capacity *= 2 }
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    slots.initialize(repeating: Slot(key: 0, value: nil), count: capacity)
    self.slots = slots
    mask = UInt(capacity - 1)
    shift = UInt(UInt.bitWidth - capacity.trailingZeroBitCount)
    for value in values {
      let key = key(value)
      var index = Self.home(of: key, shift)
      while slots[Int(index)].key != 0 { index = (index + 1) & mask }
      slots[Int(index)] = Slot(key: key, value: .passUnretained(value))
    }
  }

  deinit { slots?.deallocate() }

  /// Where the search for a key starts: the high bits of the key times 2^64 divided by the golden ratio
  /// (Fibonacci hashing: Knuth, The Art of Computer Programming, volume 3, 6.4).
  @inlinable
  @inline(__always)
  static func home(of key: UInt, _ shift: UInt) -> UInt {
    UInt(truncatingIfNeeded: UInt64(key) &* 0x9E37_79B9_7F4A_7C15 >> UInt64(64 - UInt.bitWidth)) >> shift
  }

  /// Returns the value for a key.
  @inlinable
  public subscript(key: UInt) -> Value? { unretained(key)?.object }

  /// Returns the value for a key without a reference of the caller's own; it exists as long as the table's owner.
  @inlinable
  @inline(__always)
  public func unretained(_ key: UInt) -> UnretainedReference<Value>? {
    guard let slots else { return sole.key == key ? sole.value.map { UnretainedReference($0) } : nil }
    var index = Self.home(of: key, shift)
    while true {
      // SAFETY: `mask` keeps the index below the capacity, and the table is never full, so the loop ends.
      let slot = slots[Int(index)]
      if slot.key == key { return slot.value.map { UnretainedReference($0) } }
      if slot.key == 0 { return nil }
      index = (index &+ 1) & mask
    }
  }
}
