/// Arranges text in columns.
public enum TextLayout {
  /// Breaks a text into lines that are at most `width` characters long, between words where possible.
  public static func wrap(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      wrapLine($0, width: max(width, 1))
    }
  }

  /// A text of exactly `width` characters: cut with an ellipsis, or filled with blanks.
  public static func fit(_ text: String, width: Int) -> String {
    let cut = cut(text, width: width)
    return cut + String(repeating: " ", count: max(width - cut.count, 0))
  }

  /// A text of at most `width` characters, cut with an ellipsis.
  public static func cut(_ text: String, width: Int) -> String {
    text.count <= width ? text : String(text.prefix(max(width - 1, 0))) + "…"
  }

  private static func wrapLine(_ line: Substring, width: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in line.split(separator: " ") {
      var word = String(word)
      if !current.isEmpty, current.count + 1 + word.count <= width {
        current += " \(word)"
        continue
      }
      if !current.isEmpty { lines.append(current) }
      while word.count > width {
        lines.append(String(word.prefix(width)))
        word = String(word.dropFirst(width))
      }
      current = word
    }
    return lines + [current]
  }
}
