import WaymarkCore

/// A URL in which properties of a configuration stand for the parts that vary.
///
///     URLPattern(
///       for: OpenNoteConfiguration.self,
///       "notes://list/\(\.folder)/notes/\(\.id)?page=\(\.page)")
///
/// It's written as a string literal. What's interpolated are key paths of the configuration:
///
/// - In the path, a property takes the place of a whole segment. Its parameter is named like the property.
/// - In the query, a property follows a name and `=`. Its parameter has the name that's written there.
///
/// The type of a property is `LosslessStringConvertible`, such as `Int` and `String`, or has a raw value of such a
/// type, as many enums and identifiers do. A property in the query may be an optional of one.
///
/// Everything else is written as in a ``URLPattern``: `:name`, `*`, and `**` match what the configuration has no
/// property for, and the route's `open:` closure reads it.
public struct URLTemplate<Configuration>: Sendable, ExpressibleByStringInterpolation {
  /// A property in a template.
  struct Field: Sendable {
    /// The name of the property; nil if it isn't known.
    let name: String?
    let type: Any.Type
    let isOptional: Bool
    /// Returns the value of a configuration as a string, or nil if there's none; nil if the key path can't be used on
    /// any thread.
    let read: (@Sendable (Any) -> String?)?
    /// Changes the value of a configuration, and returns whether the string has one; nil as `read`.
    let write: (@Sendable (inout Any, String) -> Bool)?
  }

  enum Piece: Sendable {
    case literal(String)
    case field(Field)
  }

  let pieces: [Piece]

  /// Creates a template without properties.
  ///
  /// - Parameter value: The URL.
  public init(stringLiteral value: String) { pieces = [.literal(value)] }

  /// Creates a template from its literals and properties.
  ///
  /// - Parameter stringInterpolation: The parts of the template.
  public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }
}

extension URLPattern {
  /// Creates the entry from a template, which fills the route's configuration from a URL, and writes the URL of a
  /// configuration.
  ///
  ///     URLPattern(
  ///       for: OpenNoteConfiguration.self, "notes://list/\(\.folder)/notes/\(\.id)?page=\(\.page)",
  ///       through: "notes://list/\(\.folder)")
  ///
  /// In the path, each property has a value. What the query of a URL lacks keeps the configuration's default value, and
  /// a value of the wrong type is the error `invalidParameter`, which names it. The route's `open:` closure, if it has
  /// one, runs after the template. A
  /// ``ModuleRouter`` writes URLs, with `url { … }`.
  ///
  /// Everything else is as with a pattern that's a string: the example matches the URLs of
  /// `notes://list/:folder/notes/:id`, and its parameters have these names.
  ///
  /// - Parameters:
  ///   - configuration: The type of the route's configuration.
  ///   - template: The URL, with key paths of the configuration.
  ///   - parent: The URL of the screen that's shown first, below this one, when a plan is performed. Its properties and
  ///     parameters are among those of the template's path.
  public init<Configuration>(
    for configuration: Configuration.Type, _ template: URLTemplate<Configuration>,
    through parent: URLTemplate<Configuration>? = nil
  ) {
    parsed = Result { () throws(MalformedPattern) in
      let (shape, template) = try URLTemplateParser.parse(template)
      return PatternDeclaration(
        shape: shape, parent: try parent.map(URLTemplateParser.parse(parent:)), template: template)
    }
  }
}
