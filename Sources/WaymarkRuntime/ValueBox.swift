import CWaymarkRuntime

/// A box for an immutable value of any type, in a type that doesn't depend on the value's type.
public final class ValueBox: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): only `init` writes `stored`. The owner is responsible for whether several threads
  // may use the value.

  /// The type at the box's creation.
  @usableFromInline package let type: Any.Type
  // SAFETY (`@exclusivity(unchecked)`): nothing changes after `init`, so no two accesses conflict.
  @exclusivity(unchecked) @usableFromInline var stored = InlineValue()

  /// Creates a box.
  @inlinable
  public init<Value>(_ value: __owned Value) {
    type = Value.self
    InlineValue.initialize(&stored, to: value)
  }

  /// Creates a box of a value.
  ///
  /// - Parameters:
  ///   - value: The value, which is moved into the box.
  ///   - type: The type of the value, for which `InlineValue.fitsWithoutMoving` is false. The caller proves it beside
  ///     the call.
  package init(_ value: __owned InlineValue, as type: Any.Type) {
    assert(!InlineValue.fitsWithoutMoving(type))
    self.type = type
    stored = value
  }

  deinit { InlineValue.deinitialize(&stored, type) }

  /// Copies the value into empty storage.
  ///
  /// The value begins with a reference and refers to nothing else, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public func copyReference(into copy: inout InlineValue) {
    InlineValue.copyReference(&stored, to: &copy)
  }

  /// Returns a copy of the value of an `InlineType`, which moves with its bits.
  public func copy() -> InlineValue {
    assert(!InlineValue.fitsWithoutMoving(type))
    var copy = InlineValue()
    func initialize<Value>(_: Value.Type) { InlineValue.initialize(&copy, to: value(as: Value.self)) }
    _openExistential(type, do: initialize)
    return copy
  }

  /// Returns the value.
  ///
  /// - Parameter type: The type at the box's creation, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public func value<Value>(as type: Value.Type) -> Value {
    assert(self.type == Value.self)
    return InlineValue.value(&stored, as: Value.self)
  }
}

// A scope reads its instances without a lock. It keeps the memory of the box and of the instance until nothing can read
// them anymore, but doesn't keep the instance itself. The runtime does the same for a class with `unowned` references
// (`stdlib/public/SwiftShims/swift/shims/RefCount.h`, "Object lifecycle state machine").
extension ValueBox {
  /// Returns the address of a box's value, and keeps the memory of the box and of the value's object until `unpin`.
  ///
  /// - Returns: The address, or nil unless the object is a box, and its value begins with a reference to a native Swift
  ///   object and refers to nothing else.
  static func pinned(_ object: AnyObject) -> UnsafePointer<InlineValue>? {
    // A dynamic cast would take 500 instructions.
    guard Swift.type(of: object) == ValueBox.self else { return nil }
    return knownDowncast(object, to: ValueBox.self).pinned()
  }

  private func pinned() -> UnsafePointer<InlineValue>? {
    guard let object = nativeObject else { return nil }
    let box = Unmanaged.passUnretained(self).toOpaque()
    _ = swift_unownedRetain(object)
    _ = swift_unownedRetain(box)
    // SAFETY: a stored property of a class is part of the memory of the object, at the same offset in each one.
    let value = UnsafePointer((box + Self.storedOffset).assumingMemoryBound(to: InlineValue.self))
    assert(withUnsafePointer(to: &stored) { $0 == value })
    return value
  }

  /// Releases the memory that `pinned()` has kept.
  static func unpin(_ value: UnsafePointer<InlineValue>) {
    // SAFETY: `pinned()` has counted both references. The memory of the box is released last.
    UnsafeMutableRawPointer(bitPattern: value.pointee.words.0).map { swift_unownedRelease($0) }
    swift_unownedRelease(UnsafeMutableRawPointer(mutating: value) - storedOffset)
  }

  /// The offset of `stored` in a box, after the two words of an object and the type.
  private static var storedOffset: Int { 3 * MemoryLayout<UInt>.stride }

  /// The address of the native Swift object with which the value begins, if the value refers to nothing else.
  private var nativeObject: UnsafeMutableRawPointer? {
    #if _runtime(_ObjC)
      // An instance may be an Objective-C object, which counts its references in another way.
      return nil
    #else
      guard FastCalls.areUsed else { return nil }
      // SAFETY (`docs/ABI/TypeLayout.rst`): in an existential of one protocol without a class bound, a buffer of three
      // words precedes the metadata of the value in it. A larger one is behind a pointer, and an error is one word. For
      // these, the other words mean nothing.
      let isOpaque =
        ExistentialMetadata(Metadata(of: type)).map { !$0.isClassBound && !$0.isError && $0.fitsInline }
        ?? false
      let isObject =
        InlineValue.isReference(type)
        || isOpaque
          && UnsafeRawPointer(bitPattern: stored.words.3).map { Metadata(at: $0).kind == .class } ?? false
      return isObject ? UnsafeMutableRawPointer(bitPattern: stored.words.0) : nil
    #endif
  }
}

// Functions for code that doesn't know the type.
extension ValueBox {
  package var any: Any {
    func open<Value>(_: Value.Type) -> Any { value(as: Value.self) }
    return _openExistential(type, do: open)
  }

  /// Returns a box of the value as another type, by a dynamic cast, or nil if the value has a different type.
  package func cast(to other: Any.Type) -> ValueBox? {
    if type == other { return self }
    func open<Value>(_: Value.Type) -> ValueBox? { (any as? Value).map { ValueBox($0) } }
    return _openExistential(other, do: open)
  }

  /// Whether the value is an object.
  package var isObject: Bool { Metadata(of: Swift.type(of: any)).kind == .class }

  /// The address of the object that the value refers to, or nil for any other value or an `any Error`.
  private var address: UInt? {
    func open<Value>(_: Value.Type) -> UInt? { ObjectIdentity.address(of: value(as: Value.self)) }
    return _openExistential(type, do: open)
  }

  /// The object that the value refers to, or nil for any other value or an `any Error`.
  package var object: AnyObject? {
    // SAFETY: the box retains the object at this address, and exists until the caller has retained the object.
    withExtendedLifetime(self) {
      address.flatMap { UnsafeRawPointer(bitPattern: $0) }.map {
        Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
      }
    }
  }

  /// Returns whether both values refer to the same object.
  package func isSame(as other: ValueBox) -> Bool { address.map { $0 == other.address } ?? false }

  /// The object to which a value of a class type refers; nil for a value of any other type.
  package var reference: AnyObject? {
    Metadata(of: type).kind == .class ? stored.object : nil
  }
}

/// A function with a type known only to the code that stores it and the code that calls it.
///
/// Storing functions of many types this way keeps their types out of the types of the objects that store them, so the
/// runtime doesn't have to create generic types for each of them.
@frozen
public struct ErasedFunction: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the stored wrappers contain `@Sendable` functions, or functions of the main actor
  // that `MainActorErasure` has erased under its own conditions.

  /// The function, as a type that represents all others.
  ///
  /// Copying it retains the context, and reflection finds a function. It's never called as this type.
  @usableFromInline let function: @Sendable () -> Void

  /// Stores a function.
  ///
  /// - Parameter wrapper: A struct with an escaping function as its only property.
  @inlinable
  @inline(__always)
  public init<Wrapper: Sendable>(_ wrapper: Wrapper) {
    assert(MemoryLayout<Wrapper>.size == MemoryLayout<ErasedFunction>.size)
    // SAFETY: escaping functions of all types have the same layout, code and reference-counted context (Swift's ABI,
    // `docs/ABI/TypeLayout.rst`), and so does a struct that contains nothing else. The words are only ever returned as
    // the same wrapper, so calling conventions and, on arm64e, signatures match.
    self = unsafeBitCast(wrapper, to: ErasedFunction.self)
  }

  /// Returns the function.
  ///
  /// - Parameter type: The type of the stored wrapper, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public func function<Wrapper: Sendable>(as type: Wrapper.Type) -> Wrapper {
    // SAFETY: by the caller's proof, as in `init`.
    unsafeBitCast(self, to: Wrapper.self)
  }

  /// Returns a function with the types of its parameters and result replaced by `InlineValue`.
  ///
  /// One such function serves all types, without the runtime's generic operations.
  ///
  /// - Parameter type: The generic wrapper of `InlineValue`. The caller proves, beside the call, that the same wrapper
  ///   of types for which `InlineValue.canMove` is true was stored.
  @inlinable
  @inline(__always)
  package func function<Wrapper: Sendable>(ofInlineValues type: Wrapper.Type) -> Wrapper {
    // SAFETY: a function in a generic wrapper takes and returns values of the wrapper's type parameters at addresses,
    // whatever the types are (`docs/ABI/CallingConvention.rst`; on arm64e, its signature is that of the unspecialized
    // type). An `InlineValue` has the size and alignment for such a value, and its bits are the value.
    unsafeBitCast(self, to: Wrapper.self)
  }
}
