/// Arranges text in columns of a terminal, where some characters are two columns wide and some none.
public enum TextLayout {
  /// Breaks a text into lines that are at most `width` columns wide, between words where possible.
  public static func wrap(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      let characters = Array(line)
      return rows(of: characters, width: width).map { row in
        String(characters[row].reversed().drop { $0 == " " }.reversed())
      }
    }
  }

  /// A text of exactly `width` columns: cut with an ellipsis, or filled with blanks.
  public static func fit(_ text: String, width: Int) -> String {
    let cut = cut(text, width: width)
    return cut + String(repeating: " ", count: max(width - DisplayWidth.of(cut), 0))
  }

  /// A text of at most `width` columns, cut with an ellipsis.
  public static func cut(_ text: String, width: Int) -> String {
    DisplayWidth.of(text) <= width ? text : prefix(text, width: max(width - 1, 0)) + "…"
  }

  /// As many of the first characters as take at most `width` columns.
  public static func prefix(_ text: String, width: Int) -> String {
    var room = width
    return String(
      text.prefix { character in
        room -= DisplayWidth.of(character)
        return room >= 0
      })
  }

  /// Returns the rows that show one line: all its characters, broken after blanks where possible.
  ///
  /// - Parameters:
  ///   - line: The characters of the line.
  ///   - width: The columns of a row. Blanks at the end of a row may go beyond.
  /// - Returns: The places of each row's characters, or one empty row for an empty line.
  public static func rows(of line: [Character], width: Int) -> [Range<Int>] {
    let width = max(width, 1)
    var rows: [Range<Int>] = []
    var start = 0
    var columns = 0
    var afterBlank: Int?
    var index = 0
    while index < line.count {
      let wide = DisplayWidth.of(line[index])
      if columns + wide > width, line[index] != " ", index > start {
        let end = afterBlank ?? index
        rows.append(start..<end)
        (start, columns, afterBlank, index) = (end, 0, nil, end)
        continue
      }
      columns += wide
      index += 1
      if line[index - 1] == " " { afterBlank = index }
    }
    return rows + [start..<line.count]
  }
}
