/// A function whose type is known only where it's stored and where it's called.
///
/// Storing functions of many types this way keeps their types out of the types of the objects that store
/// them, so that the runtime doesn't have to create generic types for each of them.
@frozen
public struct ErasedFunction: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the stored wrappers contain `@Sendable` functions, or functions of the
  // main actor that `MainActorErasure` has erased under its own conditions.

  /// The function, as a type that represents all others.
  ///
  /// Copying it retains the context, and reflection finds a function. It's never called as this type.
  @usableFromInline let function: @Sendable () -> Void

  /// Stores a function.
  ///
  /// - Parameter wrapper: A struct whose only property is an escaping function.
  @inlinable
  @inline(__always)
  public init<Wrapper: Sendable>(_ wrapper: Wrapper) {
    assert(MemoryLayout<Wrapper>.size == MemoryLayout<ErasedFunction>.size)
    // SAFETY: escaping functions of all types have the same layout, code and reference-counted context
    // (Swift's ABI, `docs/ABI/TypeLayout.rst`), and so does a struct that contains nothing else. The words
    // are only ever returned as the same wrapper, so that calling conventions and, on arm64e, signatures
    // match.
    self = unsafeBitCast(wrapper, to: ErasedFunction.self)
  }

  /// Returns the function.
  ///
  /// - Parameter type: The type of the wrapper that was stored, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public func function<Wrapper: Sendable>(as type: Wrapper.Type) -> Wrapper {
    // SAFETY: by the caller's proof; see `init`.
    unsafeBitCast(self, to: Wrapper.self)
  }
}
