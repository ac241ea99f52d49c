extension RouteAttempt {
  /// The parameters of the URL that led here; nil where none did.
  public var parameters: URLParameters? { context?.parameters }

  /// Creates an attempt along a URL, for tests of an interceptor.
  ///
  ///     let match = try #require(registry.match("notes://editor/7"))
  ///     let decision = try await requireLogin(RouteAttempt(along: match, path: .push(from: window)))
  ///
  /// - Parameters:
  ///   - match: The route that the URL leads to, with its parameters.
  ///   - path: How and from where the destination is to be shown.
  ///   - configuration: The configuration as the URL has filled it.
  ///   - redirectedFrom: The types of the destinations that were asked for before.
  public init(
    along match: URLMatch, path: RoutePath, configuration: Any? = nil, redirectedFrom: [Any.Type] = []
  ) {
    let declaration = match.linked.route.declaration
    self.init(
      of: declaration.destination, identifiers: declaration.identifiers, path: path, location: match.location,
      context: match.context, configuration: configuration, redirectedFrom: redirectedFrom)
  }
}
