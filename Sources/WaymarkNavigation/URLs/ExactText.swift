import WaymarkCore

/// A string that is compared by its bytes, as URLs are.
///
/// An `é` of one scalar isn't equal to an `é` of two.
struct ExactText: Sendable, Hashable {
  let text: String

  static func == (first: Self, second: Self) -> Bool { first.text.utf8.elementsEqual(second.text.utf8) }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}
