/// The bytes of a path segment, as a scan has found them.
package struct ScannedSegment {
  /// The position of the next delimiter, or of the end.
  package let end: Int
  /// The hash of the segment, combined with the seed of the scan.
  package let hash: UInt32
  /// Whether a byte is `%`.
  package let hasEscapes: Bool
  /// Whether a byte is a control character or a space.
  package let hasForbidden: Bool
}

extension Span<UInt8> {
  /// Reads the bytes up to `/`, `?`, `#`, or the end, and computes their hash: 32 bits of FNV-1a (RFC 9923).
  ///
  /// - Parameters:
  ///   - start: The position of the first byte, at most `count`.
  ///   - seed: The hash to begin with.
  @inline(__always)
  package func scanSegment(from start: Int, _ seed: UInt32) -> ScannedSegment {
    withUnsafeBufferPointer { bytes in
      precondition(start >= 0 && start <= bytes.count)
      var (hash, end) = (seed, start)
      var (hasEscapes, hasForbidden) = (false, false)
      // A bit for each control character, the space, `#`, `%`, `/`, and `?`.
      let special: UInt64 = 0x8000_8029_FFFF_FFFF
      // SAFETY: every index is between `start`, checked once above instead of for each byte, and the number of bytes.
      while end < bytes.count {
        let byte = bytes.baseAddress.unsafelyUnwrapped[end]
        // Most bytes are letters, digits, `-`, and `.`, for which two comparisons suffice.
        if byte < 0x40 {
          if special >> byte & 1 != 0 {
            if byte > 0x20, byte != UInt8(ascii: "%") { break }
            if byte > 0x20 { hasEscapes = true } else { hasForbidden = true }
          }
        } else if byte == 0x7F {
          hasForbidden = true
        }
        hash = (hash ^ UInt32(byte)) &* 16_777_619
        end += 1
      }
      return ScannedSegment(end: end, hash: hash, hasEscapes: hasEscapes, hasForbidden: hasForbidden)
    }
  }

  /// Returns whether some bytes equal bytes of another span.
  ///
  /// - Parameters:
  ///   - start: The position of the first byte.
  ///   - count: The number of bytes.
  ///   - other: The other span.
  ///   - otherStart: The position of the first byte in the other span.
  @inline(__always)
  package func isEqual(from start: Int, count: Int, to other: Span<UInt8>, from otherStart: Int) -> Bool {
    withUnsafeBufferPointer { bytes in
      other.withUnsafeBufferPointer { others in
        precondition(start >= 0 && count >= 0 && start <= bytes.count - count)
        precondition(otherStart >= 0 && otherStart <= others.count - count)
        guard count > 0 else { return true }
        // SAFETY: the preconditions keep both ranges inside their spans, which aren't empty, so they have addresses.
        let first = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped + start)
        let second = UnsafeRawPointer(others.baseAddress.unsafelyUnwrapped + otherStart)
        var position = 0
        while position + 8 <= count {
          guard
            first.loadUnaligned(fromByteOffset: position, as: UInt64.self)
              == second.loadUnaligned(fromByteOffset: position, as: UInt64.self)
          else { return false }
          position += 8
        }
        while position < count {
          guard
            first.load(fromByteOffset: position, as: UInt8.self)
              == second.load(fromByteOffset: position, as: UInt8.self)
          else { return false }
          position += 1
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
