import ScreenKit

/// The cells of a terminal's screen.
///
/// A wide character takes two cells. Drawing over half of it removes the other half.
public struct Canvas: Equatable, Sendable {
  struct Cell: Equatable {
    /// A character with its combining marks, or an empty text for the second half of a wide one.
    var text = " "
    var style: StyledLine.Style = []
  }

  /// The size.
  public let size: ScreenSize
  private(set) var cells: [Cell]
  /// The place of the cursor, or nil if it's hidden.
  public var cursor: Drawing.Position?

  /// Creates an empty screen.
  public init(_ size: ScreenSize) {
    self.size = size
    cells = Array(repeating: Cell(), count: size.columns * size.rows)
  }

  /// The text of a row, without the blanks at its end.
  public func text(of row: Int) -> String {
    let text = cells[row * size.columns..<(row + 1) * size.columns].map(\.text).joined()
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// Writes the part of a line that fits between the column and the limit.
  public mutating func put(_ line: StyledLine, row: Int, column: Int, limit: Int) {
    guard (0..<size.rows).contains(row) else { return }
    let limit = min(limit, size.columns)
    var column = column
    for part in line.parts {
      for character in part.text {
        let width = DisplayWidth.of(character)
        if width == 0 {
          combine(character, row: row, column: column)
          continue
        }
        guard column >= 0, column + width <= limit else { return }
        let text = character.isControl ? "␣" : String(character)
        set(Cell(text: text, style: part.style), row: row, column: column)
        if width == 2 { set(Cell(text: "", style: part.style), row: row, column: column + 1, isHalf: true) }
        column += width
      }
    }
  }

  /// Empties an area.
  public mutating func clear(_ area: Area, style: StyledLine.Style = []) {
    let blank = StyledLine(String(repeating: " ", count: max(area.columns, 0)), style)
    for row in area.row..<max(area.row, area.row + area.rows) {
      put(blank, row: row, column: area.column, limit: area.column + area.columns)
    }
  }

  /// Draws a frame around an area, with a title in its upper edge.
  public mutating func frame(_ area: Area, title: String) {
    let limit = area.column + area.columns
    let room = max(area.columns - 2, 0)
    let label = title.isEmpty ? "" : " " + TextLayout.cut(title, width: max(room - 4, 0)) + " "
    let rest = max(room - 1 - DisplayWidth.of(label), 0)
    put(
      "┌─" + StyledLine(label, .bold) + StyledLine(String(repeating: "─", count: rest) + "┐"), row: area.row,
      column: area.column, limit: limit)
    for row in area.row + 1..<max(area.row + 1, area.row + area.rows - 1) {
      put("│", row: row, column: area.column, limit: limit)
      put("│", row: row, column: limit - 1, limit: limit)
    }
    put(
      StyledLine("└" + String(repeating: "─", count: room) + "┘"), row: area.row + area.rows - 1,
      column: area.column, limit: limit)
  }

  private mutating func set(_ cell: Cell, row: Int, column: Int, isHalf: Bool = false) {
    let index = row * size.columns + column
    if cells[index].text.isEmpty, !isHalf, column > 0 { cells[index - 1].text = " " }
    if column + 1 < size.columns, cells[index + 1].text.isEmpty { cells[index + 1].text = " " }
    cells[index] = cell
  }

  /// Adds a mark to the character before it.
  private mutating func combine(_ mark: Character, row: Int, column: Int) {
    guard column > 0 else { return }
    let index = row * size.columns + column - 1
    cells[cells[index].text.isEmpty ? index - 1 : index].text.append(mark)
  }
}
