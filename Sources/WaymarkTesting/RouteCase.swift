public import Testing
public import Waymark

/// One route of a registry, as the argument of a test, so that the report names a factory that fails.
///
///     @Test(arguments: try Registry.application().routeCases)
///     func everyRouteCanBeMade(_ route: RouteCase) async throws { try await route.make() }
public struct RouteCase: Sendable, CustomTestStringConvertible {
  /// A description of the route.
  public let route: RouteDescription
  private let router: AnyRouter

  init(_ router: AnyRouter, _ route: RouteDescription) {
    self.router = router
    self.route = route
  }

  /// Creates the destination and releases it.
  ///
  /// A module route uses its default configuration.
  ///
  /// - Throws: The error of the creation.
  @MainActor
  public func make() throws(RouteError) { _ = try router.makeDestination() }

  /// The destination, its interfaces and names, and the source location of the route.
  public var testDescription: String {
    let names = route.provides + route.contributions + route.identifiers.map { "\"\($0)\"" } + route.urls
    return "\(route.destination) as \(names.joined(separator: ", ")) (\(route.location))"
  }
}

extension Registry {
  /// The routes of the registry as arguments of a test, in a separate registry.
  ///
  /// - Complexity: Linear in the number of routes.
  public var routeCases: [RouteCase] {
    recorded(by: MakingRecorder(parent: nil), hasHandlers: true)
      .routersInForce.map { RouteCase($0.router, $0.description) }
  }
}
