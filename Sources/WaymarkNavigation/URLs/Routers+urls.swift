public import WaymarkCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension AnyRouter {
  /// Returns a URL that opens this route, the reverse of ``Registry/match(_:)``.
  ///
  ///     let router = try AnyRouter(to: RoutableView<any EditorInput>())
  ///     let url = try router.url(["id": "7"])  // notes://editor/7
  ///
  /// The method uses the pattern with the most parameters that have values, or else the first one.
  ///
  /// - Parameters:
  ///   - parameters: The values by name, including `**` for the rest of the path. Others become items of the query.
  ///   - fragment: The fragment, which follows `#`.
  /// - Returns: The percent-encoded URL. Matching it yields the same parameters.
  /// - Throws: `missingParameter` if a value is missing, or if it can't be a segment because it's empty, `.`, or `..`,
  ///   or `unknownURL` if no pattern can form a URL that leads to this route with the parameters.
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
  ///   - parameters: The values by name, including `**` for the rest of the path. Others become items of the query.
  ///   - fragment: The fragment, which follows `#`.
  /// - Returns: The percent-encoded URL. Matching it yields the same parameters.
  /// - Throws: `missingParameter` if a value is missing, or if it can't be a segment because it's empty, `.`, or `..`,
  ///   or `unknownURL` if no pattern can form a URL that leads to this route with the parameters.
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
  ///   - parameters: The values by name, including `**` for the rest of the path. Others become items of the query.
  ///   - fragment: The fragment, which follows `#`.
  /// - Returns: The percent-encoded URL. Matching it yields the same parameters.
  /// - Throws: `missingParameter` if a value is missing, or if it can't be a segment because it's empty, `.`, or `..`,
  ///   or `unknownURL` if no pattern can form a URL that leads to this route with the parameters.
  public func url(_ parameters: [String: String] = [:], fragment: String? = nil) throws(RouteError) -> URL {
    try registry.url(of: provider.route, parameters, fragment)
  }
}

extension Registry {
  /// Returns the URL from the pattern with the most parameters that have values.
  fileprivate func url(
    of route: CompiledRoute, _ parameters: [String: String], _ fragment: String?
  ) throws(RouteError) -> URL {
    var problem: RouteError?
    var best: (text: String, count: Int)?
    for pattern in route.declaration.patterns {
      let count = pattern.shape.parameterCount(for: parameters)
      guard count > best?.count ?? -1 else { continue }
      do throws(ParsedPattern.Unwritable) {
        let text = try pattern.shape.url(parameters, fragment: fragment)
        let taker = image.urls.pattern(of: text.normalizedURL)
        // A more specific pattern, or an override of this pattern, can take the URL, or a part is empty.
        let match = taker?.shape === pattern.shape ? nil : match(text: text)
        if taker?.shape === pattern.shape || match?.leads(to: route, with: parameters) == true {
          best = (text, count)
        } else {
          problem =
            problem ?? match.map { .taken(by: $0, from: route) } ?? taker.map { .excluded(text, by: $0) }
            ?? .unmatchable(text, route)
        }
      } catch {
        if error != .unnamed {
          problem = problem ?? .unwritable(error, pattern.shape, route, given: parameters.keys.sorted())
        }
      }
    }
    if let best, let url = URL(string: best.text) { return url }
    throw reporting(problem ?? .unwritable(route))
  }
}

extension URLMatch {
  /// Returns whether the URL leads to a route with certain parameters.
  fileprivate func leads(to route: CompiledRoute, with parameters: [String: String]) -> Bool {
    linked.route === route && parameters.allSatisfy { self.parameters[$0.key] == $0.value }
  }
}

extension Resolver: URLReader {
  /// The URL that opened the route, as it was received, or nil if none did.
  public var url: String? { context?.url }

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
  var parameters: URLParameters? {
    guard let url, let pattern = match as? ParsedPattern else { return nil }
    return URLParameters(text: url.normalizedURL, shape: pattern)
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
  ///   - path: The requested kind of presentation and its source.
  ///   - configuration: The configuration as the URL filled it.
  ///   - redirectedFrom: The destination types of earlier requests, before interceptors redirected.
  public init(
    along match: URLMatch, path: RoutePath, configuration: Any? = nil, redirectedFrom: [Any.Type] = []
  ) {
    self.init(
      of: match.linked.route.declaration, path: path, along: match.context, configuration: configuration,
      redirectedFrom: redirectedFrom)
  }
}

extension ModuleRouter {
  /// Returns the URL of a configuration that the closure fills, the reverse of opening it.
  ///
  ///     let url = try ModuleRouter(to: .editorModule).url { $0.note = 7 }
  ///
  /// The route needs a template (``URLPattern/init(for:_:through:plusIsSpace:)``). Of the templates that can form the
  /// URL, the method uses the one with the most parameters, or else the first.
  ///
  /// - Parameters:
  ///   - fragment: The fragment, which follows `#`.
  ///   - configuring: Fills the configuration, which has its default values.
  /// - Returns: The percent-encoded URL. Opening it fills an equal configuration.
  /// - Throws: `missingParameter` if a property of the path is an empty string, `.`, or `..`, or if the URL would fill
  ///   another value, such as a default in place of nil, `unknownURL` if the route has no template or its URL leads to
  ///   another route, or an error of the closure.
  @MainActor
  public func url<Module>(
    fragment: String? = nil, _ configuring: (inout Module) throws -> Void
  ) throws(RouteError) -> URL where Token == RoutableViewModule<Module> {
    try url(fragment, configuring)
  }

  /// Returns the URL of a configuration that the closure fills, the reverse of opening it.
  ///
  ///     let url = try ModuleRouter(to: .importModule).url { $0.source = "notes.json" }
  ///
  /// The route needs a template (``URLPattern/init(for:_:through:plusIsSpace:)``). Of the templates that can form the
  /// URL, the method uses the one with the most parameters, or else the first.
  ///
  /// - Parameters:
  ///   - fragment: The fragment, which follows `#`.
  ///   - configuring: Fills the configuration, which has its default values.
  /// - Returns: The percent-encoded URL. Opening it fills an equal configuration.
  /// - Throws: `missingParameter` if a property of the path is an empty string, `.`, or `..`, or if the URL would fill
  ///   another value, such as a default in place of nil, `unknownURL` if the route has no template or its URL leads to
  ///   another route, or an error of the closure.
  @inlinable
  public func url<Module>(
    fragment: String? = nil, _ configuring: (inout Module) throws -> Void
  ) throws(RouteError) -> URL where Token == RoutableServiceModule<Module> {
    try url(fragment, configuring)
  }

  @usableFromInline
  func url<Module>(
    _ fragment: String?, _ configuring: (inout Module) throws -> Void
  ) throws(RouteError) -> URL {
    do throws(RouteError) {
      let configuration = try provider.configuration(filledBy: configuring, in: registry)
      return try provider.route.url(of: configuration, fragment, in: registry)
    } catch {
      throw registry.reporting(error)
    }
  }
}

extension RouteError {
  /// Returns the error for a pattern that can't form a URL.
  ///
  /// - Parameter given: The names that have a value, if a caller wrote them.
  static func unwritable(
    _ reason: ParsedPattern.Unwritable, _ shape: ParsedPattern, _ route: CompiledRoute, given: [String] = []
  ) -> RouteError {
    switch reason {
    case .missing(let name): missingParameter(name, toWrite: shape, of: route, given: given)
    case .dots(let name, let value): unwritableSegment(value, of: name, shape, route)
    case .unnamed: unwritable(route)
    }
  }

  /// Returns the error for a URL that another pattern takes.
  static func taken(by other: URLMatch, from route: CompiledRoute) -> RouteError {
    let isOwn = other.linked.route === route
    let taker = isOwn ? "matches" : "leads to \(Step(other.linked.route)) by"
    return RouteError(
      .unknownURL,
      "\"\(excerpt(other.url))\", the URL of \(Step(route)), \(taker) its pattern \"\(other.pattern)\"",
      remedy: isOwn
        ? "pass other values\nremove one of the patterns"
        : "pass other values\nadd a URLPattern to the route that no other route has")
  }
}

/// Code that reads the URL of its route as a `URL`, such as `resolver.url?.absoluteString`.
///
/// It's a protocol because a type can't have two properties with one name.
@_documentation(visibility: internal)
public protocol URLReader {}

extension URLReader where Self == Resolver {
  /// The same URL as a `URL`, or nil if Foundation doesn't accept it.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public var url: URL? { self.context?.url.flatMap { URL(string: $0) } }
}
