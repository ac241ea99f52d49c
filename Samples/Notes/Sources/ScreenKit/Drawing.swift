/// The appearance of a screen.
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

  /// The lines, from the top, possibly more than fit.
  public var lines: [StyledLine]
  /// The line that stays visible while scrolling, or nil if all are equally important.
  public var focus: Int?
  /// The place for the next character, or nil if there is none.
  public var cursor: Position?

  /// Creates a drawing.
  public init(_ lines: [StyledLine], focus: Int? = nil, cursor: Position? = nil) {
    self.lines = lines
    self.focus = focus ?? cursor?.line
    self.cursor = cursor
  }
}
