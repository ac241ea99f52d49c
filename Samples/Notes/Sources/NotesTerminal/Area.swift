/// A part of the screen.
public struct Area: Equatable, Sendable {
  /// The first row, from 0.
  public var row: Int
  /// The first column, from 0.
  public var column: Int
  /// The number of rows.
  public var rows: Int
  /// The number of columns.
  public var columns: Int

  /// Creates an area, with 0 in place of negative numbers of rows or columns.
  public init(row: Int, column: Int, rows: Int, columns: Int) {
    self.row = row
    self.column = column
    self.rows = max(rows, 0)
    self.columns = max(columns, 0)
  }

  /// The area without its edges.
  func inset(rows: Int, columns: Int) -> Area {
    Area(
      row: row + rows, column: column + columns, rows: self.rows - 2 * rows,
      columns: self.columns - 2 * columns)
  }
}
