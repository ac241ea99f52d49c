/// Returns a value as the type that it's known to have, where the compiler can't know that two types are the
/// same.
///
/// Debug builds check the types; release builds don't, so that the conversion costs nothing.
///
/// - Parameters:
///   - value: A value.
///   - type: The same type as the static one, which the caller proves beside the call.
@inlinable
@inline(__always)
public func knownType<Value, Known>(_ value: Value, as type: Known.Type) -> Known {
  assert(Value.self == Known.self)
  // SAFETY: by the caller's proof, the types are the same; checked above in debug builds.
  return unsafeBitCast(value, to: Known.self)
}

/// Returns whether a value is stored as a type, and not as an existential that contains such a value.
package func isStored<Known>(_ value: Any, as type: Known.Type) -> Bool {
  // `type(of:)` would return the type of what an existential contains.
  func open<Value>(_: Value) -> Bool { Value.self == Known.self }
  return open(value)
}

/// Returns a value as the type that it's stored as.
///
/// In contrast to a cast, nothing is looked up.
///
/// - Parameters:
///   - value: A value.
///   - type: The type for which ``isStored(_:as:)`` returns true.
package func knownValue<Known>(_ value: Any, as type: Known.Type) -> Known {
  func open<Value>(_ value: Value) -> Known { knownType(value, as: type) }
  return open(value)
}

/// Returns a value as a struct whose only stored property is such a value.
///
/// - Parameters:
///   - value: A value.
///   - type: The struct, which the caller proves beside the call to be such a one.
@inlinable
package func knownWrapper<Value, Wrapper>(of value: Value, as type: Wrapper.Type) -> Wrapper {
  precondition(MemoryLayout<Value>.size == MemoryLayout<Wrapper>.size, "\(Wrapper.self) has other properties")
  // SAFETY: by the caller's proof; a struct with one stored property has the layout of that property.
  return unsafeBitCast(value, to: Wrapper.self)
}
