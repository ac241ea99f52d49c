/// A router to the services of a collection.
public typealias Contributions<Requested> = CollectionRouter<RoutableServices<Requested>>

/// A router to the views of a collection.
public typealias ViewContributions<Requested> = CollectionRouter<RoutableViews<Requested>>

/// A typed router to the contributions of a collection, which it creates on request.
///
///     let checks = Registry.current.contributions(to: .healthChecks)
///     for key in checks.keys { print(key) }
///     if let disk = try checks["disk"]?.makeDestination() { print(await disk.check()) }
///
/// A parameter of a route's initializer can be a router, as a lazy dependency. You can store a router and use it on any
/// thread. It keeps its registry when you install another one.
public struct CollectionRouter<Token: CollectionToken>: Sendable {
  /// The registry that creates the destinations.
  public let registry: Registry

  private let token: TokenDescription

  init(to token: TokenDescription, in registry: Registry) {
    registry.recorder?.asked(for: token)
    self.registry = registry
    self.token = token
  }

  private var collection: CompiledCollection? { registry.image.collection(for: token) }

  private var members: [CompiledCollection.Member] { collection?.members ?? [] }

  /// The keys of contributions with a key, in the order of the collection.
  public var keys: [String] { members.compactMap(\.key) }

  /// The number of contributions, with and without a key.
  package var count: Int { members.count }

  /// Whether the collection has no contributions.
  package var isEmpty: Bool { members.isEmpty }

  /// The routers to the contributions, in the order of the collection.
  public var routers: [DestinationRouter<Token.Single>] {
    members.map { DestinationRouter(RouterHandle(registry, $0.provider)) }
  }

  /// Returns a router to the contribution with a key.
  ///
  ///     let disk = try registry.contributions(to: .healthChecks)["disk"]?.makeDestination()
  ///
  /// - Parameter key: The key in ``Contributes``.
  /// - Returns: The router, or nil if no contribution has the key.
  public subscript(key: String) -> DestinationRouter<Token.Single>? {
    collection?.provider(for: key).map { DestinationRouter(RouterHandle(registry, $0)) }
  }

  /// Returns a router to the contribution with a key from an enumeration of strings.
  ///
  /// - Parameter key: The key in ``Contributes``.
  /// - Returns: The router, or nil if no contribution has the key.
  public subscript<Key: RawRepresentable<String>>(key: Key) -> DestinationRouter<Token.Single>? {
    self[key.rawValue]
  }

  func make<Requested>(_ type: Requested.Type) throws(RouteError) -> [Requested] {
    guard let collection = try openCollection() else { return [] }
    return try registry.makeAll(type, of: collection)
  }

  func makeKeyed<Requested>(_ type: Requested.Type) throws(RouteError) -> [String: Requested] {
    var result: [String: Requested] = [:]
    for member in try openCollection()?.members ?? [] {
      if let key = member.key { result[key] = try registry.make(type, member.provider) }
    }
    return result
  }

  /// Returns the collection, or nil if there's none, or throws an error in a closed scope or for one of several names.
  private func openCollection() throws(RouteError) -> CompiledCollection? {
    if let closed = registry.closedError { throw registry.reporting(closed) }
    if let collection { return collection }
    guard registry.image.alternatives(for: token.array) == nil else {
      throw registry.reporting(.unregistered(token.array, in: registry))
    }
    return nil
  }
}

extension CollectionRouter {
  /// Returns all services of the collection in order, creating them if needed.
  ///
  ///     let checks = try registry.contributions(to: .healthChecks).makeDestinations()
  ///
  /// - Returns: The services, or an empty array without contributions.
  /// - Throws: A `RouteError` if creation fails.
  public func makeDestinations<Requested>() throws(RouteError) -> [Requested]
  where Token == RoutableServices<Requested> {
    try make(Requested.self)
  }

  /// Returns the services with a key, creating them if needed.
  ///
  ///     let checks = try registry.contributions(to: .healthChecks).makeDestinationsByKey()
  ///
  /// - Returns: The services by key.
  /// - Throws: A `RouteError` if creation fails.
  public func makeDestinationsByKey<Requested>() throws(RouteError) -> [String: Requested]
  where Token == RoutableServices<Requested> {
    try makeKeyed(Requested.self)
  }

  /// Returns all views of the collection in order, creating them if needed.
  ///
  ///     let panes = try registry.contributions(to: .settingsPanes).makeDestinations()
  ///
  /// - Returns: The views, or an empty array without contributions.
  /// - Throws: A `RouteError` if creation fails.
  @MainActor
  public func makeDestinations<Requested>() throws(RouteError) -> [Requested]
  where Token == RoutableViews<Requested> {
    try make(Requested.self)
  }

  /// Returns the views with a key, creating them if needed.
  ///
  ///     let panes = try registry.contributions(to: .settingsPanes).makeDestinationsByKey()
  ///
  /// - Returns: The views by key.
  /// - Throws: A `RouteError` if creation fails.
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
  /// - Returns: The services, or an empty array without contributions.
  /// - Throws: A `RouteError` if creation fails.
  /// - Complexity: Linear in the number of contributions.
  @inlinable
  public func makeDestinations<Requested>(
    of collection: RoutableServices<Requested>
  ) throws(RouteError) -> [Requested] {
    guard finds(TokenDescription([Requested].self, .service, collection.keyName)) else {
      return try noElements(Requested.self)
    }
    return try make([Requested].self, .service, collection.keyName)
  }

  /// Returns all views of a collection in order, creating them if needed.
  ///
  ///     let all = try registry.makeDestinations(of: RoutableViews<any SettingsPane>())
  ///
  /// - Parameter collection: The token of the collection.
  /// - Returns: The views, or an empty array without contributions.
  /// - Throws: A `RouteError` if creation fails.
  /// - Complexity: Linear in the number of contributions.
  @inlinable
  @MainActor
  public func makeDestinations<Requested>(
    of collection: RoutableViews<Requested>
  ) throws(RouteError) -> [Requested] {
    guard finds(TokenDescription([Requested].self, .view, collection.keyName)) else {
      return try noElements(Requested.self)
    }
    return try make([Requested].self, .view, collection.keyName)
  }

  /// Returns a router to the services of a collection.
  ///
  ///     let keys = registry.contributions(to: RoutableServices<any HealthCheck>()).keys
  ///
  /// - Parameter collection: The token of the collection.
  /// - Returns: The router, which can be empty.
  public func contributions<Requested>(to collection: RoutableServices<Requested>) -> Contributions<Requested>
  {
    CollectionRouter(to: TokenDescription(collection), in: self)
  }

  /// Returns a router to the views of a collection.
  ///
  /// - Parameter collection: The token of the collection, usually its name.
  /// - Returns: The router, which can be empty.
  public func contributions<Requested>(to collection: RoutableViews<Requested>) -> ViewContributions<
    Requested
  > {
    CollectionRouter(to: TokenDescription(collection), in: self)
  }
}
