// The collections that a factory or a preparation requests.
extension Resolver {
  /// Returns all services of a collection in order, creating them if needed.
  ///
  ///     Route(HealthReport.self) {
  ///       Service<any Report>()
  ///     } make: { routes in
  ///       HealthReport(checks: try routes(Services<any HealthCheck>()))
  ///     }
  ///
  /// - Parameter collection: The token of the collection.
  /// - Returns: The services; empty if nothing contributes.
  /// - Throws: A `RouteError` that says why one couldn't be made.
  @inlinable
  public func callAsFunction<Requested>(
    _ collection: RoutableServices<Requested>
  ) throws(RouteError) -> [Requested] {
    try registry.makeDestinations(of: collection)
  }

  /// Returns all views of a collection in order, creating them if needed.
  ///
  ///     Route(SettingsScreen.self) {
  ///       View<any Screen>()
  ///     } make: { routes in
  ///       SettingsScreen(panes: try routes(Views<any SettingsPane>()))
  ///     }
  ///
  /// - Parameter collection: The token of the collection.
  /// - Returns: The views; empty if nothing contributes.
  /// - Throws: A `RouteError` that says why one couldn't be made.
  @inlinable
  @MainActor
  public func callAsFunction<Requested>(
    _ collection: RoutableViews<Requested>
  ) throws(RouteError) -> [Requested] {
    try registry.makeDestinations(of: collection)
  }
}
