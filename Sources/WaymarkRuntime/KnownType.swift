/// A value as the type that it is known to have, where the compiler cannot see that two types are one.
///
/// Debug builds check the claim; release builds do not pay for it.
///
/// - Parameters:
///   - value: A value.
///   - type: Its static type under another name. The caller proves it, beside the call.
@inlinable
@inline(__always)
public func knownType<Value, Known>(_ value: Value, as type: Known.Type) -> Known {
  assert(Value.self == Known.self)
  // SAFETY: the caller's proof that the types are one; checked above in debug builds.
  return unsafeBitCast(value, to: Known.self)
}

/// A value as a struct whose only stored property is such a value.
///
/// - Parameters:
///   - value: A value.
///   - type: The struct. The caller proves it, beside the call.
@inlinable
package func knownWrapper<Value, Wrapper>(of value: Value, as type: Wrapper.Type) -> Wrapper {
  precondition(MemoryLayout<Value>.size == MemoryLayout<Wrapper>.size, "\(Wrapper.self) has other properties")
  // SAFETY: the caller's proof; a struct of one property is laid out like it.
  return unsafeBitCast(value, to: Wrapper.self)
}
