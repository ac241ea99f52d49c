public import CWaymarkRuntime

// These types are used instead of `Synchronization.Atomic`, which needs iOS 18 and macOS 15. They have the same
// operations, which compile to the same instructions. They aren't generic, so that creating one asks the runtime for no
// type.

/// The ordering of a load.
public enum LoadOrdering: Int32 {
  // The values are those of `__ATOMIC_RELAXED` and so on, in all these types.
  /// No ordering: only the value itself is atomic.
  case relaxed = 0
  /// Everything before the store of the loaded value is visible after the load, if the store had release ordering.
  case acquiring = 2
}

/// The ordering of a store.
public enum StoreOrdering: Int32 {
  /// No ordering: only the value itself is atomic.
  case relaxed = 0
  /// Everything before the store is visible to a thread that loads the value with acquire ordering.
  case releasing = 3
}

/// The ordering of an operation that loads a value and stores another one.
public enum UpdateOrdering: Int32 {
  /// No ordering: only the value itself is atomic.
  case relaxed = 0
  /// The ordering of an acquiring load.
  case acquiring = 2
  /// The orderings of an acquiring load and of a releasing store.
  case acquiringAndReleasing = 4
}

/// A word that several threads access at the same time: a number, or the address of an object.
@_rawLayout(size: 8, alignment: 8)
public struct AtomicWord: ~Copyable, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): after `init`, atomic operations are the only accesses to the memory.

  /// Creates a word with a number.
  @inlinable
  @inline(__always)
  public init(_ value: UInt) {
    // SAFETY: the memory is large enough and aligned for a word, and no other thread knows this value yet.
    withAddress { $0.initialize(to: value) }
  }

  /// Calls `body` with the address of the word.
  @inlinable
  @inline(__always)
  func withAddress<Result>(_ body: (UnsafeMutablePointer<UInt>) -> Result) -> Result {
    // SAFETY: a value of raw layout is in memory, can't be copied, and isn't moved while it's borrowed. So this is its
    // own address, until the end of the closure. The compiler knows nothing about the content of the memory, also if
    // the value is a `let`, so it may change. It's always a word.
    withUnsafePointer(to: self) {
      body(UnsafeMutableRawPointer(mutating: UnsafeRawPointer($0)).assumingMemoryBound(to: UInt.self))
    }
  }

  /// Returns the number.
  @inlinable
  @inline(__always)
  public func load(ordering: LoadOrdering) -> UInt {
    withAddress { waymark_word_load($0, ordering.rawValue) }
  }

  /// Returns the address, or nil for 0.
  @inlinable
  @inline(__always)
  public func loadPointer(ordering: LoadOrdering) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: load(ordering: ordering))
  }

  /// Changes the number.
  @inlinable
  @inline(__always)
  public func store(_ value: UInt, ordering: StoreOrdering) {
    withAddress { waymark_word_store($0, value, ordering.rawValue) }
  }

  /// Changes the address.
  @inlinable
  @inline(__always)
  public func store(_ pointer: UnsafeMutableRawPointer?, ordering: StoreOrdering) {
    store(UInt(bitPattern: pointer), ordering: ordering)
  }

  /// Changes the address.
  ///
  /// - Returns: The previous address.
  @inlinable
  @inline(__always)
  public func exchange(_ pointer: UnsafeMutableRawPointer?, ordering: UpdateOrdering)
    -> UnsafeMutableRawPointer?
  {
    UnsafeMutableRawPointer(
      bitPattern: withAddress { waymark_word_exchange($0, UInt(bitPattern: pointer), ordering.rawValue) })
  }

  /// Changes the number, if it's the expected one.
  ///
  /// - Parameters:
  ///   - expected: The expected number.
  ///   - desired: The new number.
  ///   - ordering: The ordering if the number changes. If it doesn't, the load has acquire ordering.
  /// - Returns: Whether the number has changed, and the previous one.
  @inlinable
  @inline(__always)
  public func compareExchange(expected: UInt, desired: UInt, ordering: UpdateOrdering) -> (
    exchanged: Bool, original: UInt
  ) {
    let original = withAddress { waymark_word_compare_exchange($0, expected, desired, ordering.rawValue) }
    return (original == expected, original)
  }

  /// Changes the address, if it's the expected one, as with numbers.
  @inlinable
  @inline(__always)
  public func compareExchange(
    expected: UnsafeMutableRawPointer?, desired: UnsafeMutableRawPointer?, ordering: UpdateOrdering
  ) -> (exchanged: Bool, original: UnsafeMutableRawPointer?) {
    let (exchanged, original) = compareExchange(
      expected: UInt(bitPattern: expected), desired: UInt(bitPattern: desired), ordering: ordering)
    return (exchanged, UnsafeMutableRawPointer(bitPattern: original))
  }

  /// Adds to the number, or subtracts from it.
  ///
  /// - Returns: The sum.
  @inlinable
  @inline(__always)
  public func add(_ difference: Int, ordering: UpdateOrdering) -> UInt {
    withAddress { waymark_word_add($0, UInt(bitPattern: difference), ordering.rawValue) }
  }
}

/// A byte that several threads access at the same time: the number of a state.
@_rawLayout(size: 1, alignment: 1)
public struct AtomicByte: ~Copyable, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): as for `AtomicWord`.

  /// Creates a byte.
  @inlinable
  @inline(__always)
  public init(_ value: UInt8) {
    // SAFETY: as for `AtomicWord`.
    withAddress { $0.initialize(to: value) }
  }

  /// Calls `body` with the address of the byte.
  @inlinable
  @inline(__always)
  func withAddress<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
    // SAFETY: as for `AtomicWord`.
    withUnsafePointer(to: self) {
      body(UnsafeMutableRawPointer(mutating: UnsafeRawPointer($0)).assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Returns the number.
  @inlinable
  @inline(__always)
  public func load(ordering: LoadOrdering) -> UInt8 {
    withAddress { waymark_byte_load($0, ordering.rawValue) }
  }

  /// Changes the number.
  @inlinable
  @inline(__always)
  public func store(_ value: UInt8, ordering: StoreOrdering) {
    withAddress { waymark_byte_store($0, value, ordering.rawValue) }
  }

  /// Changes the number, if it's the expected one.
  ///
  /// - Parameters:
  ///   - expected: The expected number.
  ///   - desired: The new number.
  ///   - ordering: The ordering if the number changes. If it doesn't, the load has acquire ordering.
  /// - Returns: Whether the number has changed.
  @inlinable
  @inline(__always)
  public func compareExchange(expected: UInt8, desired: UInt8, ordering: UpdateOrdering) -> Bool {
    withAddress { waymark_byte_compare_exchange($0, expected, desired, ordering.rawValue) } == expected
  }
}

/// A flag that several threads access at the same time.
public struct AtomicFlag: ~Copyable, Sendable {
  @usableFromInline let byte: AtomicByte

  /// Creates a flag.
  @inlinable
  @inline(__always)
  public init(_ value: Bool) { byte = AtomicByte(value ? 1 : 0) }

  /// Returns whether the flag is set.
  @inlinable
  @inline(__always)
  public func load(ordering: LoadOrdering) -> Bool { byte.load(ordering: ordering) != 0 }

  /// Sets or clears the flag.
  @inlinable
  @inline(__always)
  public func store(_ value: Bool, ordering: StoreOrdering) { byte.store(value ? 1 : 0, ordering: ordering) }
}
