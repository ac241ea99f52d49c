/// What a screen looks like.
public struct Drawing: Equatable, Sendable {
  /// A place in the lines.
  public struct Position: Equatable, Sendable {
    /// The line, from 0.
    public var line: Int
    /// The column, from 0.
    public var column: Int

    /// Creates a place.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// The lines, from the top; there may be more than there is room for.
  public var lines: [StyledLine]
  /// The line that must be seen, whatever is scrolled; nil where none is more important than others.
  public var focus: Int?
  /// Where text is written; nil where none is.
  public var cursor: Position?

  /// Creates a drawing.
  public init(_ lines: [StyledLine], focus: Int? = nil, cursor: Position? = nil) {
    self.lines = lines
    self.focus = focus ?? cursor?.line
    self.cursor = cursor
  }
}
