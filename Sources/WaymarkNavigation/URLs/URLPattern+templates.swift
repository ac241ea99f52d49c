import WaymarkCore

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
