import ScreenKit
import Testing

@Suite("Text buffer")
struct TextBufferTests {
  @Test(
    arguments: [
      ("", [.character("a"), .character("b")], "ab"), ("ab", [.left, .character("x")], "axb"),
      ("ab", [.home, .delete], "b"), ("ab", [.home, .backspace], "ab"),
      ("ab", [.backspace, .backspace, .backspace], ""),
      ("a\nb", [.home, .backspace], "ab"), ("a\nb", [.up, .delete], "ab"), ("ab", [.left, .enter], "a\nb"),
      ("e", [.character("\u{301}"), .character("x")], "e\u{301}x"),
      ("ab", [.home, .right, .paste("1\n2")], "a1\n2b"),
      ("one\ntwo", [.up, .end, .character("!")], "one!\ntwo"), ("one\nt", [.up, .character("!")], "o!ne\nt"),
      ("a", [.up, .down, .right, .left, .left, .left, .character("x")], "xa"),
      ("👩‍👩‍👧x", [.left, .backspace], "x"),
    ] as [(String, [Key], String)])
  func `keys edit the text`(on text: String, _ keys: [Key], make result: String) {
    var buffer = TextBuffer(text, isMultiline: true)
    for key in keys { _ = buffer.handle(key) }
    #expect(buffer.text == result)
  }

  @Test func `a single-line buffer ignores line breaks`() {
    var buffer = TextBuffer("a")
    let takesEnter = buffer.handle(.enter)
    let takesUp = buffer.handle(.up)
    _ = buffer.handle(.paste("b\nc"))
    #expect(!takesEnter && !takesUp && buffer.text == "ab c")
  }

  @Test func `the up and down keys move by drawn rows`() {
    var buffer = TextBuffer("aaaa bbbb cccc", isMultiline: true)
    #expect(buffer.draw(width: 6).lines.map(\.text) == ["aaaa ", "bbbb ", "cccc"])
    for key in [Key.up, .up, .character("x")] { _ = buffer.handle(key) }
    #expect(buffer.text == "aaaax bbbb cccc")
  }

  @Test func `the cursor's position is in columns`() {
    var buffer = TextBuffer("日本e\u{301}x", isMultiline: true)
    #expect(buffer.draw(width: 20).cursor == .init(line: 0, column: 6))
    _ = buffer.handle(.left)
    _ = buffer.handle(.left)
    #expect(buffer.draw(width: 20).cursor == .init(line: 0, column: 4))
  }

  @Test func `a mask hides the text`() {
    var buffer = TextBuffer("日本")
    #expect(buffer.draw(width: 20, mask: "•").lines.map(\.text) == ["••"])
  }
}
