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
  ///   - type: The type of the value, for which `InlineValue.canMove` is true. The caller proves it beside the call.
  package init(_ value: __owned InlineValue, as type: Any.Type) {
    self.type = type
    stored = value
  }

  deinit { InlineValue.deinitialize(&stored, type) }

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
  package var isObject: Bool { ObjectCast.isClass(Swift.type(of: any)) }

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
    ObjectCast.isClass(type) ? stored.object : nil
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
  /// - Parameter type: The generic wrapper of `InlineValue`. The caller proves, beside the call, that the same wrapper of
  ///   types for which `InlineValue.canMove` is true was stored.
  package func function<Wrapper: Sendable>(ofInlineValues type: Wrapper.Type) -> Wrapper {
    // SAFETY: a function in a generic wrapper takes and returns values of the wrapper's type parameters at addresses,
    // whatever the types are (`docs/ABI/CallingConvention.rst`; on arm64e, its signature is that of the unspecialized
    // type). An `InlineValue` has the size and alignment for such a value, and its bits are the value.
    unsafeBitCast(self, to: Wrapper.self)
  }
}

/// Storage of five words for a value of any type, inline if it fits, or else behind a pointer.
///
/// An existential of one protocol fits (`docs/ABI/TypeLayout.rst`: three words for the value, its type, and a witness
/// table), and so does a class reference. The owner knows the type, which isn't stored here.
@frozen
public struct InlineValue {
  @usableFromInline var words: (UInt, UInt, UInt, UInt, UInt)

  /// Creates storage without a value.
  @inlinable
  public init() { words = (0, 0, 0, 0, 0) }

  /// Returns whether values of a type are stored inline.
  @inlinable
  @inline(__always)
  static func fits<Value>(_: Value.Type) -> Bool {
    MemoryLayout<Value>.size <= MemoryLayout<InlineValue>.size
      && MemoryLayout<Value>.alignment <= MemoryLayout<InlineValue>.alignment
  }

  /// Stores a value in empty storage.
  @inlinable
  @inline(__always)
  public mutating func initialize<Value>(to value: __owned Value) { Self.initialize(&self, to: value) }

  /// Creates storage of a reference.
  package init(object: AnyObject) {
    // SAFETY: the owner releases the object when it takes or deinitializes the value.
    words = (UInt(bitPattern: Unmanaged.passRetained(object).toOpaque()), 0, 0, 0, 0)
  }

  /// Returns whether values of a type are stored inline, and moving their bits moves the values.
  package static func canMove(_ type: Any.Type) -> Bool {
    func fits<Value>(_: Value.Type) -> Bool { Self.fits(Value.self) }
    return _openExistential(type, do: fits) && Metadata(of: type).isBitwiseTakable
  }

  /// The object to which the stored value refers. The caller knows that the value begins with a reference.
  fileprivate var object: AnyObject? {
    // SAFETY: by the caller's proof, the first word is a reference, which the value retains.
    UnsafeRawPointer(bitPattern: words.0).map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Moves the value out, which leaves the storage empty.
  ///
  /// - Parameter type: The type of the stored value, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public mutating func take<Value>(as type: Value.Type) -> Value { Self.take(&self, as: type) }

  // The operations take pointers instead of closures, because they're also used with types known only at run time.

  /// Stores a value in empty storage.
  @inlinable
  @inline(__always)
  static func initialize<Value>(_ storage: UnsafeMutablePointer<InlineValue>, to value: __owned Value) {
    let words = UnsafeMutableRawPointer(storage)
    // SAFETY: the words are large enough and aligned for a `Value`, which is checked here, or otherwise for a pointer.
    if fits(Value.self) {
      words.assumingMemoryBound(to: Value.self).initialize(to: value)
    } else {
      let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      pointer.initialize(to: value)
      words.storeBytes(of: UnsafeMutableRawPointer(pointer), as: UnsafeMutableRawPointer.self)
    }
  }

  /// Returns a copy of the value.
  ///
  /// - Parameter type: The type of the stored value, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  static func value<Value>(_ storage: UnsafePointer<InlineValue>, as type: Value.Type) -> Value {
    let words = UnsafeRawPointer(storage)
    // SAFETY: by the caller's proof. `initialize` determined the place of the value in the same way.
    if fits(Value.self) { return words.assumingMemoryBound(to: Value.self).pointee }
    return words.load(as: UnsafeRawPointer.self).assumingMemoryBound(to: Value.self).pointee
  }

  /// Moves the value out, which leaves the storage empty.
  ///
  /// - Parameter type: The type of the stored value, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  static func take<Value>(_ storage: UnsafeMutablePointer<InlineValue>, as type: Value.Type) -> Value {
    let words = UnsafeMutableRawPointer(storage)
    // SAFETY: as in `value`.
    if fits(Value.self) { return words.assumingMemoryBound(to: Value.self).move() }
    let pointer = words.load(as: UnsafeMutableRawPointer.self)
    defer { pointer.deallocate() }
    return pointer.assumingMemoryBound(to: Value.self).move()
  }

  /// Deinitializes the value.
  ///
  /// - Parameter type: The type of the stored value.
  @usableFromInline
  static func deinitialize(_ storage: UnsafeMutablePointer<InlineValue>, _ type: Any.Type) {
    let metadata = Metadata(of: type)
    if metadata.kind == .class || ExistentialMetadata(metadata)?.isClassBound == true {
      // SAFETY (`docs/ABI/TypeLayout.rst`): a class reference is one word, and an existential for objects only begins
      // with it. The storage contains a value of this type, and releases its reference once. The general way below
      // takes five times as long.
      return Unmanaged<AnyObject>.fromOpaque(
        UnsafeRawPointer(storage).load(as: UnsafeRawPointer.self)
      ).release()
    }
    func deinitialize<Value>(_: Value.Type) {
      let words = UnsafeMutableRawPointer(storage)
      // SAFETY: as in `value`.
      if fits(Value.self) {
        words.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
      } else {
        let pointer = words.load(as: UnsafeMutableRawPointer.self)
        pointer.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        pointer.deallocate()
      }
    }
    _openExistential(type, do: deinitialize)
  }
}
