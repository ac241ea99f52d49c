/// A function whose type is known where it's stored and where it's called, and nowhere in between.
///
/// Storing functions of many types this way keeps their types out of the types of the objects that hold them, so that
/// the runtime doesn't have to build generic types for each of them.
@frozen
public struct ErasedFunction: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the wrappers that are stored here hold `@Sendable` functions, or functions of the
  // main actor that `MainActorErasure` has handed over under its own conditions.

  /// The function, as a type that stands for all others.
  ///
  /// Copying it counts the context, and reflection sees a function. It's never called as this type.
  @usableFromInline let function: @Sendable () -> Void

  /// Stores a function.
  ///
  /// - Parameter wrapper: A struct whose only property is an escaping function.
  @inlinable
  @inline(__always)
  public init<Wrapper: Sendable>(_ wrapper: Wrapper) {
    assert(MemoryLayout<Wrapper>.size == MemoryLayout<ErasedFunction>.size)
    // SAFETY: escaping functions of all types are laid out alike, as code and reference-counted context (Swift's ABI,
    // `docs/ABI/TypeLayout.rst`), and so is a struct that holds nothing else. The words are only ever handed back as
    // the same wrapper, so that calling conventions and, on arm64e, signatures match.
    self = unsafeBitCast(wrapper, to: ErasedFunction.self)
  }

  /// Returns the function.
  ///
  /// - Parameter type: The type of the wrapper that was stored, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public func function<Wrapper: Sendable>(as type: Wrapper.Type) -> Wrapper {
    // SAFETY: the caller's proof; see `init`.
    unsafeBitCast(self, to: Wrapper.self)
  }
}
