public import Testing
public import Waymark

/// One route of a registry, as the argument of a test: a factory that fails names itself in the report.
///
///     @Test(arguments: try Registry.application().routeCases)
///     func everyRouteCanBeMade(_ route: RouteCase) async throws { try await route.make() }
public struct RouteCase: Sendable, CustomTestStringConvertible {
  /// The route.
  public let route: RouteDescription
  private let router: AnyRouter

  init(_ router: AnyRouter, _ route: RouteDescription) {
    self.router = router
    self.route = route
  }

  /// Makes the destination, a module route's with the default configuration, and lets it go.
  ///
  /// - Throws: Why it could not be made.
  @MainActor
  public func make() throws(RouteError) { _ = try router.makeDestination() }

  /// The destination, what it is provided as, and the place of the route.
  public var testDescription: String {
    let names = route.provides + route.identifiers.map { "\"\($0)\"" } + route.urls
    return "\(route.destination) as \(names.joined(separator: ", ")) (\(route.location))"
  }
}

extension Registry {
  /// Each route of the registry as the argument of a test, in a registry of its own.
  ///
  /// - Complexity: Linear in the number of routes.
  public var routeCases: [RouteCase] {
    Registry(recordingOf: self, MakingRecorder(parent: nil), hasHandlers: true)
      .routersInForce.map { RouteCase($0.router, $0.description) }
  }
}
