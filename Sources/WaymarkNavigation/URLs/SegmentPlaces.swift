import WaymarkCore

/// The places of the first segments of a URL's path, found while the URL was matched.
///
/// Reading a parameter doesn't have to look for its segment again. The first four segments are recorded, unless they
/// have escapes or end after 65,535 bytes; the others are looked for when they're read.
struct SegmentPlaces: Sendable {
  /// The beginning of each segment in the lower 16 bits, and its end in the upper ones; 0 if it isn't recorded.
  ///
  /// No segment begins at 0, because a slash comes before it.
  private var words = SIMD4<UInt32>()

  /// Records a segment that was read.
  ///
  /// - Parameters:
  ///   - start: The position of its first byte.
  ///   - end: The position after its last byte.
  ///   - isPlain: Whether it has no escapes, so that its bytes are its value.
  ///   - index: The number of segments before it.
  @inline(__always)
  mutating func add(_ start: Int, _ end: Int, isPlain: Bool, at index: Int) {
    guard index < words.scalarCount, isPlain, end <= Int(UInt16.max) else { return }
    words[index] = UInt32(truncatingIfNeeded: start) | UInt32(truncatingIfNeeded: end) << 16
  }

  /// Returns the place of a segment that has no escapes; nil if it isn't recorded.
  @inline(__always)
  subscript(index: Int) -> Range<Int>? {
    guard index < words.scalarCount, words[index] != 0 else { return nil }
    return Int(words[index] & 0xFFFF)..<Int(words[index] >> 16)
  }
}
