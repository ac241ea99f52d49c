/// The current registry's functions, for code that doesn't hold a registry.
///
///     let editor = try Router.makeDestination(to: .editor) { $0.title = "new" }
///
/// All functions use ``Registry/current``. Call them from any thread, except functions that return views, which belong
/// to the main actor.
public enum Router {
  /// Returns a router to a view.
  ///
  ///     let isAvailable = Router.to(.editor) != nil
  ///
  /// - Parameter token: The token of the view, usually its name.
  /// - Returns: The router, or nil if nothing provides the view.
  @_disfavoredOverload
  public static func to<Requested>(_ token: RoutableView<Requested>) -> DestinationViewRouter<Requested>? {
    Registry.current.router(to: token)
  }

  /// Returns a router to a service.
  ///
  ///     let isAvailable = Router.to(.notes) != nil
  ///
  /// - Parameter token: The token of the service, usually its name.
  /// - Returns: The router, or nil if nothing provides the service.
  public static func to<Requested>(_ token: RoutableService<Requested>) -> DestinationServiceRouter<
    Requested
  >? {
    Registry.current.router(to: token)
  }

  /// Returns a router to the configuration of a view's route.
  ///
  ///     let isAvailable = Router.to(.editorModule) != nil
  ///
  /// - Parameter token: The token of the configuration, usually its name.
  /// - Returns: The router, or nil if nothing provides the configuration.
  public static func to<Module>(_ token: RoutableViewModule<Module>) -> ModuleViewRouter<Module>? {
    Registry.current.router(to: token)
  }

  /// Returns a router to the configuration of a service's route.
  ///
  ///     let isAvailable = Router.to(.importModule) != nil
  ///
  /// - Parameter token: The token of the configuration, usually its name.
  /// - Returns: The router, or nil if nothing provides the configuration.
  public static func to<Module>(_ token: RoutableServiceModule<Module>) -> ModuleServiceRouter<Module>? {
    Registry.current.router(to: token)
  }

  /// Returns the view, creating it if needed.
  ///
  ///     let editor = try Router.makeDestination(to: .editor)
  ///
  /// - Parameter token: The token of the view, usually its name.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides the view, or another `RouteError` if creation fails.
  @_disfavoredOverload
  @inlinable
  @MainActor
  public static func makeDestination<Requested>(
    to token: RoutableView<Requested>
  ) throws(RouteError) -> Requested {
    try CurrentRegistry.make(Requested.self, .view, token.keyName)
  }

  /// Returns the view, creating it if needed, with a preparation.
  ///
  ///     let editor = try Router.makeDestination(to: .editor) { $0.title = "New" }
  ///
  /// - Parameters:
  ///   - token: The token of the view, usually its name.
  ///   - preparing: Prepares the view before its route does, during the call.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides the view, or another `RouteError` if creation fails.
  @_disfavoredOverload
  @MainActor
  public static func makeDestination<Requested>(
    to token: RoutableView<Requested>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try Registry.current.makeDestination(to: token, preparing: preparing)
  }

  /// Returns the service, creating it if needed.
  ///
  ///     let store = try Router.makeDestination(to: .notes)
  ///
  /// - Parameter token: The token of the service, usually its name.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides the service, or another `RouteError` if creation fails.
  @inlinable
  public static func makeDestination<Requested>(
    to token: RoutableService<Requested>
  ) throws(RouteError) -> Requested {
    try CurrentRegistry.make(Requested.self, .service, token.keyName)
  }

  /// Returns the service, creating it if needed, with a preparation.
  ///
  ///     let store = try Router.makeDestination(to: .notes) { $0.name = "archive" }
  ///
  /// - Parameters:
  ///   - token: The token of the service, usually its name.
  ///   - preparing: Prepares the service before its route does, during the call.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides the service, or another `RouteError` if creation fails.
  public static func makeDestination<Requested>(
    to token: RoutableService<Requested>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try Registry.current.makeDestination(to: token, preparing: preparing)
  }
}

extension RouteVocabulary {
  /// The current registry's functions, with an alias because Hummingbird and Vapor have a type of this name.
  public typealias Router = WaymarkCore.Router
}
