/// The current registry's functions, for code that doesn't hold a registry.
///
///     let editor = try Router.makeDestination(to: .editor) { $0.title = "new" }
///
/// Every function uses ``Registry/current``. They can be called from any thread; those that make views are
/// bound to the main actor. In code that holds a registry, call the registry's own functions of the same
/// names.
public enum Router {
  /// Returns a router to a view.
  ///
  ///     let isAvailable = Router.to(.editor) != nil
  ///
  /// - Parameter token: The token of the view, usually its name.
  /// - Returns: The router; nil if nothing provides the view.
  public static func to<Requested>(_ token: RoutableView<Requested>) -> DestinationViewRouter<Requested>? {
    Registry.current.router(to: token)
  }

  /// Returns a router to a service.
  ///
  ///     let isAvailable = Router.to(.notes) != nil
  ///
  /// - Parameter token: The token of the service, usually its name.
  /// - Returns: The router; nil if nothing provides the service.
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
  /// - Returns: The router; nil if nothing provides the configuration.
  public static func to<Module>(_ token: RoutableViewModule<Module>) -> ModuleViewRouter<Module>? {
    Registry.current.router(to: token)
  }

  /// Returns a router to the configuration of a service's route.
  ///
  ///     let isAvailable = Router.to(.importModule) != nil
  ///
  /// - Parameter token: The token of the configuration, usually its name.
  /// - Returns: The router; nil if nothing provides the configuration.
  public static func to<Module>(_ token: RoutableServiceModule<Module>) -> ModuleServiceRouter<Module>? {
    Registry.current.router(to: token)
  }

  /// Returns a router to the route with an identifier.
  ///
  ///     let isAvailable = Router.to(identifier: "editor") != nil
  ///
  /// - Parameters:
  ///   - identifier: The string in the route's ``Identifier``.
  ///   - mark: Leave it out. It keeps the compiler from suggesting this function for a misspelled name.
  /// - Returns: The router; nil if no route has the identifier.
  public static func to(identifier: String, _ mark: Void = ()) -> AnyRouter? {
    Registry.current.router(identifier: identifier)
  }

  /// Returns the view, creating it if needed.
  ///
  ///     let editor = try Router.makeDestination(to: .editor) { $0.title = "New" }
  ///
  /// - Parameters:
  ///   - token: The token of the view, usually its name.
  ///   - preparing: Prepares the view before its route does.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  @inlinable
  @MainActor
  public static func makeDestination<Requested>(
    to token: RoutableView<Requested>, preparing: ((inout Requested) throws -> Void)? = nil
  ) throws(RouteError) -> Requested {
    try CurrentRegistry.make(Requested.self, .view, token.keyName, preparing)
  }

  /// Returns the service, creating it if needed.
  ///
  ///     let store = try Router.makeDestination(to: .notes) { $0.name = "archive" }
  ///
  /// - Parameters:
  ///   - token: The token of the service, usually its name.
  ///   - preparing: Prepares the service before its route does.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  @inlinable
  public static func makeDestination<Requested>(
    to token: RoutableService<Requested>, preparing: ((inout Requested) throws -> Void)? = nil
  ) throws(RouteError) -> Requested {
    try CurrentRegistry.make(Requested.self, .service, token.keyName, preparing)
  }
}

extension RouteVocabulary {
  /// The current registry's functions; Hummingbird and Vapor have types of this name.
  public typealias Router = WaymarkCore.Router
}
