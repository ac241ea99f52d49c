import Testing

@testable import WaymarkRuntime

/// Returns a name with a text at an address of its own.
private func copied(_ text: String) -> KeyName {
  let bytes = Array(text.utf8CString)
  let address = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  address.initialize(from: bytes, count: bytes.count)
  return KeyName(address: UInt(bitPattern: address))
}

@Suite("Names and the words that stand for them")
struct KeyNameTests {
  @Test(arguments: ["clock", "名前", "🙂🙂", ""] as [StaticString])
  func `a name returns the text of its literal`(_ text: StaticString) {
    #expect(KeyName(text).text == text.description && KeyName(text) != .none && !KeyName(text).isNone)
    #expect(KeyName(text).literal.description == text.description)
    #expect(KeyName(text).literal.isASCII == text.isASCII)
  }

  @Test func `an absent name has no text and isn't the name "none"`() {
    #expect(KeyName.none.isNone && KeyName.none.text == nil && KeyName.none == .none)
    #expect(KeyName.none != KeyName("none") && KeyName("clock") != KeyName("clocks"))
    #expect(MemoryLayout<KeyName>.size == MemoryLayout<UInt>.size)
  }

  /// A literal of one scalar may have no address: the compiler stores the scalar.
  @Test(arguments: [("x", KeyName("x")), ("é", KeyName("é")), ("🙂", KeyName("🙂"))])
  func `a literal of one scalar is a name`(text: String, name: KeyName) {
    #expect(name.text == text && name == copied(text) && name.literal.description == text)
  }

  @Test func `a scalar without an address is copied once`() {
    let texts: [StaticString] = ["x", "é", "🙂", "名"]
    let names = texts.map { KeyName.copy(of: $0) }
    #expect(names.map(\.text) == texts.map { $0.description } && Set(names.map(\.address)).count == 4)
    #expect(texts.map { KeyName.copy(of: $0).address } == names.map(\.address))
    #expect(names[0] == KeyName("x"))
  }

  @Test func `a copy of a literal is the same name with the same hash`() {
    let (literal, copy) = (KeyName("copied name"), copied("copied name"))
    #expect(literal.address != copy.address && literal == copy && copy == literal)
    #expect(literal.hashValue == copy.hashValue && Set(["first", "second", "first"].map(copied)).count == 2)
    #expect(copied("é") != copied("e\u{301}!"))
  }
}
