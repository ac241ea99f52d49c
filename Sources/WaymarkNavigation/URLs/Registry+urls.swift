public import WaymarkCore
import WaymarkRuntime

extension Registry {
  // MARK: - Matching

  /// Returns the route that a URL matches, without creating its destination.
  ///
  ///     if let match = registry.match("notes://editor/7") { print(match.destination, match.parameters) }
  ///
  /// - Parameter url: The URL.
  /// - Returns: The route and the parameters, or nil if no pattern matches or the string isn't a valid URL.
  /// - Complexity: Linear in the length of the URL for any number of patterns, except that patterns with a literal and
  ///   with `:name` or `*` in one place are alternatives, which a search tries in turn. The first call in a derived
  ///   registry builds the trie of the patterns.
  @inlinable
  public func match(_ url: some RoutableURL) -> URLMatch? { match(text: url.routedText) }

  @usableFromInline
  func match(text url: String) -> URLMatch? {
    imageReference.read { layer in
      // The registry retains its layer and the index, and the caller retains the registry during the call. Only
      // `RegistryImage.urls` and `Linked.urls` fill the place.
      guard let index = layer.urlIndex.unretained else { return layer.urls.match(url, in: self) }
      return index.read { knownDowncast($0, to: URLIndex.self).match(url, in: self) }
    }
  }

  /// Returns the route that a URL matches, or throws `malformedURL` or `unknownURL`.
  func matched(_ url: some RoutableURL) throws(RouteError) -> URLMatch {
    let url = url.routedText
    if let match = match(text: url) { return match }
    throw reporting(.unmatched(url, in: self))
  }

  /// Returns the request for the route that a URL matches, or throws like `matched(_:)` without a report.
  func request(for url: String) throws(RouteError) -> RouteRequest {
    guard let match = match(text: url) else { throw .unmatched(url, in: self) }
    return match.request
  }

  // MARK: - Making

  /// Returns the view or service of a URL, creating it if needed.
  ///
  ///     let editor = try registry.makeDestination(for: "notes://editor/7")
  ///
  /// The route's `open:` closure fills its configuration.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The destination, of the type that the route creates.
  /// - Throws: `malformedURL`, `unknownURL` with the closest pattern, or an error of the creation.
  @MainActor
  public func makeDestination(for url: some RoutableURL) throws(RouteError) -> Any { try make(matched(url)) }

  /// Returns the service of a URL, creating it if needed, on any thread.
  ///
  ///     let store = try registry.makeService(for: "notes://store")
  ///
  /// - Parameter url: The URL.
  /// - Returns: The service, of the type that the route creates.
  /// - Throws: `malformedURL`, `unknownURL`, `notAService` for the route of a view, or an error of the creation.
  public func makeService(for url: some RoutableURL) throws(RouteError) -> Any {
    let match = try matched(url)
    guard match.router.kind == .service else {
      throw reporting(closedError ?? .notAService(match.linked.route))
    }
    return try make(match)
  }

  /// Returns the destination of a match, with a configuration from the URL.
  func make(_ match: URLMatch) throws(RouteError) -> Any {
    let (registry, route, context) = (match.registry, match.linked.route, match.context)
    let configuration: Any?
    do throws(RouteError) {
      configuration = try route.configuration(openedBy: context)
    } catch {
      throw registry.reporting(error)
    }
    return try MakingRequest(in: registry, context, configuration: configuration)
      .make(route, as: nil, Any.self)
  }

  // MARK: - Showing

  /// Creates the view of a URL and shows it.
  ///
  ///     try registry.open("notes://editor/7", .push(from: window))
  ///
  /// The route's `open:` closure fills its configuration.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - path: The kind of presentation and its source.
  ///   - configuring: A closure that sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `malformedURL`, `unknownURL` with the closest pattern, `unsupportedPath`, or an error of the creation.
  @MainActor
  @discardableResult
  public func open(
    _ url: some RoutableURL, _ path: RoutePath,
    configuring: @escaping @MainActor (inout PerformOptions<Any>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Any> {
    let match = try matched(url)
    return try match.request.perform(path, configuring)
  }
}

extension CompiledRoute {
  /// Returns the configuration as a URL fills it, or nil without a configuration or a URL.
  func configuration(openedBy context: RequestContext?) throws(RouteError) -> Any? {
    guard let factory = declaration.configuration, let make = factory.make, let context, context.match != nil
    else { return nil }
    do {
      var configuration = try make()
      if let parameters = context.parameters {
        let pattern = declaration.patterns.first { $0.shape === parameters.shape }
        try pattern?.template?.fill(parameters, &configuration)
      }
      try factory.open?(context, &configuration)
      return configuration
    } catch {
      // An error of the parameters lacks only the route.
      if let error = error as? RouteError, !error.hasPath { throw error.needed(by: [self]) }
      throw failure(error, of: .configuring)
    }
  }
}
