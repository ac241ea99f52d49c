/// An entry of a route: the route can be found by a matching URL.
///
///     URLPattern("notes://editor/:id")
///     URLPattern("https://notes.example/open/**")
///     URLPattern("notes://folder/:folder/note/:id", through: "notes://folder/:folder")
///
/// A pattern is written like a URL (RFC 3986) without query and fragment:
///
/// | part | matches |
/// | --- | --- |
/// | `scheme:` | that scheme, in capitals or not; left out, any scheme or none |
/// | `//host` | that host, in capitals or not, and if it has a port, that port; left out, any host or none |
/// | `segment` | a segment of the path that is equal when percent-escapes are decoded |
/// | `:name` | one segment that is not empty, which becomes a parameter |
/// | `*` | one segment that is not empty |
/// | `**` | the rest of the path, also where there is none; only at the end |
///
/// The items of a URL's query become parameters too; one of the path wins over one of the query. A slash at the
/// end of a path counts: `/a/` is not `/a`. Only after a host an empty path and `/` are the same.
///
/// Of several patterns that match, the more specific one wins, part by part from the left: a literal, then
/// `:name`, then `*`, then `**`, and a scheme or a host before none. The order of declaration does not count.
public struct URLPattern: CheckedEntry, RouteEntry {
  /// The pattern and that of the screen below, or why one of them can't be read.
  let parsed: Result<PatternDeclaration, MalformedPattern>

  /// Creates the entry.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - parent: The URL of the screen that's shown first, below this one, when a plan is performed
  ///     (``Registry/plan(for:along:)-(String,_)``): a pattern whose parameters are among those of `pattern`. It may
  ///     itself go through another one.
  public init(_ pattern: String, through parent: String? = nil) {
    parsed = Result { () throws(MalformedPattern) in
      let shape = try URLPatternParser.parse(pattern)
      guard let parent else { return PatternDeclaration(shape: shape, parent: nil) }
      return PatternDeclaration(shape: shape, parent: try URLPatternParser.parse(parent))
    }
  }
}

/// A pattern as a route declares it.
struct PatternDeclaration: Sendable {
  let shape: ParsedPattern
  /// The pattern of the screen below.
  let parent: ParsedPattern?
}

extension URLPattern {
  /// Nothing that the compiler has to know.
  public typealias Contents = EntryContents.Neutral

  /// The pattern as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.feature(self))
  }

  var names: [RouteName] { (try? parsed.get()).map { [$0.shape.name] } ?? [] }

  static var rules: [any CompilationRule.Type] {
    [
      MalformedURLPatternRule.self, URLConflictRule.self, URLShadowedRule.self, URLParentRule.self,
      UnknownURLOverrideRule.self,
    ]
  }
}

extension RouteDeclaration {
  /// The URL patterns that can be read.
  var patterns: [PatternDeclaration] { features(URLPattern.self).compactMap { try? $0.parsed.get() } }

  /// Why the others can't be read.
  var malformedPatterns: [MalformedPattern] {
    features(URLPattern.self).compactMap {
      if case .failure(let problem) = $0.parsed { problem } else { nil }
    }
  }
}
