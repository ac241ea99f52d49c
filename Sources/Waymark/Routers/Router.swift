/// The current registry's functions, for code that doesn't hold a registry.
///
///     let editor = try Router.makeDestination(to: \.editor) { $0.title = "new" }
///
/// Every function uses ``Registry/current``. They can be called from any thread; those that make views are
/// bound to the main actor. In code that holds a registry, call the registry's own functions of the same
/// names.
public enum Router {
  /// Returns a router to a destination.
  ///
  ///     let isAvailable = Router.to(RoutableView<any EditorInput>()) != nil
  ///
  /// - Parameter token: The token of what's requested.
  /// - Returns: The router; nil if nothing provides what's requested.
  public static func to<Token: DestinationToken>(_ token: Token) -> DestinationRouter<Token>? {
    Registry.current.router(to: token)
  }

  /// Returns a router to a destination.
  ///
  ///     let isAvailable = Router.to(\.editor) != nil
  ///
  /// - Parameter token: The name of what's requested in ``Routables``.
  /// - Returns: The router; nil if nothing provides what's requested.
  public static func to<Token: DestinationToken>(_ token: KeyPath<Routables, Token>) -> DestinationRouter<
    Token
  >? {
    Registry.current.router(to: token)
  }

  /// Returns a router to a configuration.
  ///
  ///     let isAvailable = Router.to(RoutableViewModule<any EditorModuleConfig>()) != nil
  ///
  /// - Parameter token: The token of what's requested.
  /// - Returns: The router; nil if nothing provides what's requested.
  public static func to<Token: ModuleToken>(_ token: Token) -> ModuleRouter<Token>? {
    Registry.current.router(to: token)
  }

  /// Returns a router to a configuration.
  ///
  ///     let isAvailable = Router.to(\.editorModule) != nil
  ///
  /// - Parameter token: The name of what's requested in ``Routables``.
  /// - Returns: The router; nil if nothing provides what's requested.
  public static func to<Token: ModuleToken>(_ token: KeyPath<Routables, Token>) -> ModuleRouter<Token>? {
    Registry.current.router(to: token)
  }

  /// Returns a router to the route with an identifier.
  ///
  ///     let isAvailable = Router.to(identifier: "editor") != nil
  ///
  /// - Parameter identifier: The string in the route's ``Identifier``.
  /// - Returns: The router; nil if no route has the identifier.
  public static func to(identifier: String) -> AnyRouter? { Registry.current.router(identifier: identifier) }

  /// Returns the view, creating it if needed.
  ///
  ///     let editor = try Router.makeDestination(to: RoutableView<any EditorInput>())
  ///
  /// - Parameter token: The token of what's requested.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  @inlinable
  @MainActor
  public static func makeDestination<Requested>(
    to token: RoutableView<Requested>
  ) throws(RouteError) -> Requested {
    try CurrentRegistry.make(Requested.self, .view)
  }

  /// Returns the view, creating it if needed, after the caller has prepared it.
  ///
  ///     let editor = try Router.makeDestination(to: RoutableView<any EditorInput>()) { $0.title = "New" }
  ///
  /// - Parameters:
  ///   - token: The token of what's requested.
  ///   - preparing: Prepares the view before its route does.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  @MainActor
  public static func makeDestination<Requested>(
    to token: RoutableView<Requested>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try Registry.current.makeDestination(to: token, preparing: preparing)
  }

  /// Returns the view, creating it if needed.
  ///
  ///     let editor = try Router.makeDestination(to: \.editor)
  ///
  /// - Parameter token: The name of what's requested in ``Routables``.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  @inlinable
  @MainActor
  public static func makeDestination<Requested>(
    to token: KeyPath<Routables, RoutableView<Requested>>
  ) throws(RouteError) -> Requested {
    try CurrentRegistry.make(Requested.self, .view)
  }

  /// Returns the view, creating it if needed, after the caller has prepared it.
  ///
  ///     let editor = try Router.makeDestination(to: \.editor) { $0.title = "New" }
  ///
  /// - Parameters:
  ///   - token: The name of what's requested in ``Routables``.
  ///   - preparing: Prepares the view before its route does.
  /// - Returns: The view.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  @MainActor
  public static func makeDestination<Requested>(
    to token: KeyPath<Routables, RoutableView<Requested>>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try Registry.current.makeDestination(to: token, preparing: preparing)
  }

  /// Returns the service, creating it if needed.
  ///
  ///     let store = try Router.makeDestination(to: RoutableService<any NoteStore>())
  ///
  /// - Parameter token: The token of what's requested.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  @inlinable
  public static func makeDestination<Requested>(
    to token: RoutableService<Requested>
  ) throws(RouteError) -> Requested {
    try CurrentRegistry.make(Requested.self, .service)
  }

  /// Returns the service, creating it if needed, after the caller has prepared it.
  ///
  ///     let store = try Router.makeDestination(to: RoutableService<any NoteStore>()) { $0.name = "archive" }
  ///
  /// - Parameters:
  ///   - token: The token of what's requested.
  ///   - preparing: Prepares the service before its route does.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  public static func makeDestination<Requested>(
    to token: RoutableService<Requested>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try Registry.current.makeDestination(to: token, preparing: preparing)
  }

  /// Returns the service, creating it if needed.
  ///
  ///     let store = try Router.makeDestination(to: \.notes)
  ///
  /// - Parameter token: The name of what's requested in ``Routables``.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  @inlinable
  public static func makeDestination<Requested>(
    to token: KeyPath<Routables, RoutableService<Requested>>
  ) throws(RouteError) -> Requested {
    try CurrentRegistry.make(Requested.self, .service)
  }

  /// Returns the service, creating it if needed, after the caller has prepared it.
  ///
  ///     let store = try Router.makeDestination(to: \.notes) { $0.name = "archive" }
  ///
  /// - Parameters:
  ///   - token: The name of what's requested in ``Routables``.
  ///   - preparing: Prepares the service before its route does.
  /// - Returns: The service.
  /// - Throws: `unregistered` if nothing provides it, or why it couldn't be made.
  public static func makeDestination<Requested>(
    to token: KeyPath<Routables, RoutableService<Requested>>, preparing: (inout Requested) throws -> Void
  ) throws(RouteError) -> Requested {
    try Registry.current.makeDestination(to: token, preparing: preparing)
  }
}
