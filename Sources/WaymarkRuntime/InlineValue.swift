/// Storage of five words for a value of any type, inline if it fits and behind a pointer if it doesn't.
///
/// An existential of one protocol fits (`docs/ABI/TypeLayout.rst`: three words for the value, its type, and a
/// witness table), and so does a class reference. The type isn't stored here: the owner knows it.
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

  /// Stores a value; the storage must be empty.
  @inlinable
  @inline(__always)
  public mutating func initialize<Value>(to value: __owned Value) { Self.initialize(&self, to: value) }

  /// Moves the value out; the storage is empty afterwards.
  ///
  /// - Parameter type: The type of the value that was stored, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  public mutating func take<Value>(as type: Value.Type) -> Value { Self.take(&self, as: type) }

  // The operations take pointers, not closures, because they're also used where the type is known only at run
  // time.

  /// Stores a value; the storage must be empty.
  @inlinable
  @inline(__always)
  static func initialize<Value>(_ storage: UnsafeMutablePointer<InlineValue>, to value: __owned Value) {
    let words = UnsafeMutableRawPointer(storage)
    // SAFETY: the words are large enough and aligned for a `Value`, which is checked here, or otherwise for a
    // pointer.
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
  /// - Parameter type: The type of the value that was stored, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  static func value<Value>(_ storage: UnsafePointer<InlineValue>, as type: Value.Type) -> Value {
    let words = UnsafeRawPointer(storage)
    // SAFETY: by the caller's proof; `initialize` determined in the same way where the value is.
    if fits(Value.self) { return words.assumingMemoryBound(to: Value.self).pointee }
    return words.load(as: UnsafeRawPointer.self).assumingMemoryBound(to: Value.self).pointee
  }

  /// Moves the value out; the storage is empty afterwards.
  ///
  /// - Parameter type: The type of the value that was stored, which the caller proves beside the call.
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
  /// - Parameter type: The type of the value that was stored.
  @usableFromInline
  static func deinitialize(_ storage: UnsafeMutablePointer<InlineValue>, _ type: Any.Type) {
    let metadata = Metadata(of: type)
    if metadata.kind == .class || ExistentialMetadata(metadata)?.isClassBound == true {
      // SAFETY (`docs/ABI/TypeLayout.rst`): a class reference is one word, and an existential for objects only
      // begins with it. The storage contains a value of this type, whose reference is released once. The general
      // way below takes five times as long.
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
