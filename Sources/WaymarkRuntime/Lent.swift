/// A value that is lent to a function which knows its type.
///
/// It stands for a value of a generic type where that type must not be mentioned: in the type of a closure, it
/// would be in the type of each array of such closures, and the runtime would build those types for every route.
public struct Lent {
  @usableFromInline let address: UnsafeRawPointer

  @inlinable
  init(_ address: UnsafeRawPointer) { self.address = address }

  /// Lends a value while `body` runs.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - body: Uses what is lent to it, and does not keep it.
  @inlinable
  @inline(__always)
  public static func lending<Value, Result>(_ value: Value, _ body: (Lent) -> Result) -> Result {
    withUnsafePointer(to: value) { body(Lent(UnsafeRawPointer($0))) }
  }

  /// The value.
  ///
  /// - Parameter type: Its type, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public func value<Value>(as type: Value.Type) -> Value {
    // SAFETY: the address is that of a `Value`, as the caller has proved, and valid while `lending` runs.
    address.assumingMemoryBound(to: Value.self).pointee
  }
}
