import CWaymarkRuntime
public import Synchronization

/// Storage for a value of any type, written at most once.
///
/// Reading takes no lock. No computation runs during a write, so it can't cause a deadlock: if two threads compute a
/// value at the same time, both use the value of the first to write. The class isn't generic, because creating and
/// releasing a generic one costs a fifth of the total for a `@Routed` property.
open class OnceStorage: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): one thread, which moved `state` from `empty` to `writing`, writes `stored` and
  // `type` before it sets `written` with release ordering, and nothing changes them again. Reads follow an acquiring
  // load of `written`. The owner is responsible for whether several threads can use the value itself.

  @usableFromInline static var empty: UInt8 { 0 }
  @usableFromInline static var writing: UInt8 { 1 }
  @usableFromInline static var written: UInt8 { 2 }

  @usableFromInline let state = Atomic<UInt8>(0)
  // SAFETY (`@exclusivity(unchecked)`): `state` allows one thread to write, once, and no thread to read before that, so
  // no two accesses overlap, and the runtime doesn't have to check for them.
  @exclusivity(unchecked) @usableFromInline final var stored = InlineValue()
  @exclusivity(unchecked) @usableFromInline final var type: Any.Type?

  /// Creates empty storage.
  @inlinable
  public init() {}

  deinit {
    // The release of the last reference has made the writing thread's stores visible here.
    if let type { InlineValue.deinitialize(&stored, type) }
  }

  /// Whether the storage has a value.
  ///
  /// If so, the value is visible to this thread: the load acquires the stores that `write` released.
  @inlinable
  @inline(__always)
  public final var isWritten: Bool { state.load(ordering: .acquiring) == Self.written }

  /// Returns the value, or nil if there's none.
  ///
  /// - Parameter type: The type of all values for this storage, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public final func value<Value>(as type: Value.Type) -> Value? {
    guard isWritten else { return nil }
    assert(self.type == Value.self)
    return InlineValue.value(&stored, as: Value.self)
  }

  /// Stores a computed value, unless there's already one.
  ///
  /// - Returns: The stored value.
  @inlinable
  public final func write<Value>(_ value: __owned Value) -> Value {
    // `empty` → `writing` publishes nothing, and only excludes other writers. The store below publishes the value by
    // its release ordering. A thread that wasn't first acquires it in the loop.
    let (isFirst, _) = state.compareExchange(
      expected: Self.empty, desired: Self.writing, ordering: .acquiringAndReleasing)
    if isFirst {
      // The value moves, and the caller receives a copy, so only one reference is counted.
      InlineValue.initialize(&stored, to: value)
      type = Value.self
      state.store(Self.written, ordering: .releasing)
      return InlineValue.value(&stored, as: Value.self)
    }
    while !isWritten { Self.yield() }
    assert(type == Value.self)
    return InlineValue.value(&stored, as: Value.self)
  }

  /// Yields to the other thread, which only has to store a value.
  @usableFromInline
  static func yield() { waymark_yield() }
}

/// Returns the only value of a struct without stored properties, or nil for other types.
///
/// - Parameter type: The type.
package func onlyValue<Value>(of type: Value.Type) -> Value? {
  let metadata = Metadata(of: type)
  guard metadata.kind == .struct, MemoryLayout<Value>.size == 0, let fields = metadata.descriptor?.fields,
    !fields.contains(where: { _ in true })
  else { return nil }
  // SAFETY: the value has no bytes and nothing to retain. A struct without stored properties has exactly one value, in
  // contrast to an enum without cases, or a struct that stores one, which have none.
  return unsafeBitCast((), to: Value.self)
}
