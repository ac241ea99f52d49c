/// Five words that hold a value of any type, in place where it fits and behind a pointer where it doesn't.
///
/// An existential of one protocol fits (`docs/ABI/TypeLayout.rst`: three words for the value, its type, and a witness
/// table), and so does a class reference. The type isn't kept here: the owner knows it.
@frozen
public struct InlineValue {
  @usableFromInline var words: (UInt, UInt, UInt, UInt, UInt)

  /// Creates storage that holds no value.
  @inlinable
  public init() { words = (0, 0, 0, 0, 0) }

  /// Whether values of a type are kept in place.
  @inlinable
  @inline(__always)
  static func fits<Value>(_: Value.Type) -> Bool {
    MemoryLayout<Value>.size <= MemoryLayout<InlineValue>.size
      && MemoryLayout<Value>.alignment <= MemoryLayout<InlineValue>.alignment
  }

  /// Stores a value; the storage must hold none.
  @inlinable
  @inline(__always)
  mutating func initialize<Value>(to value: __owned Value) {
    guard Self.fits(Value.self) else {
      let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      pointer.initialize(to: value)
      words.0 = UInt(bitPattern: pointer)
      return
    }
    // SAFETY: the words are large enough and aligned for a `Value`, which was checked above.
    withUnsafeMutablePointer(to: &words) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Value.self).initialize(to: value)
    }
  }

  /// Returns a copy of the value.
  ///
  /// - Parameter type: The type of the value that was stored, which the caller proves beside the call.
  @inlinable
  @inline(__always)
  func value<Value>(as type: Value.Type) -> Value {
    withUnsafePointer(to: words) { words in
      // SAFETY: the caller's proof; `initialize` decided in the same way where the value is.
      if Self.fits(Value.self) {
        return UnsafeRawPointer(words).assumingMemoryBound(to: Value.self).pointee
      }
      let pointer = UnsafeRawPointer(words).load(as: UnsafePointer<Value>.self)
      return pointer.pointee
    }
  }

  /// Ends the value.
  ///
  /// - Parameter type: The type of the value that was stored.
  @usableFromInline
  mutating func deinitialize(_ type: Any.Type) {
    func deinitialize<Value>(_: Value.Type) {
      // SAFETY: as in `value(as:)`.
      withUnsafeMutablePointer(to: &words) { words in
        if Self.fits(Value.self) {
          UnsafeMutableRawPointer(words).assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        } else {
          let pointer = UnsafeRawPointer(words).load(as: UnsafeMutablePointer<Value>.self)
          pointer.deinitialize(count: 1)
          pointer.deallocate()
        }
      }
    }
    _openExistential(type, do: deinitialize)
  }
}
