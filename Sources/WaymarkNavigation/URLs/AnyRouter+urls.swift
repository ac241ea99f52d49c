public import WaymarkCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension AnyRouter {
  /// Returns a URL that opens this route: the reverse of ``Registry/match(_:)``.
  ///
  ///     let router = try AnyRouter(to: RoutableView<any EditorInput>())
  ///     let url = try router.url(["id": "7"])  // notes://editor/7
  ///
  /// If several patterns have values for all of their parameters, the one with the most parameters is used;
  /// of equals, the first one.
  ///
  /// - Parameters:
  ///   - parameters: The values by name, with `**` for the rest of the path. Values that the path doesn't
  ///     have become items of the query.
  ///   - fragment: The fragment, which follows `#`.
  /// - Returns: The URL, percent-encoded so that matching it yields the same parameters.
  /// - Throws: `missingParameter` if a value is missing or empty, `unknownURL` if the route has no pattern
  ///   from which a URL can be built.
  public func url(_ parameters: [String: String] = [:], fragment: String? = nil) throws(RouteError) -> URL {
    try registry.url(of: route, parameters, fragment)
  }
}

extension DestinationRouter {
  /// Returns a URL that opens the route of this router.
  ///
  ///     let url = try DestinationRouter(to: .editor).url(["id": "7"])  // notes://editor/7
  ///
  /// - Parameters:
  ///   - parameters: The values by name, with `**` for the rest of the path. Values that the path doesn't
  ///     have become items of the query.
  ///   - fragment: The fragment, which follows `#`.
  /// - Returns: The URL, percent-encoded so that matching it yields the same parameters.
  /// - Throws: `missingParameter` if a value is missing or empty, `unknownURL` if the route has no pattern
  ///   from which a URL can be built.
  public func url(_ parameters: [String: String] = [:], fragment: String? = nil) throws(RouteError) -> URL {
    try registry.url(of: provider.route, parameters, fragment)
  }
}

extension ModuleRouter {
  /// Returns a URL that opens the route of this router.
  ///
  ///     let url = try ModuleRouter(to: .editorModule).url(["id": "7"])
  ///
  /// - Parameters:
  ///   - parameters: The values by name, with `**` for the rest of the path. Values that the path doesn't
  ///     have become items of the query.
  ///   - fragment: The fragment, which follows `#`.
  /// - Returns: The URL, percent-encoded so that matching it yields the same parameters.
  /// - Throws: `missingParameter` if a value is missing or empty, `unknownURL` if the route has no pattern
  ///   from which a URL can be built.
  public func url(_ parameters: [String: String] = [:], fragment: String? = nil) throws(RouteError) -> URL {
    try registry.url(of: provider.route, parameters, fragment)
  }
}

extension Registry {
  /// Returns the URL of the route's pattern with the most parameters among those that have all values.
  fileprivate func url(
    of route: CompiledRoute, _ parameters: [String: String], _ fragment: String?
  ) throws(RouteError) -> URL {
    var missing: (name: String, shape: ParsedPattern)?
    var best: (text: String, count: Int)?
    for pattern in route.declaration.patterns where pattern.shape.names.count > best?.count ?? -1 {
      do throws(ParsedPattern.Unwritable) {
        best = (try pattern.shape.url(parameters, fragment: fragment), pattern.shape.names.count)
      } catch {
        if case .missing(let name) = error, missing == nil { missing = (name, pattern.shape) }
      }
    }
    if let best, let url = URL(string: best.text) { return url }
    if let missing { throw reporting(.missingParameter(missing.name, toWrite: missing.shape, of: route)) }
    throw reporting(.unwritable(route))
  }
}

extension Resolver {
  /// The URL that opened the route, or nil if none did.
  public var url: URL? { context?.url.flatMap { URL(string: $0) } }

  /// The parameters of the URL that opened the route, or nil if none did.
  ///
  ///     Route(Editor.self) {
  ///       View<any EditorInput>()
  ///       URLPattern("notes://editor/:id")
  ///     } make: { resolver in
  ///       Editor(id: try resolver.parameters?.value("id") ?? 0)
  ///     }
  public var parameters: URLParameters? { context?.parameters }
}

extension RequestContext {
  /// The parameters of the URL that opened the route, or nil if none did.
  var parameters: URLParameters? {
    guard let url, let pattern = match as? ParsedPattern else { return nil }
    return URLParameters(text: url, shape: pattern)
  }
}

extension RouteAttempt {
  /// The parameters of the URL that opened the route, or nil if none did.
  public var parameters: URLParameters? { context?.parameters }

  /// Creates an attempt to open a URL, for tests of an interceptor.
  ///
  ///     let match = try #require(registry.match("notes://editor/7"))
  ///     let decision = try await requireLogin(RouteAttempt(along: match, path: .push(from: window)))
  ///
  /// - Parameters:
  ///   - match: The route that the URL matches, with its parameters.
  ///   - path: How, and from which source, the destination is to be shown.
  ///   - configuration: The configuration as the URL filled it.
  ///   - redirectedFrom: The destination types that were requested before interceptors redirected.
  public init(
    along match: URLMatch, path: RoutePath, configuration: Any? = nil, redirectedFrom: [Any.Type] = []
  ) {
    let declaration = match.linked.route.declaration
    self.init(
      of: declaration.destination, identifiers: declaration.identifiers, path: path, location: match.location,
      context: match.context, configuration: configuration, redirectedFrom: redirectedFrom)
  }
}
