import ScreenKit

/// Makes keys of the bytes that a terminal sends.
public struct KeyParser: Sendable {
  private static let pasteStart = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []

  /// Creates a parser that has read nothing.
  public init() {}

  /// Whether bytes wait for more: an escape key looks like the beginning of a sequence.
  public var isWaiting: Bool { !bytes.isEmpty }

  /// Takes bytes.
  ///
  /// - Returns: The keys that are complete.
  public mutating func parse(_ new: some Sequence<UInt8>) -> [Key] {
    bytes += new
    var keys: [Key] = []
    while let (key, length) = next() {
      bytes.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Parses the waiting bytes as complete, after a pause without further bytes.
  ///
  /// - Returns: The keys, without a sequence that never ended.
  public mutating func flush() -> [Key] {
    // The rest of a long text may take its time.
    guard !bytes.starts(with: Self.pasteStart) else { return [] }
    defer { bytes = [] }
    return bytes == [0x1B] ? [.escape] : []
  }

  /// Returns the first key and the number of its bytes, with a key of nil for bytes without a meaning here.
  private func next() -> (Key?, Int)? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x1B: return sequence()
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x7F, 0x08: return (.backspace, 1)
    case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
    case 0x00...0x1F: return (nil, 1)
    case 0x20..<0x7F: return (.character(Character(Unicode.Scalar(first))), 1)
    default: return scalar(first)
    }
  }

  private func scalar(_ first: UInt8) -> (Key?, Int)? {
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard bytes.count >= length else { return nil }
    guard let text = String(validating: bytes[..<length], as: UTF8.self) else { return (nil, 1) }
    return (text.first.flatMap { $0.isControl ? nil : .character($0) }, length)
  }

  private func sequence() -> (Key?, Int)? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return nil }
      return (Self.named(parameters: "", final: bytes[2]), 3)
    // A key with the alternate key held down comes as an escape key and then the other key.
    default: return (.escape, 1)
    }
  }

  private func controlSequence() -> (Key?, Int)? {
    guard let end = bytes[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
    let parameters = String(decoding: bytes[2..<end], as: UTF8.self)
    if bytes.starts(with: Self.pasteStart) { return pasted(from: end + 1) }
    return (Self.named(parameters: parameters, final: bytes[end]), end + 1)
  }

  private func pasted(from start: Int) -> (Key?, Int)? {
    guard let end = bytes[start...].firstRange(of: Self.pasteEnd) else { return nil }
    let text = String(decoding: bytes[start..<end.lowerBound], as: UTF8.self)
      .replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\t", with: "  ")
    return (.paste(text), end.upperBound)
  }

  private static func named(parameters: String, final: UInt8) -> Key? {
    switch (final, parameters.prefix { $0 != ";" }) {
    case (UInt8(ascii: "A"), _): .up
    case (UInt8(ascii: "B"), _): .down
    case (UInt8(ascii: "C"), _): .right
    case (UInt8(ascii: "D"), _): .left
    case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): .home
    case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): .end
    case (UInt8(ascii: "~"), "3"): .delete
    case (UInt8(ascii: "~"), "5"): .pageUp
    case (UInt8(ascii: "~"), "6"): .pageDown
    case (UInt8(ascii: "Z"), _): .backTab
    default: nil
    }
  }
}
