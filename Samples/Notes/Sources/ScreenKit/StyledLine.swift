/// A line of text with parts that can stand out.
public struct StyledLine: Equatable, Sendable, ExpressibleByStringInterpolation {
  /// How text stands out.
  public struct Style: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a style of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// In bold type.
    public static let bold = Style(rawValue: 1)
    /// Fainter than the rest.
    public static let dim = Style(rawValue: 2)
    /// With the colors exchanged, for a selection.
    public static let reversed = Style(rawValue: 4)
    /// With a line below.
    public static let underlined = Style(rawValue: 8)
  }

  /// A text in one style.
  public struct Part: Equatable, Sendable {
    /// The text.
    public var text: String
    /// Its style.
    public var style: Style
  }

  /// The parts, from left to right.
  public private(set) var parts: [Part]

  /// Creates a line of one part.
  public init(_ text: String, _ style: Style = []) { parts = [Part(text: text, style: style)] }

  /// Creates a plain line.
  public init(stringLiteral text: String) { self.init(text) }

  /// The text alone.
  public var text: String { parts.map(\.text).joined() }

  /// One line after the other.
  public static func + (left: StyledLine, right: StyledLine) -> StyledLine {
    var line = left
    line.parts += right.parts
    return line
  }
}
