public import WaymarkCore
import WaymarkRuntime

/// An entry that makes a route available under the URLs that match a pattern.
///
///     URLPattern("notes://editor/:id")
///     URLPattern("https://notes.example/open/**")
///     URLPattern("notes://folder/:folder/note/:id", through: "notes://folder/:folder")
///
/// The syntax is the syntax of a URL (RFC 3986) without query and fragment. The host is in ASCII, as in the URLs that a
/// system passes.
///
/// | part | matches |
/// | --- | --- |
/// | `scheme:` | that scheme, ignoring case. A pattern without one matches any scheme or none. |
/// | `//host` | that host, ignoring case, with its port if given. A pattern without one matches any host or none. |
/// | `segment` | a segment of the path that is equal after percent-decoding |
/// | `:name` | one segment that isn't empty, as a parameter |
/// | `*` | one segment that isn't empty |
/// | `**` | the rest of the path, even if empty, at the end of a pattern |
///
/// The items of a URL's query also become parameters, unless the path has a parameter of that name. A slash at the end
/// of a path matters, except that an empty path after a host equals `/`. The user information in front of a host
/// doesn't matter, nor does the port if the pattern has none: `https://user@notes.example:8080/open` matches
/// `https://notes.example/open`.
///
/// As in browsers, `..` in a URL's path removes the segment before it, and `.` removes nothing. Blanks around a URL and
/// a period at the end of its host are ignored.
///
/// The most specific matching pattern counts, part by part from the left: a literal before `:name`, then `*`, then
/// `**`, and a scheme or a host before none. The order of declaration doesn't matter. Compilation reports invalid
/// patterns, and patterns that match the same URLs, as errors.
public struct URLPattern: FeatureEntry, RouteEntry {
  /// The pattern and its parent, or the reason why one of them is invalid.
  let parsed: Result<PatternDeclaration, MalformedPattern>

  /// Creates the entry.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - parent: The URL of the screen below this one in a plan (``Registry/plan(for:along:below:)``). Each parameter
  ///     of this pattern is also a parameter of `pattern`. The parent may have another parent.
  ///   - plusIsSpace: Whether `+` in the query is a space, as in the data of an HTML form.
  public init(_ pattern: String, through parent: String? = nil, plusIsSpace: Bool = false) {
    parsed = Result { () throws(MalformedPattern) in
      PatternDeclaration(
        shape: try URLPatternParser.parse(pattern, plusIsSpace: plusIsSpace),
        parent: try parent.map { parent throws(MalformedPattern) in try URLPatternParser.parse(parent) })
    }
  }

  /// Creates an entry that excludes URLs from less specific patterns, of this and other routes.
  ///
  ///     URLPattern("https://notes.example/**")
  ///     URLPattern(excluding: "https://notes.example/unsubscribe.html")
  ///
  /// No route matches these URLs. The association file (``Registry/associatedDomains(appIDs:host:)``) excludes them, so
  /// they open in a browser.
  ///
  /// - Parameter pattern: The pattern of the URLs.
  public init(excluding pattern: String) {
    parsed = Result { () throws(MalformedPattern) in
      PatternDeclaration(shape: try URLPatternParser.parse(pattern), parent: nil, isExclusion: true)
    }
  }

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(feature: self) }

  package var names: [RouteName] {
    guard let pattern = try? parsed.get(), !pattern.isExclusion else { return [] }
    return [pattern.shape.name]
  }

  package static var rules: [any CompilationRule.Type] {
    [
      MalformedURLPatternRule.self, URLConflictRule.self, URLShadowedRule.self, URLParentRule.self,
      URLConfigurationRule.self, UnknownURLOverrideRule.self,
    ]
  }

  /// Opens a URL of the pattern, and returns a warning if the route's closure reads a parameter that the URL lacks.
  package func dryRun(of route: CompiledRoute) -> Diagnostic? {
    guard let pattern = try? parsed.get(), !pattern.isExclusion,
      !route.declaration.accepts(.missingURLParameter)
    else { return nil }
    // The closure converts the values, usually to one of a few types, and ends at a value of another one.
    for value in ["1", "true", "00000000-0000-4000-8000-000000000000", "2026-01-01T00:00:00Z"] {
      let url = pattern.shape.instance(value, tail: [value])
      do throws(RouteError) {
        _ = try route.configuration(openedBy: RequestContext(userInfo: [:], url: url, match: pattern.shape))
        return nil
      } catch {
        if error.code == .missingParameter {
          return .missingURLParameter(error, pattern.shape, route.declaration)
        }
        guard error.code == .invalidParameter else { return nil }
      }
    }
    return nil
  }
}

/// A pattern as declared in a route.
struct PatternDeclaration: Sendable {
  let shape: ParsedPattern
  /// The pattern of the screen below, or nil if there's none.
  let parent: ParsedPattern?
  /// The configuration's properties that the parameters fill, or nil if the pattern is a string.
  var template: ParsedTemplate?
  /// Whether no route matches the URLs of the pattern.
  var isExclusion = false
}

extension Diagnostic {
  fileprivate static func missingURLParameter(
    _ error: RouteError, _ shape: ParsedPattern, _ declaration: RouteDeclaration
  ) -> Diagnostic {
    Diagnostic(
      .missingURLParameter, severity: .warning, at: declaration.location,
      "the open: closure of \(declaration.text) reads a parameter that \"\(shape.text)\" does not have",
      detail: error.message,
      remedy: (error.remedy.map { "\($0)\n" } ?? "")
        + "add Accepts(.missingURLParameter, because: …) to the route, if each URL has it in the query")
  }
}

extension RouteDeclaration {
  /// The valid patterns of URLs that the route opens.
  var patterns: [PatternDeclaration] { declaredPatterns?.patterns ?? [] }

  /// The valid patterns of URLs that no route opens.
  var exclusions: [PatternDeclaration] { declaredPatterns?.exclusions ?? [] }

  /// The valid patterns of the route.
  private var declaredPatterns: (patterns: [PatternDeclaration], exclusions: [PatternDeclaration])? {
    computed {
      let valid = features(URLPattern.self).compactMap { try? $0.parsed.get() }
      return (valid.filter { !$0.isExclusion }, valid.filter(\.isExclusion))
    }
  }
}

// As in `Route+view`, these initializers erase the isolation of a view's closures.
extension Route {
  /// Declares a view with a configuration that its caller or a URL fills.
  ///
  ///     Route(Editor.self, configuration: EditorConfiguration.init) {
  ///       ViewModule<any EditorModuleConfig>()
  ///       URLPattern("notes://editor/:id")
  ///     } make: { configuration, _ in
  ///       Editor(id: configuration.id)
  ///     } open: { parameters, configuration in
  ///       configuration.id = try parameters.value("id")
  ///     }
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - configuration: Returns a configuration with its default values, for each request.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The entries: the interfaces of the route and its configuration, and the requirements of the route.
  ///   - make: Returns the view for a filled configuration.
  ///   - prepare: Prepares a new view, after the caller's own preparation.
  ///   - open: Fills the configuration with the parameters of the URL that opened the route.
  public init<Destination, Configuration, Contents>(
    _ destination: Destination.Type, configuration: @escaping @MainActor () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Configuration, Resolver) throws -> Destination,
    prepare: (@MainActor (inout Destination, Configuration, Resolver) throws -> Void)? = nil,
    open: @escaping @MainActor (URLParameters, inout Configuration) throws -> Void
  ) where Contents: EntryContents.ViewRouteContents & EntryContents.Configurable {
    self.init(
      .view, entries(),
      Factory(
        view: ConfigurationFactory(
          MainActorErasure.erase(configuration), openedBy: MainActorErasure.erase(open)),
        make: make, prepare: prepare),
      fileID, line, isOpen: true)
  }

  /// Declares a service with a configuration that its caller or a URL fills.
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - configuration: Returns a configuration with its default values, for each request.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The entries: the interfaces of the route and its configuration, and the requirements of the route.
  ///   - make: Returns the service for a filled configuration.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  ///   - open: Fills the configuration with the parameters of the URL that opened the route.
  public init<Destination, Configuration, Contents>(
    _ destination: Destination.Type, configuration: @escaping @Sendable () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @Sendable (Configuration, Resolver) throws -> Destination,
    prepare: (@Sendable (inout Destination, Configuration, Resolver) throws -> Void)? = nil,
    open: @escaping @Sendable (URLParameters, inout Configuration) throws -> Void
  ) where Contents: EntryContents.ServiceRouteContents & EntryContents.Configurable {
    self.init(
      .service, entries(),
      Factory(ConfigurationFactory(configuration, openedBy: open), make: make, prepare: prepare),
      fileID, line, isOpen: true)
  }
}

extension ConfigurationFactory {
  /// Creates a factory for a configuration that a URL can fill.
  fileprivate convenience init<Configuration>(
    _ make: @escaping @Sendable () throws -> Configuration,
    openedBy open: @escaping @Sendable (URLParameters, inout Configuration) throws -> Void
  ) {
    self.init(make) { context, value in
      guard let parameters = context.parameters else { return }
      var configuration: Configuration = try Self.typed(value)
      try open(parameters, &configuration)
      value = configuration
    }
  }
}
