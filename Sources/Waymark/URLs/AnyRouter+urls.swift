#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension AnyRouter {
  /// Writes a URL that leads to this route: the way back from ``Registry/match(_:)-(String)``.
  ///
  /// Of several patterns whose parameters are all given, the one with the most parameters counts; of equals, the
  /// first one.
  ///
  /// - Parameters:
  ///   - parameters: The values, by their names; `**` for the rest of the path. Those that the path does not have
  ///     become items of the query.
  ///   - fragment: What follows `#`.
  /// - Returns: The URL, percent-encoded so that matching it gives the same parameters.
  /// - Throws: `missingParameter` where a value is missing or empty, `unknownURL` where the route has no pattern
  ///   that could be written.
  public func url(_ parameters: [String: String] = [:], fragment: String? = nil) throws(RouteError) -> URL {
    try registry.url(of: route, parameters, fragment)
  }
}

extension DestinationRouter {
  /// Writes a URL that leads to the route behind this router.
  ///
  /// - Parameters:
  ///   - parameters: The values, by their names; `**` for the rest of the path. Those that the path does not have
  ///     become items of the query.
  ///   - fragment: What follows `#`.
  /// - Returns: The URL, percent-encoded so that matching it gives the same parameters.
  /// - Throws: `missingParameter` where a value is missing or empty, `unknownURL` where the route has no pattern
  ///   that could be written.
  public func url(_ parameters: [String: String] = [:], fragment: String? = nil) throws(RouteError) -> URL {
    try registry.url(of: provider.route, parameters, fragment)
  }
}

extension ModuleRouter {
  /// Writes a URL that leads to the route behind this router.
  ///
  /// - Parameters:
  ///   - parameters: The values, by their names; `**` for the rest of the path. Those that the path does not have
  ///     become items of the query.
  ///   - fragment: What follows `#`.
  /// - Returns: The URL, percent-encoded so that matching it gives the same parameters.
  /// - Throws: `missingParameter` where a value is missing or empty, `unknownURL` where the route has no pattern
  ///   that could be written.
  public func url(_ parameters: [String: String] = [:], fragment: String? = nil) throws(RouteError) -> URL {
    try registry.url(of: provider.route, parameters, fragment)
  }
}

extension Registry {
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
