import WaymarkCore

/// A request to show a route, by the caller or by a URL.
///
/// Requests are equal if their routes and URLs are. A route that redirects to itself with another URL, such as the
/// current URL of a renamed document, closes no cycle.
struct RouteRequest: Equatable {
  let router: AnyRouter
  /// The context of the request, such as the URL, or nil without one.
  let input: RequestContext?

  var route: CompiledRoute { router.route }
  var url: String? { input?.url }
  /// The interceptors that decide about the request, in order.
  var interceptors: [Intercepts] { router.registry.interceptors(of: route) }

  static func == (first: Self, second: Self) -> Bool {
    first.route === second.route && first.url == second.url
  }

  /// Creates the destination and shows it, with the redirections that led to it.
  ///
  /// If interceptors have already `decided`, they aren't asked again.
  @MainActor
  func perform(
    _ path: RoutePath, redirectedFrom: [RouteRequest] = [],
    decided: ArraySlice<Interception.Decision> = [],
    precondition: (@MainActor () throws(RouteError) -> Void)? = nil,
    _ configuring: @escaping @MainActor (inout PerformOptions<Any>) -> Void
  ) throws(RouteError) -> ActiveRoute<Any> {
    let active = ActiveRoute<Any>(self, path) { options throws(RouteError) in
      configuring(&options)
      return try route.configuration(openedBy: input)
    }
    (active.redirectedFrom, active.decided, active.precondition) = (redirectedFrom, decided, precondition)
    try active.perform()
    return active
  }
}
