import CWaymarkRuntime
public import Synchronization

/// A place for a value that is written at most once, in one allocation.
///
/// Reading takes no lock. Nothing is computed while the place is being written either, so that a computation
/// may do whatever it likes without the danger of a deadlock: of two threads that compute at the same time,
/// the first to write decides, and both get its value. Classes may add properties to it.
open class WriteOnce<Value>: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): `value` is written by the one thread that moved `state` from `empty` to
  // `writing`, before it sets `written` with release ordering, and never again; it is read only after
  // `written` was seen with acquire ordering. Whether the value itself may be used by several threads is for
  // the owner to say (`Routed` is `Sendable` only for `Sendable` values).

  @usableFromInline static var empty: UInt8 { 0 }
  @usableFromInline static var writing: UInt8 { 1 }
  @usableFromInline static var written: UInt8 { 2 }

  @usableFromInline let state = Atomic<UInt8>(0)
  // SAFETY (`@exclusivity(unchecked)`): `state` lets one thread write, once, and nobody read before that, so
  // that no two accesses overlap, and the runtime need not look for such.
  @exclusivity(unchecked) @usableFromInline final var value: Value?

  /// Creates an empty place.
  @inlinable
  public init() {}

  /// Whether a value is there.
  @inlinable
  public final var isWritten: Bool { state.load(ordering: .acquiring) == Self.written }

  /// The value, if it is there.
  @inlinable
  public final var current: Value? { isWritten ? value : nil }

  /// Stores a value that was computed elsewhere, unless one is there.
  ///
  /// - Returns: The value that is there afterwards.
  @inlinable
  public final func write(_ new: Value) -> Value {
    let (isFirst, _) = state.compareExchange(
      expected: Self.empty, desired: Self.writing, ordering: .acquiringAndReleasing)
    if isFirst {
      value = new
      state.store(Self.written, ordering: .releasing)
      return new
    }
    while !isWritten { Self.yield() }
    return value ?? new
  }

  /// Lets the other thread go on, which only has to store a value.
  @usableFromInline
  static func yield() { waymark_yield() }
}

extension WriteOnce where Value: AnyObject {
  /// The object, if it is there, without counting a reference: it lives at least as long as its place.
  @inlinable
  @inline(__always)
  public final var lent: Borrowed<Value>? {
    // SAFETY: a value that was written is never replaced, so that the place keeps it until it goes itself.
    isWritten ? value.map { Borrowed(.passUnretained($0)) } : nil
  }
}
