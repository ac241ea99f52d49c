/// The name of a token, identified by the address of its text.
///
/// The declaration of a name contains a string literal. The text of a literal is in the program's image and never
/// moves, but another module's copy has another address. Names with the same text are equal.
@frozen
public struct KeyName: Sendable, Hashable {
  /// The address of the null-terminated text in UTF-8, or 0 if there's no name.
  public let address: UInt

  /// The absence of a name.
  @inlinable
  public static var none: KeyName { KeyName(address: 0) }

  @usableFromInline
  init(address: UInt) { self.address = address }

  /// Creates a name from a literal.
  @inlinable
  public init(_ text: StaticString) {
    // The documentation of `StaticString.utf8Start` says that the text ends with a null.
    self =
      text.hasPointerRepresentation ? KeyName(address: UInt(bitPattern: text.utf8Start)) : .copy(of: text)
  }

  /// Whether there's no name.
  @inlinable
  public var isNone: Bool { address == 0 }

  /// The text, or nil if there's no name.
  public var text: String? {
    // SAFETY: the address refers to a literal, or to a copy that is never freed, and its text ends with a null.
    UnsafePointer<CChar>(bitPattern: address).map { String(cString: $0) }
  }

  /// The text as a literal, for functions that take nothing else.
  package var literal: StaticString {
    guard let text else { return "" }
    // SAFETY (`stdlib/public/core/StaticString.swift`, a frozen type): a literal is the address of its text, the text's
    // length in bytes, and a byte of flags, of which the second lowest says that the text is in ASCII. The text exists
    // as long as the process.
    let flags: UInt8 = text.utf8.allSatisfy { $0 < 128 } ? 2 : 0
    return unsafeBitCast((address, UInt(text.utf8.count), flags), to: StaticString.self)
  }

  /// Returns whether the two texts are equal, in no time if they're the same literal.
  public static func == (left: KeyName, right: KeyName) -> Bool {
    left.address == right.address || (!left.isNone && !right.isNone && left.text == right.text)
  }

  /// Combines the text into a hash.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Returns a name for a literal that is a single Unicode scalar, which has no address.
  @usableFromInline
  static func copy(of text: StaticString) -> KeyName {
    copies.withLock { copies in
      let text = text.description
      if let known = copies[text] { return known }
      let bytes = Array(text.utf8CString)
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      copy.initialize(from: bytes, count: bytes.count)
      let name = KeyName(address: UInt(bitPattern: copy))
      copies[text] = name
      return name
    }
  }

  /// The copies, which are never freed.
  private static let copies = Lock<[String: KeyName]>([:])
}
