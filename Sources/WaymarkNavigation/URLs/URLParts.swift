import WaymarkRuntime

/// The positions of the parts of a URL in its bytes (RFC 3986, section 3 and appendix B).
struct URLParts {
  /// The path, beginning with its first slash.
  let path: Range<Int>
  /// The query, which follows `?`, or nil if there's none.
  let query: Range<Int>?
  /// The fragment, which follows `#`, or nil if there's none.
  let fragment: Range<Int>?

  init(_ url: Span<UInt8>) {
    let start = Self.startOfPath(url)
    let end = Self.first(in: url, start..<url.count, where: Self.endsPath)
    path = start..<end
    let hash = Self.first(in: url, end..<url.count) { $0 == UInt8(ascii: "#") }
    query = end < hash ? end + 1..<hash : nil
    fragment = hash < url.count ? hash + 1..<url.count : nil
  }

  /// Returns the position of the scheme, or nil if there's none.
  @inline(__always)
  static func scheme(_ url: Span<UInt8>) -> Range<Int>? {
    let end = first(in: url, 0..<url.count) { $0 == UInt8(ascii: ":") || endsSegment($0) }
    return end < url.count && url[end] == UInt8(ascii: ":") ? 0..<end : nil
  }

  /// Returns the position of the path, after the scheme and the authority.
  private static func startOfPath(_ url: Span<UInt8>) -> Int {
    let start = scheme(url).map { $0.upperBound + 1 } ?? 0
    guard start + 1 < url.count, url[start] == UInt8(ascii: "/"), url[start + 1] == UInt8(ascii: "/") else {
      return start
    }
    return first(in: url, start + 2..<url.count, where: endsSegment)
  }

  /// Returns the position of the first part up to the end of the path that decodes to no valid string, or nil.
  func positionOfInvalidEscape(_ url: Span<UInt8>) -> Int? {
    for part in Self.parts(of: 0..<path.upperBound, between: UInt8(ascii: "/"), url) {
      if case .failure(let problem) = PercentCoding.decode(part.map({ url[$0] })) {
        return part.lowerBound + problem.offset
      }
    }
    return nil
  }

  /// Returns whether the path begins with a slash, or is empty after a host.
  func isAbsolute(_ url: Span<UInt8>) -> Bool {
    guard path.isEmpty else { return url[path.lowerBound] == UInt8(ascii: "/") }
    return path.lowerBound > Self.scheme(url).map { $0.upperBound + 1 } ?? 0
  }

  /// Returns the segments of the path, or none if the path is empty or a slash.
  func segments(_ url: Span<UInt8>) -> [Range<Int>] {
    path.count > 1 ? Self.parts(of: path.dropFirst(), between: UInt8(ascii: "/"), url) : []
  }

  /// Returns one segment of the path, counted from 0, or nil if there are fewer, reading the URL no further.
  static func segment(_ index: Int, _ url: Span<UInt8>) -> Range<Int>? {
    var (start, end) = (0, startOfPath(url))
    for _ in 0...index {
      guard end < url.count, url[end] == UInt8(ascii: "/") else { return nil }
      start = end + 1
      end = first(in: url, start..<url.count, where: endsSegment)
    }
    return start..<end
  }

  /// Returns the positions of the names and values in the query.
  func items(_ url: Span<UInt8>) -> [(name: Range<Int>, value: Range<Int>)] {
    guard let query else { return [] }
    return Self.parts(of: query, between: UInt8(ascii: "&"), url).filter { !$0.isEmpty }.map { item in
      let equals = Self.first(in: url, item) { $0 == UInt8(ascii: "=") }
      return (item.lowerBound..<equals, item[equals...].dropFirst())
    }
  }

  /// Returns the parts of a range between the occurrences of a byte, which may be empty.
  private static func parts(
    of range: Range<Int>, between separator: UInt8, _ url: Span<UInt8>
  ) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    while start <= range.upperBound {
      let end = first(in: url, start..<range.upperBound) { $0 == separator }
      parts.append(start..<end)
      start = end + 1
    }
    return parts
  }

  /// Returns the position of the first delimiter in a range, or the end of the range.
  @inline(__always)
  private static func first(
    in url: Span<UInt8>, _ range: Range<Int>, where isDelimiter: (UInt8) -> Bool
  ) -> Int {
    var position = range.lowerBound
    while position < range.upperBound, !isDelimiter(url[position]) { position += 1 }
    return position
  }

  @inline(__always)
  private static func endsSegment(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || endsPath(byte) }

  @inline(__always)
  private static func endsPath(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }
}

/// The places of the first segments of a URL's path, found during matching.
///
/// Reading a parameter needs no other search for these up to four segments, without escapes and before byte 65,536.
struct SegmentPlaces: Sendable {
  // The beginning of each segment in 16 bits and its end in the 16 bits above, or 0 if not recorded. No segment begins
  // at 0, because it follows a slash. They're words instead of a vector, because the processor waits for a part of a
  // vector that was stored by itself.
  private var first: UInt64 = 0
  private var second: UInt64 = 0

  /// Records the place of a segment without escapes, the bytes of which are its value.
  @inline(__always)
  mutating func add(_ start: Int, _ end: Int, at index: Int) {
    guard index < 4, end <= Int(UInt16.max) else { return }
    // A search that goes back adds the same places again.
    let place =
      UInt64(truncatingIfNeeded: start | end &<< 16) &<< UInt64(truncatingIfNeeded: (index & 1) &* 32)
    if index < 2 { first |= place } else { second |= place }
  }

  /// Returns the place of a segment without escapes, or nil if there's no record of it.
  @inline(__always)
  subscript(index: Int) -> Range<Int>? {
    guard index < 4 else { return nil }
    let place = (index < 2 ? first : second) &>> UInt64(truncatingIfNeeded: (index & 1) &* 32) & 0xFFFF_FFFF
    return place == 0 ? nil : Int(place & 0xFFFF)..<Int(place >> 16)
  }
}

/// Percent-encoding according to RFC 3986, section 2.1.
enum PercentCoding {
  /// An invalid escape, or escapes that don't decode to UTF-8.
  struct Problem: Error, Equatable {
    /// The number of bytes before the problem.
    let offset: Int
  }

  /// Returns the decoded string, in which `+` stays a plus sign.
  static func decode(_ bytes: some Collection<UInt8>) -> Result<String, Problem> {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      var byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        let first = bytes.index(after: index)
        guard let second = bytes.index(first, offsetBy: 1, limitedBy: bytes.endIndex),
          second < bytes.endIndex,
          let high = hexadecimal(bytes[first]), let low = hexadecimal(bytes[second])
        else { return .failure(Problem(offset: bytes.distance(from: bytes.startIndex, to: index))) }
        byte = high << 4 | low
        index = second
      }
      decoded.append(byte)
      index = bytes.index(after: index)
    }
    let text = String(decoding: decoded, as: UTF8.self)
    // Decoding replaces bytes that aren't valid.
    return text.utf8.elementsEqual(decoded) ? .success(text) : .failure(Problem(offset: 0))
  }

  /// Returns a string, percent-encoded except for unreserved characters (RFC 3986, section 2.3).
  static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    encode(text, into: &encoded)
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Adds an ASCII separator, if any, and an encoded string to a text.
  static func encode(_ part: String, into text: inout [UInt8], after separator: Unicode.Scalar? = nil) {
    if let separator { text.append(UInt8(ascii: separator)) }
    part.withUTF8Span { bytes in
      // Most characters need no encoding, so add them together.
      var written = 0
      for index in bytes.indices where !isUnreserved(bytes[index]) {
        text.append(bytes, written..<index)
        written = index + 1
        text.append(UInt8(ascii: "%"))
        text.append(digit(bytes[index] >> 4))
        text.append(digit(bytes[index] & 15))
      }
      text.append(bytes, written..<bytes.count)
    }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: isAlphanumeric(byte)
    }
  }

  /// Returns whether a byte is an ASCII letter or digit.
  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Returns the hexadecimal digit of a value below 16.
  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  /// Returns the value of a hexadecimal digit, or nil for another byte.
  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
