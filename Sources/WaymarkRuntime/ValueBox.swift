/// A box for an immutable value of any type, whose own type doesn't depend on that of the value.
public final class ValueBox: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): `stored` is written in `init` and only read afterwards. Whether the value
  // may be used by several threads is the owner's responsibility.

  @usableFromInline let type: Any.Type
  // SAFETY (`@exclusivity(unchecked)`): nothing changes after `init`, so that no two accesses conflict.
  @exclusivity(unchecked) @usableFromInline var stored = InlineValue()

  /// Creates a box.
  @inlinable
  public init<Value>(_ value: __owned Value) {
    type = Value.self
    InlineValue.initialize(&stored, to: value)
  }

  deinit { InlineValue.deinitialize(&stored, type) }

  /// Returns the value.
  ///
  /// - Parameter type: The type with which the box was created, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public func value<Value>(as type: Value.Type) -> Value {
    assert(self.type == Value.self)
    return InlineValue.value(&stored, as: Value.self)
  }
}
