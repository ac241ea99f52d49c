/// The bytes of a path segment, as a scan has found them.
@frozen
public struct ScannedSegment {
  /// The position of the next delimiter, or of the end.
  public let end: Int
  /// The key of the bytes.
  public let key: ByteKey
  /// Whether the segment has neither escapes nor bytes that URLs don't contain, so that its bytes are its value.
  public let isPlain: Bool

  @inlinable
  @inline(__always)
  init(end: Int, key: ByteKey, isPlain: Bool) {
    self.end = end
    self.key = key
    self.isPlain = isPlain
  }
}

/// The first bytes of a string, and a hash of all, which identify most strings.
@frozen
public struct ByteKey: Sendable {
  /// The first eight bytes.
  @usableFromInline var first = ByteWord(0)
  @usableFromInline var hash: UInt64 = 0

  /// Creates the key of an empty string.
  @inlinable
  @inline(__always)
  public init() {}

  /// Adds bytes to the key, beginning with the first ones.
  @inlinable
  @inline(__always)
  mutating func combine(_ word: ByteWord, isFirst: Bool) {
    if isFirst { first = word }
    // Multiplying moves low bits up, and the shift moves them back, so that the next word meets all of them.
    let product = (hash ^ word.bits) &* 0x9E37_79B9_7F4A_7C15
    hash = product ^ product &>> 32
  }
}

/// Eight bytes of a string in one machine word, the first in the lowest bits, and zeros in place of missing ones.
///
/// The tests of all bytes at once are from Anderson, Bit Twiddling Hacks, and Warren, Hacker's Delight, 6-1.
@frozen
public struct ByteWord: Equatable, Sendable {
  @usableFromInline let bits: UInt64

  @inlinable
  @inline(__always)
  init(_ bits: UInt64) { self.bits = bits }

  /// Returns the next eight bytes, with zeros after the end.
  ///
  /// - Parameter position: A position from 0 to the number of bytes, which the caller has checked.
  @inlinable
  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) {
    // SAFETY: the loads are inside of the memory. They begin at `position` if eight bytes follow, and otherwise at the
    // eighth-last byte. By the caller's check, the shift is between 8 and 56.
    let following = bytes.count &- position
    if following >= 8 {
      bits =
        UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
        .loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
    } else if bytes.count >= 8 {
      let last = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
        .loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self).littleEndian
      bits = following == 0 ? 0 : last &>> UInt64(truncatingIfNeeded: (8 &- following) &* 8)
    } else {
      bits = Self.bits(of: bytes, at: position)
    }
  }

  /// Returns the bits for a string of less than eight bytes.
  @usableFromInline
  static func bits(of bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> UInt64 {
    bytes[position...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns a word of eight equal bytes.
  @inlinable
  @inline(__always)
  static func all(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

  /// Returns a word with the highest bit of each byte that has a certain value.
  ///
  /// Higher bits than the lowest one can be wrong, because the test borrows from them.
  @inlinable
  @inline(__always)
  func bytes(equalTo byte: UInt64) -> UInt64 {
    let zeros = bits ^ Self.all(byte)
    return (zeros &- Self.all(1)) & ~zeros
  }

  /// The highest bit of each byte that ends a segment: `/`, `?`, and `#`.
  ///
  /// As in `special`, only the lowest bit is right.
  @inlinable
  @inline(__always)
  var delimiters: UInt64 {
    (bytes(equalTo: 0x2F) | bytes(equalTo: 0x3F) | bytes(equalTo: 0x23)) & Self.all(0x80)
  }

  /// The highest bit of each byte that isn't plain: `%`, `\`, control characters, and the space.
  @inlinable
  @inline(__always)
  var special: UInt64 {
    let upToSpace = (bits &- Self.all(0x21)) & ~bits
    return (bytes(equalTo: 0x25) | bytes(equalTo: 0x5C) | bytes(equalTo: 0x7F) | upToSpace) & Self.all(0x80)
  }

  /// Returns the first bytes, and zeros in place of the others.
  ///
  /// - Parameter count: The number of bytes.
  @inlinable
  @inline(__always)
  func prefix(_ count: Int) -> ByteWord {
    count >= 8 ? self : ByteWord(bits & (1 &<< UInt64(truncatingIfNeeded: count &* 8) &- 1))
  }

  /// The word with lowercase ASCII letters.
  @inlinable
  @inline(__always)
  var lowercased: ByteWord {
    let seven = bits & Self.all(0x7F)
    // The highest bit of each byte is set by one of the sums from `A` on, and by the other one after `Z`.
    let isUppercase = (seven &+ Self.all(0x3F)) ^ (seven &+ Self.all(0x25))
    return ByteWord(bits | (isUppercase & ~bits & Self.all(0x80)) &>> 2)
  }
}

extension Span<UInt8> {
  /// Reads the bytes up to `/`, `?`, `#`, or the end.
  ///
  /// - Parameter start: The position of the first byte, at most `count`.
  @inlinable
  @inline(__always)
  public func scanSegment(from start: Int) -> ScannedSegment {
    precondition(start >= 0 && start <= count)
    return withUnsafeBufferPointer { bytes in
      var (key, end) = (ByteKey(), start)
      while true {
        let word = ByteWord(bytes, at: end)
        let (delimiters, special) = (word.delimiters, word.special)
        let found = delimiters | special
        guard found != 0 else {
          key.combine(word, isFirst: end == start)
          end &+= 8
          continue
        }
        // Zeros after the end are special, too.
        let plain = found.trailingZeroBitCount &>> 3
        if plain > 0 { key.combine(word.prefix(plain), isFirst: end == start) }
        end &+= plain
        guard delimiters & (0 &- found) & found == 0, end < bytes.count else {
          return ScannedSegment(end: end, key: key, isPlain: true)
        }
        return ScannedSegment(end: endOfSegment(from: end), key: ByteKey(), isPlain: false)
      }
    }
  }

  /// Returns whether a slash may precede a period or an escape, as in front of a segment `..`.
  ///
  /// The result can be true without such bytes, but it's never false with them.
  ///
  /// - Parameter start: The position of the first byte, at most `count`.
  @inlinable
  @inline(__always)
  public func mayHaveDotSegment(from start: Int) -> Bool {
    precondition(start >= 0 && start <= count)
    return withUnsafeBufferPointer { bytes in
      var position = start
      while position < bytes.count {
        let (word, next) = (ByteWord(bytes, at: position), ByteWord(bytes, at: position &+ 1))
        let dots = next.bytes(equalTo: 0x2E) | next.bytes(equalTo: 0x25)
        if word.bytes(equalTo: 0x2F) & dots & ByteWord.all(0x80) != 0 { return true }
        position &+= 8
      }
      return false
    }
  }

  @usableFromInline
  func endOfSegment(from start: Int) -> Int {
    var end = start
    while end < count, self[end] != 0x2F, self[end] != 0x3F, self[end] != 0x23 { end += 1 }
    return end
  }

  /// Returns the key of some bytes.
  ///
  /// - Parameters:
  ///   - range: The positions of the bytes.
  ///   - isLowercased: Whether to take uppercase ASCII letters as lowercase ones.
  public func key(of range: Range<Int>, isLowercased: Bool = false) -> ByteKey {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return withUnsafeBufferPointer { bytes in
      var (key, position) = (ByteKey(), range.lowerBound)
      while position < range.upperBound {
        let word = ByteWord(bytes, at: position).prefix(range.upperBound - position)
        key.combine(isLowercased ? word.lowercased : word, isFirst: position == range.lowerBound)
        position += 8
      }
      return key
    }
  }

  /// Returns whether some bytes equal bytes of another span.
  ///
  /// - Parameters:
  ///   - range: The positions of the bytes.
  ///   - isLowercased: Whether to take uppercase ASCII letters as lowercase ones.
  ///   - other: The other span.
  ///   - start: The position of the first byte in the other span.
  public func isEqual(
    _ range: Range<Int>, isLowercased: Bool = false, to other: Span<UInt8>, from start: Int
  ) -> Bool {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    precondition(start >= 0 && start <= other.count - range.count)
    return withUnsafeBufferPointer { bytes in
      other.withUnsafeBufferPointer { others in
        var offset = 0
        while offset < range.count {
          let word = ByteWord(bytes, at: range.lowerBound + offset).prefix(range.count - offset)
          guard
            (isLowercased ? word.lowercased : word)
              == ByteWord(others, at: start + offset).prefix(range.count - offset)
          else { return false }
          offset += 8
        }
        return true
      }
    }
  }
}

extension String {
  /// Creates a string from some bytes of a string.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, in valid UTF-8.
  ///   - range: The part of the bytes, between two characters.
  package init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    self = bytes.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the bytes of the string, without copying them.
  ///
  /// - Parameter body: The closure. Its bytes are valid UTF-8, and exist until it returns.
  /// - Returns: The result of the closure.
  /// - Complexity: O(1) for a native Swift string. A string in UTF-16 from another system is copied first.
  @inlinable
  @inline(__always)
  package func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    // SAFETY: the storage exists while the body runs, and a `Span` can't escape from a closure that takes it.
    if let result = utf8.withContiguousStorageIfAvailable({ body(Span(_unsafeElements: $0)) }) {
      return result
    }
    return withCopiedUTF8Span(body)
  }

  /// Calls `body` with a copy of the bytes, for a string that isn't stored in UTF-8.
  @inlinable
  @inline(never)
  func withCopiedUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    var copy = self
    return copy.withUTF8 { body(Span(_unsafeElements: $0)) }
  }
}

extension Array<UInt8> {
  /// Adds some bytes of a string.
  @inlinable
  package mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    bytes.extracting(range).withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}
