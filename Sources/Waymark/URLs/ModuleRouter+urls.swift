#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ModuleRouter {
  /// Returns the URL of a configuration that the closure fills: the reverse of opening it.
  ///
  ///     let url = try ModuleRouter(to: \.editorModule).url { $0.note = 7 }
  ///
  /// The route needs a pattern that's a template (``URLPattern/init(for:_:through:)``). If several of its templates can
  /// be written, the one with the most parameters is used; of equals, the first one.
  ///
  /// - Parameters:
  ///   - fragment: The fragment, which follows `#`.
  ///   - configuring: Fills the configuration, which has its default values.
  /// - Returns: The URL, percent-encoded so that opening it fills an equal configuration.
  /// - Throws: `missingParameter` if a property of the path is an empty string, `unknownURL` if the route has no
  ///   template, or what the closure threw.
  @MainActor
  public func url<Module>(
    fragment: String? = nil, _ configuring: (inout Module) throws -> Void
  ) throws(RouteError) -> URL where Token == RoutableViewModule<Module> {
    try url(fragment, configuring)
  }

  /// Returns the URL of a configuration that the closure fills: the reverse of opening it.
  ///
  ///     let url = try ModuleRouter(to: \.importModule).url { $0.source = "notes.json" }
  ///
  /// The route needs a pattern that's a template (``URLPattern/init(for:_:through:)``). If several of its templates can
  /// be written, the one with the most parameters is used; of equals, the first one.
  ///
  /// - Parameters:
  ///   - fragment: The fragment, which follows `#`.
  ///   - configuring: Fills the configuration, which has its default values.
  /// - Returns: The URL, percent-encoded so that opening it fills an equal configuration.
  /// - Throws: `missingParameter` if a property of the path is an empty string, `unknownURL` if the route has no
  ///   template, or what the closure threw.
  public func url<Module>(
    fragment: String? = nil, _ configuring: (inout Module) throws -> Void
  ) throws(RouteError) -> URL where Token == RoutableServiceModule<Module> {
    try url(fragment, configuring)
  }

  private func url<Module>(
    _ fragment: String?, _ configuring: (inout Module) throws -> Void
  ) throws(RouteError) -> URL {
    do throws(RouteError) {
      let configuration = try provider.configuration(filledBy: configuring, in: registry)
      return try provider.route.url(of: configuration, fragment)
    } catch {
      throw registry.reporting(error)
    }
  }
}

extension CompiledRoute {
  /// Returns the URL of a configuration, from the template with the most parameters among those that can be written.
  func url(of configuration: Any, _ fragment: String? = nil) throws(RouteError) -> URL {
    var problem: RouteError?
    var best: (text: String, count: Int)?
    for pattern in declaration.patterns {
      guard let template = pattern.template, template.count > best?.count ?? -1 else { continue }
      do throws(ParsedPattern.Unwritable) {
        best = (try pattern.shape.url(template.values(of: configuration), fragment: fragment), template.count)
      } catch {
        problem = problem ?? .unwritable(error, pattern.shape, self)
      }
    }
    if let best, let url = URL(string: best.text) { return url }
    throw problem ?? .noTemplate(self)
  }
}

extension RouteError {
  fileprivate static func unwritable(
    _ reason: ParsedPattern.Unwritable, _ shape: ParsedPattern, _ route: CompiledRoute
  ) -> RouteError {
    switch reason {
    case .missing(let name): missingParameter(name, toWrite: shape, of: route)
    case .unnamed: unwritable(route)
    }
  }

  fileprivate static func noTemplate(_ route: CompiledRoute) -> RouteError {
    let type = route.declaration.configuration.map { TypeName.of($0.type) } ?? "Configuration"
    return RouteError(
      .unknownURL,
      "no URL can be written of a configuration of \(Step(route)): none of its patterns is a template",
      remedy: "add URLPattern(for: \(type).self, \"…/\\(\\.property)\") to the route")
  }
}
