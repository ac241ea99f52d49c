import WaymarkCore

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
