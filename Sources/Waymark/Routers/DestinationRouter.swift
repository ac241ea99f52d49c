/// A handle on the route of a view: see ``DestinationRouter``.
public typealias DestinationViewRouter<Requested> = DestinationRouter<RoutableView<Requested>>

/// A handle on the route of a service: see ``DestinationRouter``.
public typealias DestinationServiceRouter<Requested> = DestinationRouter<RoutableService<Requested>>

/// A typed handle on the route that provides a destination in one registry.
///
/// It can be kept and passed on; it belongs to its registry, also when another one is installed later.
/// Safe to use from any thread; what makes views is bound to the main actor.
public struct DestinationRouter<Token: Routable>: Sendable {
  /// The registry to which the router belongs.
  public let registry: Registry

  let provider: Provider

  init(in registry: Registry) throws(RouteError) {
    guard let provider = registry.provider(asked: Token.key) else {
      throw registry.reporting(.unregistered(TokenDescription(Token.self), in: registry))
    }
    self.init(registry, provider)
  }

  init(_ registry: Registry, _ provider: Provider) {
    self.registry = registry
    self.provider = provider
  }

  func make<Requested>(
    _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    do throws(RouteError) {
      return try provider.destination(as: Requested.self).make(Resolver(registry: registry), nil, preparing)
    } catch {
      throw registry.reporting(error)
    }
  }

  func prepare<Requested>(
    _ destination: Requested, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    do throws(RouteError) {
      return try provider.destination(as: Requested.self)
        .prepare(Resolver(registry: registry), destination, preparing)
    } catch {
      throw registry.reporting(error)
    }
  }
}

extension DestinationRouter {
  /// Makes the view, or gets the one that is kept.
  ///
  /// - Returns: The view, prepared by its route.
  /// - Throws: Why it could not be made.
  @MainActor
  public func makeDestination<Requested>() throws(RouteError) -> Requested
  where Token == RoutableView<Requested> {
    try make(nil)
  }

  /// Makes the view, or gets the one that is kept, and prepares it.
  ///
  /// - Parameter preparing: Prepares the view before its route does.
  /// - Returns: The view.
  /// - Throws: Why it could not be made.
  @MainActor
  public func makeDestination<Requested>(
    preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested where Token == RoutableView<Requested> {
    try withPreparation(preparing) { (preparing) throws(RouteError) in try make(preparing) }
  }

  /// Prepares a view that was made elsewhere as if the route had made it.
  ///
  /// - Parameters:
  ///   - destination: A view of the type that the route makes.
  ///   - preparing: Prepares the view before the route does.
  /// - Returns: The view; for an object, the same one.
  /// - Throws: `destinationMismatch` for a view of another type, or what the preparation threw.
  @MainActor
  @discardableResult
  public func prepare<Requested>(
    _ destination: Requested, preparing: (inout Requested) throws -> Void = { _ in }
  ) throws(RouteError) -> Requested where Token == RoutableView<Requested> {
    try withPreparation(preparing) { (preparing) throws(RouteError) in try prepare(destination, preparing) }
  }
}

extension DestinationRouter {
  /// Makes the service, or gets the one that is kept.
  ///
  /// - Returns: The service, prepared by its route.
  /// - Throws: Why it could not be made.
  public func makeDestination<Requested>() throws(RouteError) -> Requested
  where Token == RoutableService<Requested> {
    try make(nil)
  }

  /// Makes the service, or gets the one that is kept, and prepares it.
  ///
  /// - Parameter preparing: Prepares the service before its route does.
  /// - Returns: The service.
  /// - Throws: Why it could not be made.
  public func makeDestination<Requested>(
    preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested where Token == RoutableService<Requested> {
    try withPreparation(preparing) { (preparing) throws(RouteError) in try make(preparing) }
  }

  /// Prepares a service that was made elsewhere as if the route had made it.
  ///
  /// - Parameters:
  ///   - destination: A service of the type that the route makes.
  ///   - preparing: Prepares the service before the route does.
  /// - Returns: The service; for an object, the same one.
  /// - Throws: `destinationMismatch` for a service of another type, or what the preparation threw.
  @discardableResult
  public func prepare<Requested>(
    _ destination: Requested, preparing: (inout Requested) throws -> Void = { _ in }
  ) throws(RouteError) -> Requested where Token == RoutableService<Requested> {
    try withPreparation(preparing) { (preparing) throws(RouteError) in try prepare(destination, preparing) }
  }
}

/// Passes a caller's closure on to the providers, which take it as an optional and do not keep it.
func withPreparation<Requested, Result>(
  _ preparing: (inout Requested) throws -> Void,
  _ body: (@escaping Preparation<Requested>) throws(RouteError) -> Result
) throws(RouteError) -> Result {
  var result: Swift.Result<Result, RouteError>?
  withoutActuallyEscaping(preparing) { preparing in
    do throws(RouteError) {
      result = .success(try body(preparing))
    } catch {
      result = .failure(error)
    }
  }
  guard let result else { preconditionFailure("withoutActuallyEscaping runs its body") }
  return try result.get()
}
