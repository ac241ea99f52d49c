extension Registry {
  /// Returns all services of a collection in order, creating them if needed.
  ///
  ///     let all = try registry.makeDestinations(of: RoutableServices<any HealthCheck>())
  ///
  /// - Parameter collection: The token of the collection.
  /// - Returns: The services; empty if nothing contributes.
  /// - Throws: A `RouteError` that says why one couldn't be made.
  /// - Complexity: Linear in the number of contributions.
  @inlinable
  public func makeDestinations<Requested>(
    of collection: RoutableServices<Requested>
  ) throws(RouteError) -> [Requested] {
    guard finds(TokenKey([Requested].self, .service, collection.keyName)) else {
      return try noElements(Requested.self)
    }
    return try make([Requested].self, .service, collection.keyName, nil)
  }

  /// Returns all views of a collection in order, creating them if needed.
  ///
  ///     let all = try registry.makeDestinations(of: RoutableViews<any SettingsPane>())
  ///
  /// - Parameter collection: The token of the collection.
  /// - Returns: The views; empty if nothing contributes.
  /// - Throws: A `RouteError` that says why one couldn't be made.
  /// - Complexity: Linear in the number of contributions.
  @inlinable
  @MainActor
  public func makeDestinations<Requested>(
    of collection: RoutableViews<Requested>
  ) throws(RouteError) -> [Requested] {
    guard finds(TokenKey([Requested].self, .view, collection.keyName)) else {
      return try noElements(Requested.self)
    }
    return try make([Requested].self, .view, collection.keyName, nil)
  }

  /// Returns a router to the contributions of a collection, which are made when they're requested.
  ///
  ///     let keys = registry.contributions(to: RoutableServices<any HealthCheck>()).keys
  ///
  /// - Parameter collection: The token of the collection.
  /// - Returns: The router; one without contributions if there are none.
  public func contributions<Requested>(to collection: RoutableServices<Requested>) -> Contributions<Requested>
  {
    CollectionRouter(to: TokenDescription(collection), in: self)
  }

  /// Returns a router to the views of a collection, which makes them one by one.
  ///
  /// - Parameter collection: The token of the collection, usually its name.
  /// - Returns: The router.
  public func contributions<Requested>(to collection: RoutableViews<Requested>) -> ViewContributions<
    Requested
  > {
    CollectionRouter(to: TokenDescription(collection), in: self)
  }
}
