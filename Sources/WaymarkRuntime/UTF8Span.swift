extension String {
  /// Creates a string of some bytes of a string.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, which are valid UTF-8.
  ///   - range: The part of them, between two characters.
  package init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    self = bytes.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads the bytes of a text in place.
  ///
  /// - Parameter body: Gets the bytes, which are valid UTF-8, as long as it runs.
  /// - Returns: What the body returns.
  /// - Complexity: O(1) for a text of Swift's own; a text that another system keeps in UTF-16 is copied first.
  @inlinable
  @inline(__always)
  package func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    // SAFETY: the span is used while the body runs, and as long as that the storage is unretained: a `Span` cannot
    // leave a closure that takes it.
    if let result = utf8.withContiguousStorageIfAvailable({ body(Span(_unsafeElements: $0)) }) {
      return result
    }
    return withCopiedUTF8Span(body)
  }

  /// The same for a text that is not kept in UTF-8.
  @inlinable
  @inline(never)
  func withCopiedUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    var copy = self
    return copy.withUTF8 { body(Span(_unsafeElements: $0)) }
  }
}
