import CWaymarkRuntime

/// Storage for a value of any type, written at most once.
///
/// Reading takes no lock. No computation runs during a write, so it can't cause a deadlock: if two threads compute a
/// value at the same time, both use the value of the first to write. The class isn't generic, because creating and
/// releasing a generic one costs a fifth of the total for a `@Routed` property.
open class OnceStorage: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): one thread writes `stored` and `owned` while it holds the lock, before it sets
  // `written` with release ordering, and nothing changes them again. Reads follow an acquiring load of `written`. The
  // owner is responsible for whether several threads can use the value itself.

  @usableFromInline static var empty: UInt8 { 0 }
  @usableFromInline static var written: UInt8 { 1 }

  private let lock = ShortLock()
  @usableFromInline let state = AtomicByte(0)
  // SAFETY (`@exclusivity(unchecked)`): the lock allows one thread to write, once, and `state` no thread to read before
  // that, so no two accesses overlap, and the runtime doesn't have to check for them.
  @exclusivity(unchecked) @usableFromInline final var stored = InlineValue()
  /// The type of a value with references of its own, or nil for no value or the bits of a box's value.
  @exclusivity(unchecked) @usableFromInline final var owned: Any.Type?

  /// Creates empty storage.
  @inlinable
  public init() {}

  deinit {
    // The release of the last reference has made the writing thread's stores visible here.
    if let owned { InlineValue.deinitialize(&stored, owned) }
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
    assert(owned == nil || owned == Value.self)
    return InlineValue.value(&stored, as: Value.self)
  }

  /// Returns the value, which the caller has found or written.
  ///
  /// - Parameter type: The type of all values for this storage, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public final func writtenValue<Value>(as type: Value.Type) -> Value {
    assert(isWritten && (owned == nil || owned == Value.self))
    return InlineValue.value(&stored, as: Value.self)
  }

  /// Stores a computed value, unless there's already one.
  ///
  /// - Returns: The stored value.
  package final func write<Value>(_ value: __owned Value) -> Value {
    if beginWriting() {
      InlineValue.initialize(&stored, to: value)
      owned = Value.self
      endWriting()
    }
    return writtenValue(as: Value.self)
  }

  /// Stores a copy of a box's value, unless there's already a value.
  package final func write(copyOf box: ValueBox) {
    guard beginWriting() else { return }
    box.copy(into: &stored)
    owned = box.type
    endWriting()
  }

  /// Moves a computed value into the storage, or deinitializes it if there's already one.
  ///
  /// - Parameters:
  ///   - value: The value, which the storage takes over.
  ///   - type: The type of the value, for which `InlineValue.fitsWithoutMoving` is false. The caller proves it beside
  ///     the call.
  package final func write(_ value: inout InlineValue, as type: Any.Type) {
    assert(!InlineValue.fitsWithoutMoving(type))
    guard beginWriting() else { return InlineValue.deinitialize(&value, type) }
    stored = value
    owned = type
    endWriting()
  }

  /// Stores the value of a box without counting a reference, unless there's already a value.
  ///
  /// - Parameter box: A box that exists as long as the storage, which the caller proves beside the call.
  /// - Returns: False if values of the box's type aren't a class reference or an existential.
  package final func write(keptIn box: ValueBox) -> Bool {
    let kind = Metadata(of: box.type).kind
    guard FastCalls.areUsed, kind == .class || kind == .existential else { return false }
    // SAFETY: the values of these types are their bits (`docs/ABI/TypeLayout.rst`: an existential contains any other
    // value behind a pointer). Readers copy the value, and `deinit` doesn't release it.
    if beginWriting() {
      stored = box.stored
      endWriting()
    }
    return true
  }

  /// Returns whether this thread is the first to write, which then holds the lock until `endWriting()`.
  @inline(__always)
  private final func beginWriting() -> Bool {
    lock.acquire()
    // The lock makes visible what its last owner has stored.
    guard state.load(ordering: .relaxed) == Self.empty else {
      lock.release()
      return false
    }
    return true
  }

  @inline(__always)
  private final func endWriting() {
    state.store(Self.written, ordering: .releasing)
    lock.release()
  }
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
