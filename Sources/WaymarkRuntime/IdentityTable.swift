/// An immutable hash table from machine words (the identities of types) to objects that its owner retains.
///
/// Open addressing with linear probing in one flat allocation, at most half full: finding an entry takes no lock,
/// computes no string hash, and allocates nothing. A table of one entry has no allocation.
///
/// - Complexity: Finding an entry is O(1) on average, for any number of entries.
public struct IdentityTable<Value: AnyObject>: ~Copyable, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): only `init` writes the memory, before the table is shared. The values are returned
  // unchanged, and users of the table store immutable values.

  @usableFromInline
  struct Slot {
    @usableFromInline var key: UInt
    @usableFromInline var value: Unmanaged<Value>?

    @inlinable
    init(key: UInt, value: Unmanaged<Value>?) {
      self.key = key
      self.value = value
    }
  }

  /// The only entry of a table of one, with the key 0 in other tables.
  @usableFromInline let sole: Slot
  /// The slots, or nil in a table of at most one entry.
  @usableFromInline let slots: UnsafeMutablePointer<Slot>?
  @usableFromInline let mask: UInt
  @usableFromInline let shift: UInt

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - count: The number of entries.
  ///   - entry: Returns an entry's unique key other than 0 and its value, which the table's owner retains.
  @inlinable
  package init(count: Int, entry: (Int) -> (key: UInt, value: Value)) {
    guard count > 1 else {
      let entry = count == 1 ? entry(0) : nil
      sole = Slot(key: entry?.key ?? 0, value: entry.map { .passUnretained($0.value) })
      (slots, mask, shift) = (nil, 0, 0)
      return
    }
    sole = Slot(key: 0, value: nil)
    var capacity = 4
    while capacity < count * 2 { capacity *= 2 }
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    slots.initialize(repeating: Slot(key: 0, value: nil), count: capacity)
    self.slots = slots
    mask = UInt(capacity - 1)
    shift = UInt(UInt.bitWidth - capacity.trailingZeroBitCount)
    for number in 0..<count {
      let (key, value) = entry(number)
      var index = Self.home(of: key, shift)
      while slots[Int(index)].key != 0 { index = (index + 1) & mask }
      slots[Int(index)] = Slot(key: key, value: .passUnretained(value))
    }
  }

  deinit { slots?.deallocate() }

  /// Returns the slot where the search for a key starts.
  ///
  /// The high bits of the key times 2^64 divided by the golden ratio determine it (Fibonacci hashing: Knuth, The Art of
  /// Computer Programming, volume 3, 6.4).
  @inlinable
  @inline(__always)
  static func home(of key: UInt, _ shift: UInt) -> UInt {
    UInt(truncatingIfNeeded: UInt64(key) &* 0x9E37_79B9_7F4A_7C15 &>> UInt64(64 - UInt.bitWidth)) &>> shift
  }

  /// Returns the value for a key.
  @inlinable
  public subscript(key: UInt) -> Value? { unretained(key)?.object }

  /// Returns the value for a key without counting a reference, as long as the table's owner exists.
  @inlinable
  @inline(__always)
  public func unretained(_ key: UInt) -> UnretainedReference<Value>? {
    unretainedInSlots(key) ?? soleUnretained(key)
  }

  /// Returns the value for a key in a table of several entries without counting a reference.
  @inlinable
  @inline(__always)
  package func unretainedInSlots(_ key: UInt) -> UnretainedReference<Value>? {
    guard let slots else { return nil }
    var index = Self.home(of: key, shift)
    while true {
      // SAFETY: `mask` keeps the index below the capacity, and the table is never full, so the loop ends.
      let slot = slots + Int(bitPattern: index)
      if slot.pointee.key == key { return slot.pointee.value.map { UnretainedReference($0) } }
      if slot.pointee.key == 0 { return nil }
      index = (index &+ 1) & mask
    }
  }

  /// Returns the value for a key in a table of one entry without counting a reference.
  @inlinable
  package func soleUnretained(_ key: UInt) -> UnretainedReference<Value>? {
    sole.key == key ? sole.value.map { UnretainedReference($0) } : nil
  }
}
