// The collections of the current registry.
extension Router {
  /// Returns all services of a collection in order, creating them if needed.
  ///
  ///     let all = try Router.makeDestinations(of: RoutableServices<any HealthCheck>())
  ///
  /// - Parameter collection: The token of the collection.
  /// - Returns: The services; empty if nothing contributes.
  /// - Throws: A `RouteError` that says why one couldn't be made.
  public static func makeDestinations<Requested>(
    of collection: RoutableServices<Requested>
  ) throws(RouteError) -> [Requested] {
    try Registry.current.makeDestinations(of: collection)
  }

  /// Returns all services of a collection in order, creating them if needed.
  ///
  ///     let all = try Router.makeDestinations(of: \.healthChecks)
  ///
  /// - Parameter collection: The name of the collection in ``Routables``.
  /// - Returns: The services; empty if nothing contributes.
  /// - Throws: A `RouteError` that says why one couldn't be made.
  public static func makeDestinations<Requested>(
    of collection: KeyPath<Routables, RoutableServices<Requested>>
  ) throws(RouteError) -> [Requested] {
    try Registry.current.makeDestinations(of: collection)
  }

  /// Returns all views of a collection in order, creating them if needed.
  ///
  ///     let all = try Router.makeDestinations(of: RoutableViews<any SettingsPane>())
  ///
  /// - Parameter collection: The token of the collection.
  /// - Returns: The views; empty if nothing contributes.
  /// - Throws: A `RouteError` that says why one couldn't be made.
  @MainActor
  public static func makeDestinations<Requested>(
    of collection: RoutableViews<Requested>
  ) throws(RouteError) -> [Requested] {
    try Registry.current.makeDestinations(of: collection)
  }

  /// Returns all views of a collection in order, creating them if needed.
  ///
  ///     let all = try Router.makeDestinations(of: \.settingsPanes)
  ///
  /// - Parameter collection: The name of the collection in ``Routables``.
  /// - Returns: The views; empty if nothing contributes.
  /// - Throws: A `RouteError` that says why one couldn't be made.
  @MainActor
  public static func makeDestinations<Requested>(
    of collection: KeyPath<Routables, RoutableViews<Requested>>
  ) throws(RouteError) -> [Requested] {
    try Registry.current.makeDestinations(of: collection)
  }

  /// Returns a router to the contributions of a collection, which are made when they're requested.
  ///
  ///     let keys = Router.contributions(to: RoutableServices<any HealthCheck>()).keys
  ///
  /// - Parameter collection: The token of the collection.
  /// - Returns: The router; one without contributions if there are none.
  public static func contributions<Token: CollectionToken>(
    to collection: Token
  ) -> CollectionRouter<Token> {
    Registry.current.contributions(to: collection)
  }

  /// Returns a router to the contributions of a collection, which are made when they're requested.
  ///
  ///     let keys = Router.contributions(to: \.healthChecks).keys
  ///
  /// - Parameter collection: The name of the collection in ``Routables``.
  /// - Returns: The router; one without contributions if there are none.
  public static func contributions<Token: CollectionToken>(
    to collection: KeyPath<Routables, Token>
  ) -> CollectionRouter<Token> {
    Registry.current.contributions(to: collection)
  }
}
