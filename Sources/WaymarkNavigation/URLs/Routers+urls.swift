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
  /// - Returns: The percent-encoded URL. Opening it fills the properties of all templates with equal values, before the
  ///   route's `open:` closure runs. Properties that no template has are not in the URL.
  /// - Throws: `missingParameter` if a property of the path is an empty string, `.`, or `..`, if no URL can represent a
  ///   value (``URLValue/urlText``), or if the URL would fill another value, such as a default in place of nil,
  ///   `unknownURL` if the route has no template or its URL leads to another route, or an error of the closure.
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
  /// - Returns: The percent-encoded URL. Opening it fills the properties of all templates with equal values, before the
  ///   route's `open:` closure runs. Properties that no template has are not in the URL.
  /// - Throws: `missingParameter` if a property of the path is an empty string, `.`, or `..`, if no URL can represent a
  ///   value (``URLValue/urlText``), or if the URL would fill another value, such as a default in place of nil,
  ///   `unknownURL` if the route has no template or its URL leads to another route, or an error of the closure.
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
        let text = try pattern.shape.url(Array(parameters), fragment: fragment)
        let taker = image.urls.pattern(of: text.normalizedURL)
        // A more specific pattern, or an override of this pattern, can take the URL, or a part is empty.
        let match = taker?.shape === pattern.shape ? nil : match(text: text)
        let isKept = match.map { match in
          match.linked.route === route && parameters.allSatisfy { match.parameters[$0.key] == $0.value }
        }
        if isKept ?? (taker?.shape === pattern.shape) {
          best = (text, count)
        } else {
          problem =
            problem ?? match.map { .taken(by: $0, from: route) } ?? taker.map {
              .excluded(text, by: $0, isWritten: true)
            }
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

extension CompiledRoute {
  /// Returns the URL of a configuration, from the template with the most parameters that preserves the configuration.
  func url(of configuration: Any, _ fragment: String? = nil, in registry: Registry) throws(RouteError) -> URL
  {
    let patterns = declaration.patterns
    let isOnly = patterns.count { $0.template != nil } == 1
    var problem: RouteError?
    var best: (text: String, count: Int)?
    for pattern in patterns {
      guard let template = pattern.template, template.count > best?.count ?? -1 else { continue }
      do throws(ParsedPattern.Unwritable) {
        let values = template.values(of: configuration)
        let text = try pattern.shape.url(values, fragment: fragment)
        let lost: RouteError?
        let taker = registry.image.urls.pattern(of: text.normalizedURL)
        if taker?.shape !== pattern.shape {
          let match = registry.match(text: text).map { loss(of: configuration, by: $0) }
          lost = match ?? taker.map { .excluded(text, by: $0, isWritten: true) } ?? .unmatchable(text, self)
        } else {
          // Opening the URL again, for the comparison, takes most of the time.
          let isComplete =
            isOnly
            && template.fillsAll(configuration, values) {
              try? declaration.configuration?.make?()
            }
          lost = isComplete ? nil : loss(of: configuration, values, template, text)
        }
        if let lost {
          problem = problem ?? lost
        } else {
          best = (text, template.count)
        }
      } catch {
        if case .missing(let name) = error, let value = template.unwritable(name, in: configuration) {
          problem = problem ?? .unrepresentable(name, value, of: self)
        } else {
          problem = problem ?? .unwritable(error, pattern.shape, self, filled: template.names)
        }
      }
    }
    if let best, let url = URL(string: best.text) { return url }
    throw problem ?? .noTemplate(self)
  }

  /// Returns an error if the pattern that takes a URL leads to another route or fills another configuration, or nil.
  private func loss(of configuration: Any, by taker: URLMatch) -> RouteError? {
    guard taker.linked.route === self, let opened = try? self.configuration(openedBy: taker.context) else {
      return .taken(by: taker, from: self)
    }
    return difference(configuration, opened, taker.url).map { _ in .taken(by: taker, from: self) }
  }

  /// Returns an error if a URL opens with a configuration that differs in a property of any template, or nil.
  private func loss(
    of configuration: Any, _ values: [(key: String, value: String)], _ template: ParsedTemplate, _ url: String
  ) -> RouteError? {
    // The caller has created its configuration in the same way, so this doesn't fail.
    guard var opened = try? declaration.configuration?.make?() else { return nil }
    if let name = template.fill(values, &opened) {
      let value = values.first { $0.key == name }?.value
      return .lost(
        name, Self.quoted(value.map(URLText.written) ?? .missing), becoming: "no value", in: url, of: self)
    }
    return difference(configuration, opened, url)
  }

  /// Returns an error if two configurations differ in a property of any template, or nil.
  private func difference(_ configuration: Any, _ opened: Any, _ url: String) -> RouteError? {
    for template in declaration.patterns.lazy.compactMap(\.template) {
      guard let lost = template.difference(configuration, opened) else { continue }
      if case .unwritable(let value) = lost.first { return .unrepresentable(lost.name, value, of: self) }
      return .lost(
        lost.name, Self.quoted(lost.first), becoming: Self.quoted(lost.second), in: url, of: self)
    }
    return nil
  }

  private static func quoted(_ value: URLText) -> String {
    switch value {
    case .missing: "nil"
    case .written(let text): "\"\(RouteError.excerpt(text))\""
    case .unwritable(let value): RouteError.excerpt(ofUnwritable: value)
    }
  }
}

extension RouteError {
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

  fileprivate static func lost(
    _ name: String, _ value: String, becoming other: String, in url: String, of route: CompiledRoute
  ) -> RouteError {
    RouteError(
      .missingParameter,
      "no URL of \(Step(route)) keeps '\(name)', which is \(value): \"\(excerpt(url))\" opens with \(other)",
      remedy: value == "nil"
        ? "give '\(name)' a value\nmake nil the default of its property"
        : "give '\(name)' the value \(other)\nadd a URLPattern(for:) that has each property of the others")
  }

  fileprivate static func unrepresentable(_ name: String, _ value: Any, of route: CompiledRoute) -> RouteError
  {
    RouteError(
      .missingParameter,
      "'\(name)' of the configuration of \(Step(route)) is \(excerpt(ofUnwritable: value)), which no URL can represent",
      remedy: "pass another value")
  }

  /// Returns a value that no text of a URL represents, for a message.
  fileprivate static func excerpt(ofUnwritable value: Any) -> String {
    // The description of an infinite date, also inside of another value, ends the program on Linux.
    if let date = value as? Date {
      return "Date(timeIntervalSinceReferenceDate: \(date.timeIntervalSinceReferenceDate))"
    }
    return (value as? any CustomStringConvertible).map { excerpt($0.description) }
      ?? TypeName.withArticle(Swift.type(of: value))
  }

  fileprivate static func noTemplate(_ route: CompiledRoute) -> RouteError {
    let type = route.declaration.configuration.map { TypeName.of($0.type) } ?? "Configuration"
    return RouteError(
      .unknownURL,
      "no URL can be written of a configuration of \(Step(route)): none of its patterns is a template",
      remedy: "add URLPattern(for: \(type).self, \"…/\\(\\.property)\") to the route")
  }
}
