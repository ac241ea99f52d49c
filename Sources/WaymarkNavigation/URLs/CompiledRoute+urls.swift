import WaymarkCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
          lost = match ?? taker.map { .excluded(text, by: $0) } ?? .unmatchable(text, self)
        } else {
          // Opening the URL again, for the comparison, takes most of the time.
          let isComplete = isOnly && template.fillsAll(values) { try? declaration.configuration?.make?() }
          lost = isComplete ? nil : loss(of: configuration, values, template, text)
        }
        if let lost {
          problem = problem ?? lost
        } else {
          best = (text, template.count)
        }
      } catch {
        problem = problem ?? .unwritable(error, pattern.shape, self)
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
    return difference(configuration, opened, taker.url)
  }

  /// Returns an error if a URL opens with a configuration that differs in a property of any template, or nil.
  private func loss(
    of configuration: Any, _ values: [(key: String, value: String)], _ template: ParsedTemplate, _ url: String
  ) -> RouteError? {
    // The caller has created its configuration in the same way, so this doesn't fail.
    guard var opened = try? declaration.configuration?.make?() else { return nil }
    if let name = template.fill(values, &opened) {
      let value = values.first { $0.key == name }?.value
      return .lost(name, Self.quoted(value), becoming: "no value", in: url, of: self)
    }
    return difference(configuration, opened, url)
  }

  /// Returns an error if two configurations differ in a property of any template, or nil.
  private func difference(_ configuration: Any, _ opened: Any, _ url: String) -> RouteError? {
    for template in declaration.patterns.lazy.compactMap(\.template) {
      guard let lost = template.difference(configuration, opened) else { continue }
      return .lost(
        lost.name, Self.quoted(lost.first), becoming: Self.quoted(lost.second), in: url, of: self)
    }
    return nil
  }

  private static func quoted(_ value: String?) -> String {
    value.map { "\"\(RouteError.excerpt($0))\"" } ?? "nil"
  }
}

extension RouteError {
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

  fileprivate static func noTemplate(_ route: CompiledRoute) -> RouteError {
    let type = route.declaration.configuration.map { TypeName.of($0.type) } ?? "Configuration"
    return RouteError(
      .unknownURL,
      "no URL can be written of a configuration of \(Step(route)): none of its patterns is a template",
      remedy: "add URLPattern(for: \(type).self, \"…/\\(\\.property)\") to the route")
  }
}
