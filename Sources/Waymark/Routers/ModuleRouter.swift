/// A handle on the configuration of a view's route: see ``ModuleRouter``.
public typealias ModuleViewRouter<Requested> = ModuleRouter<RoutableViewModule<Requested>>

/// A handle on the configuration of a service's route: see ``ModuleRouter``.
public typealias ModuleServiceRouter<Requested> = ModuleRouter<RoutableServiceModule<Requested>>

/// A typed handle on the route that has a configuration in one registry.
///
/// It can be kept and passed on; it belongs to its registry, also when another one is installed later.
/// Safe to use from any thread; what makes views is bound to the main actor.
public struct ModuleRouter<Token: ModuleToken>: Sendable {
  @usableFromInline let handle: RouterHandle

  /// The registry to which the router belongs.
  public var registry: Registry { handle.registry }

  @usableFromInline var provider: Provider { handle.provider }

  init(in registry: Registry) throws(RouteError) {
    handle = try RouterHandle(to: TokenDescription(Token.self), in: registry)
  }

  init(_ registry: Registry, _ provider: Provider) { handle = RouterHandle(registry, provider) }

  private func make<Module, Requested>(
    as token: TokenDescription, _ configuring: (inout Module) throws -> Void
  ) throws(RouteError) -> Requested {
    do throws(RouteError) {
      let route = provider.route
      guard let destination = registry.destinationProvider(for: token, of: route) else {
        throw RouteError.notProvided(token, by: route)
      }
      let configuration = try provider.configuration(filledBy: configuring, in: registry)
      return try destination.make(as: Requested.self, Resolver(registry: registry), configuration, nil)
    } catch {
      throw registry.reporting(error)
    }
  }
}

extension ModuleRouter {
  /// Fills the configuration and makes the view of the same route.
  ///
  /// - Parameters:
  ///   - token: As what the view is wanted.
  ///   - configuring: Fills the configuration; it starts with its default values.
  /// - Returns: The view.
  /// - Throws: `destinationMismatch` where the route does not provide the view as that, or why it could not
  ///   be made.
  @MainActor
  public func makeDestination<Module, Requested>(
    as token: RoutableView<Requested>, configuring: (inout Module) throws -> Void = { _ in }
  ) throws(RouteError) -> Requested where Token == RoutableViewModule<Module> {
    try make(as: TokenDescription(RoutableView<Requested>.self), configuring)
  }

  /// Fills the configuration and makes the service of the same route.
  ///
  /// - Parameters:
  ///   - token: As what the service is wanted.
  ///   - configuring: Fills the configuration; it starts with its default values.
  /// - Returns: The service.
  /// - Throws: `destinationMismatch` where the route does not provide the service as that, or why it could
  ///   not be made.
  public func makeDestination<Module, Requested>(
    as token: RoutableService<Requested>, configuring: (inout Module) throws -> Void = { _ in }
  ) throws(RouteError) -> Requested where Token == RoutableServiceModule<Module> {
    try make(as: TokenDescription(RoutableService<Requested>.self), configuring)
  }
}
