import NotesTerminal
import ScreenKit
import Testing

@Suite("Key parser")
struct KeyParserTests {
  @Test(
    arguments: [
      ("a", [.character("a")]), ("é日👍", [.character("é"), .character("日"), .character("👍")]),
      ("\r", [.enter]),
      ("\t\u{7F}", [.tab, .backspace]), ("\u{13}\u{01}", [.control("s"), .control("a")]),
      ("\u{1B}[A\u{1B}[B", [.up, .down]),
      ("\u{1B}OC\u{1B}OD", [.right, .left]),
      ("\u{1B}[1~\u{1B}[4~\u{1B}[H\u{1B}OF", [.home, .end, .home, .end]),
      ("\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}[Z", [.delete, .pageUp, .pageDown, .backTab]),
      ("\u{1B}[1;5Ax", [.up, .character("x")]),
      ("\u{1B}x", [.escape, .character("x")]), ("\u{1B}[99~y", [.character("y")]),
      ("\0\u{1C}z", [.character("z")]),
      ("\u{1B}[200~a\r\nb\u{1B}[A\u{1B}[201~c", [.paste("a\nb\u{1B}[A"), .character("c")]),
    ] as [(String, [Key])])
  func `the parser turns bytes into keys`(_ text: String, makes keys: [Key]) {
    var parser = KeyParser()
    #expect(parser.parse(text.utf8) == keys)
    #expect(!parser.isWaiting)
  }

  @Test(arguments: ["日", "\u{1B}[A", "\u{1B}[1;5A", "\u{1B}[200~ab\u{1B}[201~", "\u{1B}OA"])
  func `the bytes of a key can arrive one by one`(text: String) {
    var whole = KeyParser()
    let expected = whole.parse(text.utf8)
    var parser = KeyParser()
    var keys: [Key] = []
    for byte in text.utf8 { keys += parser.parse([byte]) }
    #expect(keys == expected && expected.count == 1)
  }

  @Test func `an Escape byte with nothing after it is the Escape key`() {
    var parser = KeyParser()
    #expect(parser.parse([0x1B]).isEmpty && parser.isWaiting)
    #expect(parser.flush() == [.escape])
    #expect(parser.parse("\u{1B}[".utf8).isEmpty)
    #expect(parser.flush().isEmpty && !parser.isWaiting)
    #expect(parser.parse("\u{1B}[200~long".utf8).isEmpty)
    #expect(parser.flush().isEmpty && parser.isWaiting, "a paste goes on")
    #expect(parser.parse(" text\u{1B}[201~".utf8) == [.paste("long text")])
  }

  @Test func `the parser ignores invalid text`() {
    var parser = KeyParser()
    #expect(parser.parse([0xFF, 0xC3, 0x28, 0x61]) == [.character("("), .character("a")])
    #expect(!parser.isWaiting)
  }
}
