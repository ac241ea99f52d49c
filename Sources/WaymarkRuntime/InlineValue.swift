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

  /// Returns a copy of a value that moves with its bits.
  static func copy(_ storage: UnsafePointer<InlineValue>, of type: Any.Type) -> InlineValue {
    if isReference(type) {
      // SAFETY: as in `deinitialize`. The copy counts a reference.
      storage.pointee.object.map { _ = Unmanaged.passRetained($0) }
      return storage.pointee
    }
    func copy<Value>(_: Value.Type) -> InlineValue {
      var copy = InlineValue()
      copy.initialize(to: value(storage, as: Value.self))
      return copy
    }
    return _openExistential(type, do: copy)
  }

  /// Returns whether values of a type begin with a reference, and refer to nothing else.
  private static func isReference(_ type: Any.Type) -> Bool {
    let metadata = Metadata(of: type)
    return metadata.kind == .class || ExistentialMetadata(metadata)?.isClassBound == true
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

/// The arguments of a call, of types that are known only at run time.
package struct InlineArguments: ~Copyable {
  /// The largest number of arguments.
  package static var capacity: Int { 6 }

  private var values = (
    InlineValue(), InlineValue(), InlineValue(), InlineValue(), InlineValue(), InlineValue()
  )
  private let types: [Any.Type]
  private var count = 0

  package var first: InlineValue { values.0 }
  package var second: InlineValue { values.1 }
  package var third: InlineValue { values.2 }
  package var fourth: InlineValue { values.3 }
  package var fifth: InlineValue { values.4 }
  package var sixth: InlineValue { values.5 }

  /// Creates the arguments.
  ///
  /// - Parameters:
  ///   - types: At most six types for which `InlineValue.canMove` is true.
  ///   - make: Makes the argument at an index, of the type at this index, which the caller proves beside the call.
  package init<Failure: Error>(
    _ types: [Any.Type], _ make: (_ index: Int) throws(Failure) -> InlineValue
  ) throws(Failure) {
    self.types = types
    for index in types.indices {
      let value = try make(index)
      switch index {
      case 0: values.0 = value
      case 1: values.1 = value
      case 2: values.2 = value
      case 3: values.3 = value
      case 4: values.4 = value
      default: values.5 = value
      }
      count += 1
    }
  }

  // The calls take the arguments without consuming them.
  deinit {
    var values = values
    withUnsafeMutablePointer(to: &values) { values in
      // SAFETY: a tuple of equal types has the layout of an array (`docs/ABI/TypeLayout.rst`), and the first `count`
      // elements have values of these types.
      values.withMemoryRebound(to: InlineValue.self, capacity: Self.capacity) { values in
        for index in 0..<count { InlineValue.deinitialize(values + index, types[index]) }
      }
    }
  }
}
