/// A box for an immutable value of any type, whose own type doesn't depend on that of the value.
public final class ValueBox: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): `stored` is written in `init` and only read afterwards. Whether the value
  // may be used by several threads is the owner's responsibility.

  /// The type with which the box was created.
  @usableFromInline package let type: Any.Type
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

// The functions for code that doesn't know the type.
extension ValueBox {
  /// The value as `Any`.
  package var any: Any {
    func open<Value>(_: Value.Type) -> Any { value(as: Value.self) }
    return _openExistential(type, do: open)
  }

  /// Returns a box of the value as another type, by a dynamic cast; nil if the value isn't of that type.
  package func cast(to other: Any.Type) -> ValueBox? {
    if type == other { return self }
    func open<Value>(_: Value.Type) -> ValueBox? { (any as? Value).map { ValueBox($0) } }
    return _openExistential(other, do: open)
  }

  /// Whether the value is an object.
  package var isObject: Bool { ObjectCast.isClass(Swift.type(of: any)) }

  /// The address of the object to which the value refers; nil for any other value, and for an `any Error`.
  private var address: UInt? {
    func open<Value>(_: Value.Type) -> UInt? { ObjectIdentity.address(of: value(as: Value.self)) }
    return _openExistential(type, do: open)
  }

  /// The object to which the value refers; nil for any other value, and for an `any Error`.
  package var object: AnyObject? {
    // SAFETY: the box retains the object at this address, and is retained until the object is.
    withExtendedLifetime(self) {
      address.flatMap { UnsafeRawPointer(bitPattern: $0) }.map {
        Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
      }
    }
  }

  /// Returns whether both values refer to the same object.
  package func isSame(as other: ValueBox) -> Bool { address.map { $0 == other.address } ?? false }

  /// Creates a box of an object.
  ///
  /// - Parameters:
  ///   - object: An instance of the class or of a subclass, which the caller proves beside the call.
  ///   - type: A class.
  package static func of(_ object: AnyObject, as type: Any.Type) -> ValueBox {
    func open<Class>(_: Class.Type) -> ValueBox { ValueBox(ObjectCast.value(object, as: Class.self)) }
    return _openExistential(type, do: open)
  }
}

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
