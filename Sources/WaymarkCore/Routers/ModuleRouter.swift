/// A router to the configuration of a view's route.
public typealias ModuleViewRouter<Requested> = ModuleRouter<RoutableViewModule<Requested>>

/// A router to the configuration of a service's route.
public typealias ModuleServiceRouter<Requested> = ModuleRouter<RoutableServiceModule<Requested>>

/// A typed router to a route's configuration, which the caller fills before the route creates the destination.
///
///     let router = try ModuleRouter(to: .editorModule)
///     let editor = try router.makeDestination(as: RoutableView<any EditorInput>()) {
///       $0.note = 7
///     }
///
/// You can store a router and use it on any thread. It keeps its registry when you install another one.
public struct ModuleRouter<Token: ModuleToken>: Sendable {
  let handle: RouterHandle

  /// The registry that creates the destinations.
  public var registry: Registry { handle.registry }

  package var provider: Provider { handle.provider }

  /// Creates a router to a route's configuration.
  ///
  ///     let router = try ModuleRouter(to: RoutableViewModule<any EditorModuleConfig>())
  ///
  /// `Registry.router(to:)` returns nil instead of throwing.
  ///
  /// - Parameters:
  ///   - token: The token of the configuration.
  ///   - registry: The registry that creates the destinations.
  /// - Throws: `unregistered`, with the most similar token, if nothing provides this one.
  public init<Module>(
    to token: RoutableServiceModule<Module>, in registry: Registry = .current
  ) throws(RouteError) where Token == RoutableServiceModule<Module> {
    try self.init(to: TokenDescription(token), in: registry)
  }

  /// Creates a router to the configuration of a view's route.
  ///
  ///     let router = try ModuleRouter(to: .editorModule)
  ///
  /// - Parameters:
  ///   - token: The token of the configuration, usually its name.
  ///   - registry: The registry that creates the views.
  /// - Throws: `unregistered`, with the most similar token, if nothing provides this one.
  public init<Module>(
    to token: RoutableViewModule<Module>, in registry: Registry = .current
  ) throws(RouteError) where Token == RoutableViewModule<Module> {
    try self.init(to: TokenDescription(token), in: registry)
  }

  init(_ handle: RouterHandle) { self.handle = handle }

  private func make<Requested>(
    as token: TokenDescription, _ userInfo: [String: any Sendable],
    _ configuration: @autoclosure () throws(RouteError) -> Any
  ) throws(RouteError) -> Requested {
    let (destination, given): (Provider, Any)
    do throws(RouteError) {
      destination = try self.destination(as: token)
      given = try configuration()
    } catch {
      throw registry.reporting(error)
    }
    return try MakingRequest(in: registry, .of(userInfo), configuration: given)
      .make(destination, as: Requested.self)
  }

  package func destination(as token: TokenDescription) throws(RouteError) -> Provider {
    let route = provider.route
    guard let destination = registry.image.destinationProvider(for: token, of: route) else {
      throw registry.closedError ?? .notProvided(token, by: route)
    }
    return destination
  }
}

extension ModuleRouter {
  /// Creates a configuration, lets the caller fill it, and returns the view of the same route.
  ///
  ///     let router = try ModuleRouter(to: .editorModule)
  ///     let editor = try router.makeDestination(as: RoutableView<any EditorInput>()) { $0.note = 7 }
  ///
  /// - Parameters:
  ///   - token: The interface through which to return the view.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - configuring: Fills the configuration, which starts with its default values.
  /// - Returns: The view.
  /// - Throws: `destinationMismatch` if the route doesn't provide the interface, or another `RouteError` if creation
  ///   fails.
  @MainActor
  public func makeDestination<Module, Requested>(
    as token: RoutableView<Requested>, userInfo: [String: any Sendable] = [:],
    configuring: (inout Module) throws -> Void = { _ in }
  ) throws(RouteError) -> Requested where Token == RoutableViewModule<Module> {
    try make(
      as: TokenDescription(token), userInfo, provider.configuration(filledBy: configuring, in: registry))
  }

  /// Creates a configuration, lets the caller fill it, and returns the service of the same route.
  ///
  ///     let router = try ModuleRouter(to: .importModule)
  ///     let store = try router.makeDestination(as: RoutableService<any NoteStore>()) { $0.source = "notes.json" }
  ///
  /// - Parameters:
  ///   - token: The interface through which to return the service.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - configuring: Fills the configuration, which starts with its default values.
  /// - Returns: The service.
  /// - Throws: `destinationMismatch` if the route doesn't provide the interface, or another `RouteError` if creation
  ///   fails.
  public func makeDestination<Module, Requested>(
    as token: RoutableService<Requested>, userInfo: [String: any Sendable] = [:],
    configuring: (inout Module) throws -> Void = { _ in }
  ) throws(RouteError) -> Requested where Token == RoutableServiceModule<Module> {
    try make(
      as: TokenDescription(token), userInfo, provider.configuration(filledBy: configuring, in: registry))
  }
}

// A complete configuration, for routes with or without a default one.
extension ModuleRouter {
  /// Returns the view of the route for a configuration, which the caller passes.
  ///
  ///     let router = try ModuleRouter(to: .editorModule)
  ///     let editor = try router.makeDestination(as: .editor, with: EditorConfiguration(note: 7))
  ///
  /// - Parameters:
  ///   - token: The interface through which to return the view.
  ///   - configuration: The configuration, whose initializer takes all values that the view needs.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  /// - Returns: The view.
  /// - Throws: `destinationMismatch` if the route doesn't provide the interface, `configurationReplaced` if the route
  ///   has a configuration of another type, or another `RouteError` if creation fails.
  @MainActor
  public func makeDestination<Module, Requested>(
    as token: RoutableView<Requested>, with configuration: Module, userInfo: [String: any Sendable] = [:]
  ) throws(RouteError) -> Requested where Token == RoutableViewModule<Module> {
    try make(as: TokenDescription(token), userInfo, provider.configuration(configuration, in: registry))
  }

  /// Returns the service of the route for a configuration, which the caller passes.
  ///
  ///     let router = try ModuleRouter(to: .roomSettings)
  ///     let room = try router.makeDestination(as: .chat, with: RoomSettings(number: 7))
  ///
  /// - Parameters:
  ///   - token: The interface through which to return the service.
  ///   - configuration: The configuration, whose initializer takes all values that the service needs.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  /// - Returns: The service.
  /// - Throws: `destinationMismatch` if the route doesn't provide the interface, `configurationReplaced` if the route
  ///   has a configuration of another type, or another `RouteError` if creation fails.
  public func makeDestination<Module, Requested>(
    as token: RoutableService<Requested>, with configuration: Module, userInfo: [String: any Sendable] = [:]
  ) throws(RouteError) -> Requested where Token == RoutableServiceModule<Module> {
    try make(as: TokenDescription(token), userInfo, provider.configuration(configuration, in: registry))
  }
}
