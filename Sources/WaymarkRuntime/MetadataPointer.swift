import CWaymarkRuntime

/// Pointers in metadata and in the compiler's records, which are signed on arm64e.
///
/// The address behind a pointer has to be read with these functions. Two pointers to one descriptor have different
/// signatures, because a signature depends on the place of the pointer, so that pointers can't be compared either.
extension UnsafeRawPointer {
  // SAFETY of both: the caller proves, beside the call, that a pointer is there.

  /// Returns the address that the pointer at an offset contains.
  @inline(__always)
  func loadPointer(fromByteOffset offset: Int = 0) -> UnsafeRawPointer {
    waymark_strip(load(fromByteOffset: offset, as: UnsafeRawPointer.self))
  }

  /// Returns the address that the pointer at an offset contains; nil if it's null.
  @inline(__always)
  func loadPointerIfPresent(fromByteOffset offset: Int = 0) -> UnsafeRawPointer? {
    load(fromByteOffset: offset, as: UnsafeRawPointer?.self).map { waymark_strip($0) }
  }
}
