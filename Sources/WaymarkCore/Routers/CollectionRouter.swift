/// A router to the services that modules contribute to a collection.
public typealias Contributions<Requested> = CollectionRouter<RoutableServices<Requested>>

/// A router to the views that modules contribute to a collection.
public typealias ViewContributions<Requested> = CollectionRouter<RoutableViews<Requested>>

/// A typed router to the contributions of a collection, in one registry, which are made when they're requested.
///
///     let checks = Registry.current.contributions(to: .healthChecks)
///     for key in checks.keys { print(key) }
///     if let disk = try checks["disk"]?.makeDestination() { print(await disk.check()) }
///
/// A parameter of a route's initializer may be one: a lazy dependency. A router can be stored and passed on, and keeps
/// using its registry when another one is installed. It can be used from any thread; views are made on the main actor.
public struct CollectionRouter<Token: CollectionToken>: Sendable {
  /// The registry in which the router makes destinations.
  public let registry: Registry

  private let token: TokenDescription

  init(to token: TokenDescription, in registry: Registry) {
    registry.recorder?.asked(for: token.key)
    // An early registry's first complete extension has its contributions, and more.
    self.registry = registry.completion ?? registry
    self.token = token
  }

  private var collection: CompiledCollection? { registry.layer.collection(for: token) }

  private var members: [CompiledCollection.Member] { collection?.members ?? [] }

  /// The keys of the contributions that have one, in the order of the collection.
  public var keys: [String] { members.compactMap(\.key) }

  /// The number of contributions, with and without a key.
  public var count: Int { members.count }

  /// Whether nothing contributes to the collection.
  public var isEmpty: Bool { members.isEmpty }

  /// The routers to the contributions, in the order of the collection.
  public var routers: [DestinationRouter<Token.Single>] {
    members.map { DestinationRouter(RouterHandle(registry, $0.provider)) }
  }

  /// Returns a router to the contribution with a key.
  ///
  ///     let disk = try registry.contributions(to: .healthChecks)["disk"]?.makeDestination()
  ///
  /// - Parameter key: The key, as it's written in ``Contributes``.
  /// - Returns: The router; nil if no contribution has the key.
  public subscript(key: String) -> DestinationRouter<Token.Single>? {
    collection?.provider(for: key).map { DestinationRouter(RouterHandle(registry, $0)) }
  }

  /// Returns a router to the contribution with a key that's a case of an enumeration of strings.
  ///
  /// - Parameter key: The key, as it's written in ``Contributes``.
  /// - Returns: The router; nil if no contribution has the key.
  public subscript<Key: RawRepresentable<String>>(key: Key) -> DestinationRouter<Token.Single>? {
    self[key.rawValue]
  }

  func make<Requested>(_ type: Requested.Type) throws(RouteError) -> [Requested] {
    guard let collection else { return try noElements(type) }
    return try registry.makeAll(type, of: collection)
  }

  /// Returns an empty array if nothing contributes; throws an error if several collections have the type.
  private func noElements<Requested>(_ type: Requested.Type) throws(RouteError) -> [Requested] {
    guard registry.layer.alternatives(for: token.array.key) == nil else {
      throw registry.reporting(.unregistered(token.array, in: registry))
    }
    return try registry.noElements(type)
  }

  func makeKeyed<Requested>(_ type: Requested.Type) throws(RouteError) -> [String: Requested] {
    if collection == nil { _ = try noElements(type) }
    var result: [String: Requested] = [:]
    for member in members {
      if let key = member.key { result[key] = try registry.make(type, member.provider) }
    }
    return result
  }
}

extension CollectionRouter {
  /// Returns all services of the collection in order, creating them if needed.
  ///
  ///     let checks = try registry.contributions(to: .healthChecks).makeDestinations()
  ///
  /// - Returns: The services; empty if nothing contributes.
  /// - Throws: A `RouteError` that says why one couldn't be made.
  public func makeDestinations<Requested>() throws(RouteError) -> [Requested]
  where Token == RoutableServices<Requested> {
    try make(Requested.self)
  }

  /// Returns the services of the collection that have a key, creating them if needed.
  ///
  ///     let checks = try registry.contributions(to: .healthChecks).makeDestinationsByKey()
  ///
  /// - Returns: The services by their keys.
  /// - Throws: A `RouteError` that says why one couldn't be made.
  public func makeDestinationsByKey<Requested>() throws(RouteError) -> [String: Requested]
  where Token == RoutableServices<Requested> {
    try makeKeyed(Requested.self)
  }

  /// Returns all views of the collection in order, creating them if needed.
  ///
  ///     let panes = try registry.contributions(to: .settingsPanes).makeDestinations()
  ///
  /// - Returns: The views; empty if nothing contributes.
  /// - Throws: A `RouteError` that says why one couldn't be made.
  @MainActor
  public func makeDestinations<Requested>() throws(RouteError) -> [Requested]
  where Token == RoutableViews<Requested> {
    try make(Requested.self)
  }

  /// Returns the views of the collection that have a key, creating them if needed.
  ///
  ///     let panes = try registry.contributions(to: .settingsPanes).makeDestinationsByKey()
  ///
  /// - Returns: The views by their keys.
  /// - Throws: A `RouteError` that says why one couldn't be made.
  @MainActor
  public func makeDestinationsByKey<Requested>() throws(RouteError) -> [String: Requested]
  where Token == RoutableViews<Requested> {
    try makeKeyed(Requested.self)
  }
}

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
