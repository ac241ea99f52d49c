/// The memory for a function's result, where the function's type doesn't mention the result's.
@frozen
public struct ResultSlot {
  @usableFromInline let address: UnsafeMutableRawPointer

  @inlinable
  init(_ address: UnsafeMutableRawPointer) { self.address = address }

  /// Stores the result, once.
  ///
  /// - Parameter value: A value of the type that the caller of `withResult` asks for, which the callee proves beside the
  ///   call.
  @inlinable
  @inline(__always)
  public func initialize<Value>(to value: __owned Value) {
    // SAFETY: the callee's proof; `withResult` provides uninitialized memory for such a value.
    address.assumingMemoryBound(to: Value.self).initialize(to: value)
  }

  /// Calls a function that stores its result in a slot.
  ///
  /// - Parameters:
  ///   - type: The type of the result.
  ///   - body: Stores a result before it returns, and none where it throws.
  /// - Returns: The result.
  @inlinable
  @inline(__always)
  public static func withResult<Value, Failure: Error>(
    _ type: Value.Type, _ body: (ResultSlot) throws(Failure) -> Void
  ) throws(Failure) -> Value {
    do {
      return try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
        // SAFETY: one element was allocated, so that there's a base address.
        let slot = memory.baseAddress.unsafelyUnwrapped
        try body(ResultSlot(UnsafeMutableRawPointer(slot)))
        // SAFETY: `body` has initialized it.
        return slot.move()
      }
    } catch {
      // The standard function throws what the body throws, and that's a `Failure`.
      throw knownFailure(error, as: Failure.self)
    }
  }
}
