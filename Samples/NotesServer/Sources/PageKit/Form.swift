/// The fields of a form (`application/x-www-form-urlencoded`).
public struct Form: Sendable {
  private let values: [String: String]

  /// Reads a form.
  ///
  /// Of fields with the same name, the first one counts; broken escapes are kept as they are.
  public init(_ body: some Collection<UInt8>) {
    var values: [String: String] = [:]
    for pair in body.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = Self.decode(parts[0])
      if values[name] == nil { values[name] = parts.count == 2 ? Self.decode(parts[1]) : "" }
    }
    self.values = values
  }

  /// The value of a field, or an empty string if it's missing.
  ///
  /// Lines end with `\n`.
  public subscript(name: String) -> String { values[name] ?? "" }

  /// What a person wrote, to be shown again if it wasn't saved; a password never is.
  public var draft: [(name: String, text: String)] {
    [("Name", "name"), ("Title", "title"), ("Text", "text")]
      .map { (name: $0, text: self[$1]) }.filter { !$0.text.isEmpty }
  }

  /// Whether the form has a field.
  public func contains(_ name: String) -> Bool { values[name] != nil }

  private static func decode(_ bytes: some Collection<UInt8>) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index != bytes.endIndex {
      let byte = bytes[index]
      let next = bytes.index(after: index)
      let escape = bytes[next...].prefix(2)
      if byte == UInt8(ascii: "%"), escape.count == 2, let value = hexadecimal(escape) {
        decoded.append(value)
        index = bytes.index(next, offsetBy: 2)
      } else {
        decoded.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index = next
      }
    }
    return String(decoding: decoded, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  /// Returns the value of two hexadecimal digits.
  ///
  /// `UInt8.init(_:radix:)` would accept a sign.
  private static func hexadecimal(_ digits: some Collection<UInt8>) -> UInt8? {
    digits.reduce(UInt8?(0)) { value, digit in
      guard let value, let digit = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
      return value << 4 | UInt8(digit)
    }
  }
}
