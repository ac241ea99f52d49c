/// The current registry's routers and destinations, without naming the registry.
///
///     try Router.to(RoutableView<any EditorInput>())?.makeDestination { $0.title = "new" }
///
/// Every function asks ``Registry/current``.
public enum Router {
  /// A router to a destination.
  ///
  /// - Parameter token: What is asked for.
  /// - Returns: The router; nil where nothing provides it.
  public static func to<Requested>(_ token: RoutableView<Requested>) -> DestinationViewRouter<Requested>? {
    Registry.current.router(to: token)
  }

  /// A router to a destination.
  ///
  /// - Parameter token: What is asked for.
  /// - Returns: The router; nil where nothing provides it.
  public static func to<Requested>(
    _ token: RoutableService<Requested>
  ) -> DestinationServiceRouter<Requested>? {
    Registry.current.router(to: token)
  }

  /// A router to a configuration.
  ///
  /// - Parameter token: What is asked for.
  /// - Returns: The router; nil where nothing provides it.
  public static func to<Requested>(_ token: RoutableViewModule<Requested>) -> ModuleViewRouter<Requested>? {
    Registry.current.router(to: token)
  }

  /// A router to a configuration.
  ///
  /// - Parameter token: What is asked for.
  /// - Returns: The router; nil where nothing provides it.
  public static func to<Requested>(
    _ token: RoutableServiceModule<Requested>
  ) -> ModuleServiceRouter<Requested>? {
    Registry.current.router(to: token)
  }

  /// A router to the route with an identifier.
  ///
  /// - Parameter identifier: The name in the route's ``Identifier``.
  /// - Returns: The router; nil where no route has it.
  public static func to(identifier: String) -> AnyRouter? { Registry.current.router(identifier: identifier) }

  /// Makes a view, or gets the one that is kept.
  ///
  /// - Parameter token: What is asked for.
  /// - Returns: The view.
  /// - Throws: `unregistered` where nothing provides it, or why it could not be made.
  @inlinable
  @MainActor
  public static func makeDestination<Requested>(
    to token: RoutableView<Requested>
  ) throws(RouteError) -> Requested {
    try Registry.current.makeDestination(to: token)
  }

  /// Makes a view, or gets the one that is kept, and prepares it.
  ///
  /// - Parameters:
  ///   - token: What is asked for.
  ///   - preparing: Prepares the view before its route does.
  /// - Returns: The view.
  /// - Throws: `unregistered` where nothing provides it, or why it could not be made.
  @MainActor
  public static func makeDestination<Requested>(
    to token: RoutableView<Requested>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try Registry.current.makeDestination(to: token, preparing: preparing)
  }

  /// Makes a service, or gets the one that is kept.
  ///
  /// - Parameter token: What is asked for.
  /// - Returns: The service.
  /// - Throws: `unregistered` where nothing provides it, or why it could not be made.
  @inlinable
  public static func makeDestination<Requested>(
    to token: RoutableService<Requested>
  ) throws(RouteError) -> Requested {
    try Registry.current.makeDestination(to: token)
  }

  /// Makes a service, or gets the one that is kept, and prepares it.
  ///
  /// - Parameters:
  ///   - token: What is asked for.
  ///   - preparing: Prepares the service before its route does.
  /// - Returns: The service.
  /// - Throws: `unregistered` where nothing provides it, or why it could not be made.
  public static func makeDestination<Requested>(
    to token: RoutableService<Requested>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try Registry.current.makeDestination(to: token, preparing: preparing)
  }
}
