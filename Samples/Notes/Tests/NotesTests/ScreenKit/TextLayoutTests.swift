import ScreenKit
import Testing

@Suite("Text layout")
struct TextLayoutTests {
  @Test(arguments: [
    ("abc", 3), ("", 0), ("日本", 4), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("\u{1B}", 1), ("a\tb", 3),
    ("한", 2),
    ("\u{200B}", 0), ("ｱ", 1),
  ])
  func `a text's width is counted in columns`(of text: String, is columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]), ("one two", 3, ["one", "two"]), ("", 5, [""]),
    ("abcdefgh", 3, ["abc", "def", "gh"]), ("日本語です", 4, ["日本", "語で", "す"]), ("a 日本語", 5, ["a", "日本", "語"]),
    ("a\n\nb", 5, ["a", "", "b"]), ("ee\u{301}e", 2, ["ee\u{301}", "e"]), ("x     y", 3, ["x", "y"]),
  ])
  func `the layout wraps text at words`(_ text: String, width: Int, into lines: [String]) {
    #expect(TextLayout.wrap(text, width: width) == lines)
  }

  @Test(arguments: [
    ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("abc", 2, "a…"), ("abc", 3, "abc"),
    ("abc", 0, "…"),
  ])
  func `the layout cuts text with an ellipsis`(_ text: String, width: Int, to result: String) {
    #expect(TextLayout.cut(text, width: width) == result)
  }

  @Test func `fitting pads text to a width in columns`() {
    #expect(TextLayout.fit("日本", width: 6) == "日本  ")
    #expect(TextLayout.fit("日本語", width: 6) == "日本語")
    #expect(DisplayWidth.of(TextLayout.fit("日本語", width: 4)) == 4)
  }

  @Test(arguments: try Seeds.first(5))
  func `the rows cover each line`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet: [Character] = ["a", "b", " ", "日", "e\u{301}", "👍🏽"]
    for _ in 0..<100 {
      let line = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator) ?? "a"
      }
      let width = Int.random(in: 2...9, using: &generator)
      let rows = TextLayout.rows(of: line, width: width)
      #expect(rows.first?.lowerBound == 0 && rows.last?.upperBound == line.count)
      #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
      for row in rows {
        let seen = String(line[row].reversed().drop { $0 == " " }.reversed())
        #expect(DisplayWidth.of(seen) <= width, "\(String(line)) in \(width)")
      }
    }
  }
}
