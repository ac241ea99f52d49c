import WaymarkRuntime

/// A router to a view.
public typealias DestinationViewRouter<Requested> = DestinationRouter<RoutableView<Requested>>

/// A router to a service.
public typealias DestinationServiceRouter<Requested> = DestinationRouter<RoutableService<Requested>>

/// A typed router to the destination for a token, in one registry.
///
///     if let router = Router.to(.editor) {
///       let editor = try router.makeDestination { $0.title = "new" }
///     }
///
/// Use a router to check once that a registry provides a destination, or to create it later. You can store a router and
/// use it on any thread. It keeps its registry when you install another one.
public struct DestinationRouter<Token: DestinationToken>: Sendable {
  @usableFromInline let handle: RouterHandle

  /// The registry that creates the destinations.
  public var registry: Registry { handle.registry }

  package var provider: Provider { handle.provider }

  /// Creates a router to a destination.
  ///
  ///     let router = try DestinationRouter(to: RoutableView<any EditorInput>())
  ///
  /// `Registry.router(to:)` returns nil instead of throwing.
  ///
  /// - Parameters:
  ///   - token: The token of the destination.
  ///   - registry: The registry that creates the destinations.
  /// - Throws: `unregistered`, with the most similar token, if nothing provides this one.
  public init<Requested>(
    to token: RoutableService<Requested>, in registry: Registry = .current
  ) throws(RouteError) where Token == RoutableService<Requested> {
    try self.init(to: TokenDescription(token), in: registry)
  }

  /// Creates a router to a view.
  ///
  ///     let router = try DestinationRouter(to: .editor)
  ///
  /// - Parameters:
  ///   - token: The token of the view, usually its name.
  ///   - registry: The registry that creates the views.
  /// - Throws: `unregistered`, with the most similar token, if nothing provides this one.
  @_disfavoredOverload
  public init<Requested>(
    to token: RoutableView<Requested>, in registry: Registry = .current
  ) throws(RouteError) where Token == RoutableView<Requested> {
    try self.init(to: TokenDescription(token), in: registry)
  }

  init(_ handle: RouterHandle) { self.handle = handle }

  @inlinable
  package func make<Requested>(
    _ type: Requested.Type, _ userInfo: [String: any Sendable]
  ) throws(RouteError) -> Requested {
    guard userInfo.isEmpty else { return try make(.of(userInfo)) }
    return try handle.registry.make(type, handle.provider)
  }

  @usableFromInline
  package func make<Requested>(_ context: RequestContext?) throws(RouteError) -> Requested {
    try MakingRequest(in: registry, context).make(provider, as: Requested.self)
  }

  private func make<Requested>(
    given destination: Requested? = nil, _ userInfo: [String: any Sendable],
    _ preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try withoutActuallyEscaping(preparing) { (preparing) throws(RouteError) in
      try MakingRequest(in: registry, .of(userInfo), given: destination.map { ValueBox($0) })
        .preparing(preparing).make(provider, as: Requested.self)
    }
  }
}

extension DestinationRouter {
  /// Returns the view, creating it if needed.
  ///
  ///     let editor = try DestinationRouter(to: .editor).makeDestination()
  ///
  /// - Parameter userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  /// - Returns: The view.
  /// - Throws: A `RouteError` if creation fails.
  @inlinable
  @MainActor
  public func makeDestination<Requested>(
    userInfo: [String: any Sendable] = [:]
  ) throws(RouteError) -> Requested where Token == RoutableView<Requested> {
    try make(Requested.self, userInfo)
  }

  /// Returns the view, creating it if needed, with a preparation.
  ///
  ///     let editor = try DestinationRouter(to: .editor).makeDestination { $0.title = "New" }
  ///
  /// - Parameters:
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - preparing: Prepares the view before its route does, during the call.
  /// - Returns: The view.
  /// - Throws: A `RouteError` if creation fails.
  @MainActor
  public func makeDestination<Requested>(
    userInfo: [String: any Sendable] = [:], preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested where Token == RoutableView<Requested> {
    try make(userInfo, preparing)
  }

  /// Prepares a view from another source as if the route had created it.
  ///
  ///     let router = try DestinationRouter(to: .editor)
  ///     let editor = try router.prepare(Editor())
  ///
  /// - Parameters:
  ///   - destination: A view of the route's destination type.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - preparing: Prepares the view before the route does, during the call.
  /// - Returns: The view. An object keeps its identity.
  /// - Throws: `destinationMismatch` for a view of another type, or an error of the preparation.
  @MainActor
  @discardableResult
  public func prepare<Requested>(
    _ destination: Requested, userInfo: [String: any Sendable] = [:],
    preparing: (inout Requested) throws -> Void = { _ in }
  ) throws(RouteError) -> Requested where Token == RoutableView<Requested> {
    try make(given: destination, userInfo, preparing)
  }
}

extension DestinationRouter {
  /// Returns the service, creating it if needed.
  ///
  ///     let store = try DestinationRouter(to: .notes).makeDestination()
  ///
  /// - Parameter userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  /// - Returns: The service.
  /// - Throws: A `RouteError` if creation fails.
  @inlinable
  public func makeDestination<Requested>(
    userInfo: [String: any Sendable] = [:]
  ) throws(RouteError) -> Requested where Token == RoutableService<Requested> {
    try make(Requested.self, userInfo)
  }

  /// Returns the service, creating it if needed, with a preparation.
  ///
  ///     let store = try DestinationRouter(to: .notes).makeDestination { $0.name = "archive" }
  ///
  /// - Parameters:
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - preparing: Prepares the service before its route does, during the call.
  /// - Returns: The service.
  /// - Throws: A `RouteError` if creation fails.
  public func makeDestination<Requested>(
    userInfo: [String: any Sendable] = [:], preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested where Token == RoutableService<Requested> {
    try make(userInfo, preparing)
  }

  /// Prepares a service from another source as if the route had created it.
  ///
  ///     let router = try DestinationRouter(to: .notes)
  ///     let store = try router.prepare(MemoryStore())
  ///
  /// - Parameters:
  ///   - destination: A service of the route's destination type.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - preparing: Prepares the service before the route does, during the call.
  /// - Returns: The service. An object keeps its identity.
  /// - Throws: `destinationMismatch` for a service of another type, or an error of the preparation.
  @discardableResult
  public func prepare<Requested>(
    _ destination: Requested, userInfo: [String: any Sendable] = [:],
    preparing: (inout Requested) throws -> Void = { _ in }
  ) throws(RouteError) -> Requested where Token == RoutableService<Requested> {
    try make(given: destination, userInfo, preparing)
  }
}

/// A provider and its registry: the only stored property of the typed routers.
@usableFromInline
package struct RouterHandle: Sendable {
  @usableFromInline let registry: Registry
  @usableFromInline let provider: Provider

  package init(_ registry: Registry, _ provider: Provider) {
    self.registry = registry
    self.provider = provider
  }

  package init(to token: TokenDescription, in registry: Registry) throws(RouteError) {
    // A collection's provider has the token of its array.
    let token = token.role.isCollection ? token.array : token
    guard let provider = registry.provider(asked: token) else {
      throw registry.reporting(.unregistered(token, in: registry))
    }
    self.init(registry, provider)
  }
}

/// A typed router: a handle for the type of its token.
protocol HandleRouter: SpecialParameter {
  associatedtype Token: Routable

  init(_ handle: RouterHandle)
}

extension DestinationRouter: HandleRouter {}
extension ModuleRouter: HandleRouter {}

extension HandleRouter {
  init(to token: TokenDescription, in registry: Registry) throws(RouteError) {
    self.init(try RouterHandle(to: token, in: registry))
  }

  static var parameterForm: RouteParameter.Form {
    .router(TokenDescription(Token.Requested.self, Token.role), isOptional: false)
  }

  static func argument(
    from resolver: Resolver, for kind: DestinationKind, _ token: TokenDescription?
  ) throws(RouteError) -> Self {
    try Self(to: token ?? TokenDescription(Token.Requested.self, Token.role), in: resolver.registry)
  }
}
