extension String {
  /// Creates a string of some bytes of a string.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, which are valid UTF-8.
  ///   - range: The part of them, between two characters.
  package init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    self = bytes.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the bytes of the string, without copying them.
  ///
  /// - Parameter body: The closure. The bytes are valid UTF-8, and can be used until it returns.
  /// - Returns: What the body returns.
  /// - Complexity: O(1) for a native Swift string; a string that another system stores in UTF-16 is copied
  ///   first.
  @inlinable
  @inline(__always)
  package func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    // SAFETY: the span is used while the body runs, and the storage exists as long: a `Span` can't escape
    // from a closure that takes it.
    if let result = utf8.withContiguousStorageIfAvailable({ body(Span(_unsafeElements: $0)) }) {
      return result
    }
    return withCopiedUTF8Span(body)
  }

  /// Does the same for a string that isn't stored in UTF-8.
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
