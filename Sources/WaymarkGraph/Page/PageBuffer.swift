/// The text of a page under construction, as UTF-8.
///
/// Names come from users' code, so that they can contain anything. The functions write characters that reorder text,
/// break lines, or control a terminal as visible escapes, such as `\u{202E}`.
struct PageBuffer {
  private var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends source text of the page itself.
  mutating func append(_ source: String) { bytes.append(contentsOf: source.utf8) }

  /// Appends a name to the content or a quoted attribute of an element.
  mutating func append(escaping name: String) {
    append(name) { byte, bytes in
      switch byte {
      case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "'"): bytes.append(contentsOf: "&#39;".utf8)
      default: bytes.append(byte)
      }
    }
  }

  /// Appends a name as a JSON string that can be part of a script element.
  mutating func append(quoting name: String) {
    bytes.append(UInt8(ascii: "\""))
    append(name) { byte, bytes in
      switch byte {
      case UInt8(ascii: "<"): bytes.append(contentsOf: "\\u003C".utf8)
      case UInt8(ascii: ">"): bytes.append(contentsOf: "\\u003E".utf8)
      case UInt8(ascii: "&"): bytes.append(contentsOf: "\\u0026".utf8)
      case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the bytes of a name, with invisible characters as escapes.
  private mutating func append(_ name: String, _ write: (UInt8, inout [UInt8]) -> Void) {
    for byte in name.utf8 where !(0x20..<0x7F).contains(byte) {
      // Only a name with unusual characters takes the slow way.
      for byte in Self.visible(name).utf8 { write(byte, &bytes) }
      return
    }
    for byte in name.utf8 { write(byte, &bytes) }
  }

  private static func visible(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
