/// An immutable value of any type, in an object whose own type doesn't mention it.
public final class ValueBox: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): `stored` is written in `init` and only read afterwards. Whether the value may be
  // used by several threads is for the owner to say.

  @usableFromInline let type: Any.Type
  // SAFETY (`@exclusivity(unchecked)`): nothing changes after `init`, so that no two accesses conflict.
  @exclusivity(unchecked) @usableFromInline var stored = InlineValue()

  /// Creates a box.
  @inlinable
  public init<Value>(_ value: __owned Value) {
    type = Value.self
    stored.initialize(to: value)
  }

  deinit { stored.deinitialize(type) }

  /// Returns the value.
  ///
  /// - Parameter type: The type with which the box was created, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public func value<Value>(as type: Value.Type) -> Value {
    assert(self.type == Value.self)
    return stored.value(as: Value.self)
  }
}
