import CWaymarkRuntime

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
  @inlinable
  @inline(__always)
  package init(object: AnyObject) {
    // SAFETY: the owner releases the object when it takes or deinitializes the value.
    words = (UInt(bitPattern: Unmanaged.passRetained(object).toOpaque()), 0, 0, 0, 0)
  }

  /// Returns whether values of a type are stored inline, and moving their bits moves the values, so that fast calls can
  /// pass and return them.
  package static func canMove(_ type: Any.Type) -> Bool {
    FastCalls.areUsed && isInline(type) && Metadata(of: type).isBitwiseTakable
  }

  /// Returns whether values of a type are stored inline, and moving their bits doesn't move the values.
  package static func fitsWithoutMoving(_ type: Any.Type) -> Bool {
    isInline(type) && !Metadata(of: type).isBitwiseTakable
  }

  private static func isInline(_ type: Any.Type) -> Bool {
    func fits<Value>(_: Value.Type) -> Bool { Self.fits(Value.self) }
    return _openExistential(type, do: fits)
  }

  /// The object to which the stored value refers, which begins with a reference by the caller's proof.
  var object: AnyObject? {
    // SAFETY: the first word is a reference, which the value retains.
    UnsafeRawPointer(bitPattern: words.0).map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Moves the value out, which leaves the storage empty.
  ///
  /// - Parameter type: The type of the stored value, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public mutating func take<Value>(as type: Value.Type) -> Value { Self.take(&self, as: type) }

  /// Moves the value out, or copies it out of a box.
  ///
  /// - Parameters:
  ///   - box: The box of the value, or nil if the storage contains the value.
  ///   - isRetained: Whether to release a reference to the box that was counted for the caller.
  ///   - type: The type of the value, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public mutating func take<Value>(
    from box: UnretainedReference<ValueBox>?, isRetained: Bool, as type: Value.Type
  ) -> Value {
    guard let box else { return take(as: type) }
    defer { if isRetained { box.release() } }
    return box.read { $0.value(as: type) }
  }

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

  /// Copies the value, which begins with a reference and refers to nothing else, by the proof beside the call.
  @inlinable
  @inline(__always)
  static func copyReference(
    _ storage: UnsafePointer<InlineValue>, to copy: UnsafeMutablePointer<InlineValue>
  ) {
    // SAFETY (`docs/ABI/TypeLayout.rst`): the first word is the address of an object, which the stored value retains.
    // The copy counts a reference.
    _ = UnsafeRawPointer(bitPattern: storage.pointee.words.0).map {
      Unmanaged<AnyObject>.fromOpaque($0).retain()
    }
    // Copying memory instead of words keeps the compiler from storing the first word by itself. A processor waits for
    // such a store when the value moves on in larger pieces, 30 ns in a `@Routed` property.
    UnsafeMutableRawPointer(copy).copyMemory(from: storage, byteCount: MemoryLayout<InlineValue>.size)
  }

  /// Copies the value as above, or returns false if the deinitialization of its object has begun.
  ///
  /// - Parameter storage: The value. Its object is a native Swift object with memory that exists until the call
  ///   returns, which the caller proves.
  static func copyReference(
    ifExists storage: UnsafePointer<InlineValue>, to copy: UnsafeMutablePointer<InlineValue>
  ) -> Bool {
    // SAFETY: by the caller's proof. If the object exists, the copy counts a reference.
    guard let object = UnsafeMutableRawPointer(bitPattern: storage.pointee.words.0),
      swift_tryRetain(object) != nil
    else { return false }
    // As above.
    UnsafeMutableRawPointer(copy).copyMemory(from: storage, byteCount: MemoryLayout<InlineValue>.size)
    return true
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

  /// Returns whether values of a type are stored inline, begin with a reference, and refer to nothing else.
  ///
  /// It's false for all types where fast calls aren't used.
  @inline(__always)
  package static func isReference(_ type: Any.Type) -> Bool {
    guard FastCalls.areUsed else { return false }
    let metadata = Metadata(of: type)
    if metadata.kind == .class { return true }
    return ExistentialMetadata(metadata).map { $0.isClassBound && $0.fitsInline } ?? false
  }

  /// Deinitializes the value.
  ///
  /// - Parameter type: The type of the stored value.
  @usableFromInline
  static func deinitialize(_ storage: UnsafeMutablePointer<InlineValue>, _ type: Any.Type) {
    if isReference(type) {
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

/// A type with values that move with their bits.
public struct InlineType: Sendable {
  /// The type.
  public let type: Any.Type
  /// Whether the values begin with a reference, and refer to nothing else.
  @usableFromInline let isReference: Bool

  /// Creates the description of a type, or returns nil if its values don't move with their bits.
  package init?(_ type: Any.Type) {
    guard InlineValue.canMove(type) else { return nil }
    self.type = type
    isReference = InlineValue.isReference(type)
  }

  /// Returns a copy of a box's value.
  ///
  /// - Parameter box: A box of this type, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public func copy(_ box: ValueBox) -> InlineValue {
    guard isReference else { return box.copy() }
    var copy = InlineValue()
    box.copyReference(into: &copy)
    return copy
  }

  /// Returns a copy of a scope's value.
  ///
  /// - Parameter scope: A scope with a value of this type, which the caller proves beside the call.
  package func copy(_ scope: ScopeStorage) -> InlineValue {
    func copy<Value>(_: Value.Type) -> InlineValue {
      var copy = InlineValue()
      copy.initialize(to: scope.value(as: Value.self))
      return copy
    }
    return _openExistential(type, do: copy)
  }

  /// Deinitializes a value of this type.
  @inlinable
  @inline(__always)
  public func destroy(_ value: InlineValue) {
    guard isReference else { return destroyOther(value) }
    // SAFETY: as above. The owner of the value gives up its reference.
    UnsafeRawPointer(bitPattern: value.words.0).map { Unmanaged<AnyObject>.fromOpaque($0).release() }
  }

  @usableFromInline
  func destroyOther(_ value: InlineValue) {
    var value = value
    InlineValue.deinitialize(&value, type)
  }
}

/// The argument of a call, which a box may keep meanwhile.
@frozen
public struct InlineArgument {
  /// The value, or none before `own` or `borrow`.
  public var value = InlineValue()
  /// Whether the value has references of its own.
  @usableFromInline var isOwned = false

  /// Creates an argument without a value.
  @inlinable
  @inline(__always)
  public init() {}

  /// Stores a value with references of its own.
  @inlinable
  @inline(__always)
  public mutating func own(_ value: InlineValue) {
    self.value = value
    isOwned = true
  }

  /// Takes over the references of the stored value.
  @inlinable
  @inline(__always)
  public mutating func own() { isOwned = true }

  /// Stores the value in a box, without counting a reference.
  ///
  /// - Parameter box: A box of an `InlineType` that exists until the end of the call, which the caller proves.
  @inlinable
  @inline(__always)
  public mutating func borrow(_ box: ValueBox) {
    // SAFETY: the value of an `InlineType` is its bits, and a call only reads its arguments. They stay valid as long as
    // the box, which doesn't change.
    value = box.stored
    isOwned = false
  }

  /// Releases the value after the call, unless there's none or a box keeps it.
  @inlinable
  @inline(__always)
  public func release(as type: InlineType) {
    if isOwned { type.destroy(value) }
  }
}

/// Room for the arguments of a call.
public struct InlineArguments {
  /// Eight arguments.
  public typealias Eight = (
    InlineArgument, InlineArgument, InlineArgument, InlineArgument, InlineArgument, InlineArgument,
    InlineArgument, InlineArgument
  )

  /// The number of arguments for which there's room.
  public static let capacity = 16

  /// The arguments: the first eight, and the later ones.
  public var all: (Eight, Eight)

  /// Creates room for arguments without values.
  @inlinable
  @inline(__always)
  public init() {
    let none = InlineArgument()
    let eight: Eight = (none, none, none, none, none, none, none, none)
    all = (eight, eight)
  }

  /// Calls a closure with an argument.
  ///
  /// - Parameters:
  ///   - index: The position of the argument, less than `capacity`.
  ///   - body: Changes the argument.
  @inlinable
  @inline(__always)
  public mutating func with<Failure: Error>(
    _ index: Int, _ body: (inout InlineArgument) throws(Failure) -> Void
  ) throws(Failure) {
    try withUnsafeMutablePointer(to: &all) { (all) throws(Failure) in
      // SAFETY: the elements of a tuple of one type are at multiples of its stride, and the index is in the bounds.
      try body(&UnsafeMutableRawPointer(all).assumingMemoryBound(to: InlineArgument.self)[index])
    }
  }
}
