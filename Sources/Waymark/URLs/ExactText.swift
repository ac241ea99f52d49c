/// A text that is equal to another one only where all bytes are, as URLs are compared: an `é` of one scalar is not
/// one of two.
struct ExactText: Sendable, Hashable {
  let text: String

  static func == (first: Self, second: Self) -> Bool { first.text.utf8.elementsEqual(second.text.utf8) }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}
