import WaymarkRuntime

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Registry {
  /// All patterns, made when they are first asked for.
  var urls: URLIndex {
    // Only this property sets it.
    if let index = urlIndex.unretained?.object { return knownDowncast(index, to: URLIndex.self) }
    return knownDowncast(urlIndex.set(URLIndex(self)), to: URLIndex.self)
  }

  // MARK: - Matching

  /// The route that a URL leads to.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The route and the parameters; nil where no pattern matches, or where the text is no URL.
  /// - Complexity: Linear in the length of the URL, whatever the number of patterns. The first call makes the tree of
  ///   all patterns.
  public func match(_ url: String) -> URLMatch? {
    // The registry keeps its index, and lives as long as it is asked.
    let index =
      urlIndex.unretained?.read { knownDowncast($0, to: URLIndex.self).match(url) } ?? urls.match(url)
    return index >= 0 ? URLMatch(url: url, registry: self, index: index) : nil
  }

  /// The route that a URL leads to.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The route and the parameters; nil where no pattern matches.
  /// - Complexity: Linear in the length of the URL, whatever the number of patterns. The first call makes the tree of
  ///   all patterns.
  public func match(_ url: URL) -> URLMatch? { match(url.absoluteString) }

  /// The route that a URL leads to.
  ///
  /// - Throws: `malformedURL` or `unknownURL`.
  func matched(_ url: String) throws(RouteError) -> URLMatch {
    if let match = match(url) { return match }
    throw reporting(.unmatched(url, in: self))
  }

  // MARK: - Making

  /// Makes what a URL leads to, or gets what is kept: a view or a service.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The destination, of the type that the route makes.
  /// - Throws: `malformedURL`, `unknownURL` with the closest pattern, or why it could not be made.
  @MainActor
  public func makeDestination(for url: String) throws(RouteError) -> Any { try make(matched(url)) }

  /// Makes what a URL leads to, or gets what is kept: a view or a service.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The destination, of the type that the route makes.
  /// - Throws: `unknownURL` with the closest pattern, or why it could not be made.
  @MainActor
  public func makeDestination(for url: URL) throws(RouteError) -> Any {
    try makeDestination(for: url.absoluteString)
  }

  /// Makes the service that a URL leads to, or gets the one that is kept, on any thread.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The service, of the type that the route makes.
  /// - Throws: `malformedURL`, `unknownURL`, `notAService` for the route of a view, or why it could not be made.
  public func makeService(for url: String) throws(RouteError) -> Any {
    let match = try matched(url)
    guard match.router.kind == .service else { throw reporting(.notAService(match.linked.route)) }
    return try make(match)
  }

  /// Makes the service that a URL leads to, or gets the one that is kept, on any thread.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The service, of the type that the route makes.
  /// - Throws: `unknownURL`, `notAService` for the route of a view, or why it could not be made.
  public func makeService(for url: URL) throws(RouteError) -> Any { try makeService(for: url.absoluteString) }

  private func make(_ match: URLMatch) throws(RouteError) -> Any {
    let (route, context) = (match.linked.route, match.context)
    let configuration: Any?
    do throws(RouteError) {
      configuration = try route.configuration(openedBy: context)
    } catch {
      throw reporting(error)
    }
    return try route.makeAny(in: self, configuration, context: context)
  }

  // MARK: - Showing

  /// Makes the view that a URL leads to, and shows it.
  ///
  /// - Parameters:
  ///   - url: The URL. The route's `open:` fills its configuration.
  ///   - path: How and from where.
  ///   - configuring: Says how the view is prepared, and who hears of the result. It runs once for each perform.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `malformedURL`, `unknownURL` with the closest pattern, `unsupportedPath`, or why it could not be made.
  @MainActor
  @discardableResult
  public func open(
    _ url: String, _ path: RoutePath,
    configuring: @escaping @MainActor (inout PerformOptions<Any>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Any> {
    let match = try matched(url)
    return try match.router.perform(path, along: match.context, redirectedFrom: [], configuring)
  }

  /// Makes the view that a URL leads to, and shows it.
  ///
  /// - Parameters:
  ///   - url: The URL. The route's `open:` fills its configuration.
  ///   - path: How and from where.
  ///   - configuring: Says how the view is prepared, and who hears of the result. It runs once for each perform.
  /// - Returns: The route, whose state says what has become of the view.
  /// - Throws: `unknownURL` with the closest pattern, `unsupportedPath`, or why it could not be made.
  @MainActor
  @discardableResult
  public func open(
    _ url: URL, _ path: RoutePath,
    configuring: @escaping @MainActor (inout PerformOptions<Any>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try open(url.absoluteString, path, configuring: configuring)
  }
}

extension CompiledRoute {
  /// The configuration as a URL fills it; nil where the route has none, or no URL leads here.
  func configuration(openedBy context: RequestContext?) throws(RouteError) -> Any? {
    guard let factory = declaration.configuration, let context, context.match != nil else { return nil }
    do {
      var configuration = try factory.make()
      try factory.open?(context, &configuration)
      return configuration
    } catch {
      // What parameters say of themselves needs no other words, only the place.
      if let error = error as? RouteError, error.path.isEmpty {
        throw RouteError(
          error.code, error.message, remedy: error.remedy, underlying: error.underlying, routes: [self])
      }
      throw failure(error, of: .configuring)
    }
  }
}
