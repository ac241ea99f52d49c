/// A token of Swift source code.
enum SwiftToken: Equatable {
  /// An identifier or a keyword.
  case name(String)
  /// One punctuation character, or one of `->`, `...`, and `..<`.
  case symbol(String)
}

/// Splits Swift source code into names and symbols.
///
/// Comments, numbers, and the text of string and regular expression literals are left out; the code interpolated in
/// a string is kept. A regular expression must be written with number signs: `#/…/#`.
struct SwiftLexer {
  private let bytes: [UInt8]
  private var position = 0
  private var tokens: [SwiftToken] = []

  /// Returns the tokens of source code.
  static func tokens(of source: String) -> [SwiftToken] {
    var lexer = SwiftLexer(bytes: Array(source.utf8))
    lexer.readCode(untilParenthesis: false)
    return lexer.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads up to the end, or up to the parenthesis that closes an interpolation.
  private mutating func readCode(untilParenthesis isInterpolation: Bool) {
    var depth = 0
    while let byte = peek() {
      if starts(with: "//") {
        while let next = peek(), next != UInt8(ascii: "\n") { position += 1 }
      } else if starts(with: "/*") {
        skipBlockComment()
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") {
        readLiteralOrNumberSign()
      } else if byte == UInt8(ascii: "`") {
        readQuotedName()
      } else if Self.isNameByte(byte) {
        readNameOrNumber(byte)
      } else if let symbol = ["->", "...", "..<"].first(where: { starts(with: $0) }) {
        tokens.append(.symbol(symbol))
        position += symbol.utf8.count
      } else {
        position += 1
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") {
          if isInterpolation, depth == 0 { return }
          depth -= 1
        }
        if byte > UInt8(ascii: " ") { tokens.append(.symbol(String(UnicodeScalar(byte)))) }
      }
    }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        (depth, position) = (depth + 1, position + 2)
      } else if starts(with: "*/") {
        (depth, position) = (depth - 1, position + 2)
      } else {
        position += 1
      }
    } while depth > 0 && position < bytes.count
  }

  private mutating func readLiteralOrNumberSign() {
    var signs = 0
    while peek(signs) == UInt8(ascii: "#") { signs += 1 }
    switch peek(signs) {
    case UInt8(ascii: "\""):
      position += signs
      readString(signs: String(repeating: "#", count: signs))
    case UInt8(ascii: "/") where signs > 0:
      position += signs + 1
      let end = "/" + String(repeating: "#", count: signs)
      while position < bytes.count, !starts(with: end) { position += 1 }
      position += end.utf8.count
    default:
      tokens.append(.symbol("#"))
      position += 1
    }
  }

  /// Reads a string literal, whose first quotation mark is next.
  private mutating func readString(signs: String) {
    let quotes = starts(with: "\"\"\"") ? "\"\"\"" : "\""
    position += quotes.utf8.count
    while position < bytes.count {
      if starts(with: quotes + signs) {
        position += quotes.utf8.count + signs.utf8.count
        return
      }
      if starts(with: "\\" + signs + "(") {
        position += signs.utf8.count + 2
        readCode(untilParenthesis: true)
      } else if starts(with: "\\" + signs) {
        position += signs.utf8.count + 2
      } else {
        position += 1
      }
    }
  }

  private mutating func readQuotedName() {
    let start = position + 1
    position = start
    while let byte = peek(), byte != UInt8(ascii: "`") { position += 1 }
    tokens.append(.name(String(decoding: bytes[start..<position], as: UTF8.self)))
    position += 1
  }

  private mutating func readNameOrNumber(_ first: UInt8) {
    let start = position
    while let byte = peek(), Self.isNameByte(byte) { position += 1 }
    if !Self.isDigit(first) {
      tokens.append(.name(String(decoding: bytes[start..<position], as: UTF8.self)))
    }
  }

  private func peek(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "$"), 0x80...:
      true
    default: isDigit(byte)
    }
  }
}
