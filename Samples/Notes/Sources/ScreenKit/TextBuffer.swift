/// A text that is being written, with a cursor.
public struct TextBuffer: Sendable {
  /// Whether the text may have several lines.
  public let isMultiline: Bool
  private var lines: [[Character]]
  /// The cursor: a line, and how many of its characters are before it.
  private var line = 0
  private var offset = 0
  /// The columns of a row, as it was drawn last.
  private var width = 80

  /// Creates a text with the cursor at its end.
  public init(_ text: String = "", isMultiline: Bool = false) {
    self.isMultiline = isMultiline
    lines = Self.lines(of: text, isMultiline)
    line = lines.count - 1
    offset = lines[line].count
  }

  /// The text.
  public var text: String { lines.map { String($0) }.joined(separator: "\n") }

  /// Draws the text in rows that are as wide as there is room.
  ///
  /// - Parameters:
  ///   - width: The columns of a row.
  ///   - mask: The character to show in place of each character, or nil to show the text.
  public mutating func draw(width: Int, mask: Character? = nil) -> Drawing {
    self.width = max(width - 1, 2)
    var drawing = Drawing([], focus: 0)
    for (number, line) in lines.enumerated() {
      let shown = mask.map { Array(repeating: $0, count: line.count) } ?? line
      let rows = TextLayout.rows(of: shown, width: self.width)
      let cursorRow = number == self.line ? Self.row(of: offset, in: rows) : nil
      for (index, row) in rows.enumerated() {
        if index == cursorRow {
          let column = DisplayWidth.of(shown[row.lowerBound..<offset])
          drawing.cursor = .init(line: drawing.lines.count, column: min(column, width - 1))
          drawing.focus = drawing.lines.count
        }
        drawing.lines.append(StyledLine(String(shown[row])))
      }
    }
    return drawing
  }

  /// Changes the text or moves the cursor, if the key means that.
  public mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert([character])
    case .paste(let text): paste(text)
    case .enter where isMultiline: breakLine()
    case .backspace: if moveLeft() { removeNext() }
    case .delete: removeNext()
    case .left: _ = moveLeft()
    case .right: moveRight()
    case .home: offset = 0
    case .end: offset = lines[line].count
    case .up where isMultiline: moveRows(by: -1)
    case .down where isMultiline: moveRows(by: 1)
    case .pageUp where isMultiline: moveRows(by: -10)
    case .pageDown where isMultiline: moveRows(by: 10)
    default: return false
    }
    return true
  }

  // MARK: - Writing

  private static func lines(of text: String, _ isMultiline: Bool) -> [[Character]] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { Array($0) }
    return isMultiline ? lines : [Array(lines.joined(separator: [" "]))]
  }

  private mutating func insert(_ characters: [Character]) {
    // A combining mark joins the character before it.
    let before = lines[line][..<offset]
    let joined = Array(String(before + characters))
    lines[line].replaceSubrange(..<offset, with: joined)
    offset = joined.count
  }

  private mutating func paste(_ text: String) {
    for (number, part) in Self.lines(of: text, isMultiline).enumerated() {
      if number > 0 { breakLine() }
      insert(part)
    }
  }

  private mutating func breakLine() {
    lines.insert(Array(lines[line][offset...]), at: line + 1)
    lines[line].removeSubrange(offset...)
    line += 1
    offset = 0
  }

  private mutating func removeNext() {
    if offset < lines[line].count {
      lines[line].remove(at: offset)
    } else if line + 1 < lines.count {
      lines[line] += lines.remove(at: line + 1)
    }
  }

  // MARK: - Moving

  private mutating func moveLeft() -> Bool {
    if offset > 0 {
      offset -= 1
    } else if line > 0 {
      line -= 1
      offset = lines[line].count
    } else {
      return false
    }
    return true
  }

  private mutating func moveRight() {
    if offset < lines[line].count {
      offset += 1
    } else if line + 1 < lines.count {
      line += 1
      offset = 0
    }
  }

  /// Moves the cursor by rows as they were drawn, in its column where there is one.
  private mutating func moveRows(by count: Int) {
    for _ in 0..<abs(count) {
      let rows = TextLayout.rows(of: lines[line], width: width)
      let row = Self.row(of: offset, in: rows)
      let column = offset - rows[row].lowerBound
      if rows.indices.contains(row + count.signum()) {
        place(column, in: rows[row + count.signum()], of: rows)
      } else if lines.indices.contains(line + count.signum()) {
        line += count.signum()
        let next = TextLayout.rows(of: lines[line], width: width)
        place(column, in: count > 0 ? next[0] : next[next.count - 1], of: next)
      }
    }
  }

  private mutating func place(_ column: Int, in row: Range<Int>, of rows: [Range<Int>]) {
    // The place after a row's last character is the next row's first, unless it is the line's last row.
    let last = row == rows.last ? row.upperBound : row.upperBound - 1
    offset = min(row.lowerBound + column, last)
  }

  private static func row(of offset: Int, in rows: [Range<Int>]) -> Int {
    rows.firstIndex { $0.contains(offset) } ?? rows.count - 1
  }
}
