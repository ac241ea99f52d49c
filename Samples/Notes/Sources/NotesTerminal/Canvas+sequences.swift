import ScreenKit

extension Canvas {
  /// The control sequences that make a terminal which shows one screen show this one.
  ///
  /// Only rows that differ are written. After each character that is not ASCII the column is named again, so that
  /// a terminal with another opinion on its width does not shift the rest of the row.
  ///
  /// - Parameter previous: The screen that the terminal shows, or nil if it's unknown.
  func sequences(after previous: Canvas?) -> String {
    var output = ControlSequence.hideCursor
    let known = previous?.size == size ? previous : nil
    if known == nil { output += ControlSequence.clear }
    for row in 0..<size.rows {
      let range = row * size.columns..<(row + 1) * size.columns
      guard known.map({ $0.cells[range] != cells[range] }) ?? true else { continue }
      output += ControlSequence.move(row: row, column: 0) + sequences(of: cells[range])
    }
    if let cursor {
      output += ControlSequence.move(row: cursor.line, column: cursor.column) + ControlSequence.showCursor
    }
    return output
  }

  private func sequences(of row: ArraySlice<Cell>) -> String {
    var output = ""
    var style: StyledLine.Style = []
    for (column, cell) in row.enumerated() where !cell.text.isEmpty {
      if cell.style != style {
        style = cell.style
        output += ControlSequence.style(style)
      }
      output += cell.text
      if !cell.text.utf8.allSatisfy({ $0 < 0x80 }) {
        let width = cell.text.first.map(DisplayWidth.of) ?? 1
        if column + width < size.columns { output += ControlSequence.move(toColumn: column + width) }
      }
    }
    return output + ControlSequence.style([])
  }
}
