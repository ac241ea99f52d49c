import NotesTerminal
import ScreenKit
import Testing

@Suite("Canvas")
struct CanvasTests {
  private func canvas(_ columns: Int = 8, _ rows: Int = 1) -> Canvas {
    Canvas(ScreenSize(columns: columns, rows: rows))
  }

  @Test func `a wide character takes two cells`() {
    var canvas = canvas()
    canvas.put("日本語x", row: 0, column: 0, limit: 8)
    #expect(canvas.text(of: 0) == "日本語x")
    canvas.put("|", row: 0, column: 6, limit: 8)
    #expect(canvas.text(of: 0) == "日本語|")
  }

  @Test(arguments: [(0, "a 本語"), (1, " a本語"), (2, "日a 語"), (5, "日本 a")])
  func `overwriting half of a wide character removes it`(column: Int, text: String) {
    var canvas = canvas()
    canvas.put("日本語", row: 0, column: 0, limit: 8)
    canvas.put("a", row: 0, column: column, limit: 8)
    #expect(canvas.text(of: 0) == text)
  }

  @Test func `the canvas clips text outside of it`() {
    var canvas = canvas(5)
    canvas.put("ab日本", row: 0, column: 0, limit: 5)
    #expect(canvas.text(of: 0) == "ab日")
    canvas.put("outside", row: 1, column: 0, limit: 5)
    canvas.put("outside", row: -1, column: 0, limit: 5)
    canvas.put("x", row: 0, column: 7, limit: 9)
    #expect(canvas.text(of: 0) == "ab日")
  }

  @Test func `combining marks join the previous character`() {
    var canvas = canvas()
    canvas.put("e" + StyledLine("\u{301}x"), row: 0, column: 0, limit: 8)
    #expect(canvas.text(of: 0) == "e\u{301}x")
  }

  @Test func `the canvas doesn't write control characters`() {
    var canvas = canvas()
    canvas.put("\u{1B}[2Ja\n\u{9B}", row: 0, column: 0, limit: 8)
    #expect(canvas.text(of: 0) == "␣[2Ja␣␣")
  }

  @Test func `a frame shows its title`() {
    var canvas = canvas(12, 4)
    canvas.frame(Area(row: 0, column: 1, rows: 4, columns: 11), title: "日本語です")
    #expect(
      (0..<4).map { canvas.text(of: $0) } == [" ┌─ 日本… ─┐", " │         │", " │         │", " └─────────┘"])
  }
}
