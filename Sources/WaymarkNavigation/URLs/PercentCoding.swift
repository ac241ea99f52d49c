import WaymarkCore
import WaymarkRuntime

/// Percent-encoding as RFC 3986 defines it (section 2.1).
enum PercentCoding {
  /// An invalid escape, or escapes that don't decode to UTF-8.
  struct Problem: Error, Equatable {
    /// The number of bytes before the problem.
    let offset: Int
  }

  /// Returns the decoded string; `+` isn't decoded to a space.
  static func decode(_ bytes: some Collection<UInt8>) -> Result<String, Problem> {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var isEscaped = false
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
        isEscaped = true
      }
      decoded.append(byte)
      index = bytes.index(after: index)
    }
    // Bytes without escapes come from a valid string.
    guard isEscaped else { return .success(String(decoding: decoded, as: UTF8.self)) }
    guard let text = String(validating: decoded, as: UTF8.self) else { return .failure(Problem(offset: 0)) }
    return .success(text)
  }

  /// Returns a string with everything encoded except unreserved characters (RFC 3986, section 2.3).
  static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    encode(text, into: &encoded)
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Adds a separator, which is an ASCII character, and an encoded string to a text.
  static func encode(_ part: String, into text: inout [UInt8], after separator: Unicode.Scalar) {
    text.append(UInt8(ascii: separator))
    encode(part, into: &text)
  }

  private static func encode(_ part: String, into text: inout [UInt8]) {
    part.withUTF8Span { bytes in
      // A segment of one or two dots refers to a place in the hierarchy, so it's encoded.
      let dot = UInt8(ascii: ".")
      let isDots =
        (bytes.count == 1 && bytes[0] == dot) || (bytes.count == 2 && bytes[0] == dot && bytes[1] == dot)
      // Most characters need no encoding, and are added together.
      var written = 0
      for index in bytes.indices where isDots || !isUnreserved(bytes[index]) {
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
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
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
