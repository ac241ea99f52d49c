// The values with which a caller reaches a route's closures without a configuration.

extension DestinationRouter {
  /// Returns the view, creating it if needed, with values for the route's closures.
  ///
  ///     let editor = try DestinationRouter(to: .editor).makeDestination(userInfo: ["note": 7])
  ///
  /// - Parameters:
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - preparing: Prepares the view before its route does.
  /// - Returns: The view.
  /// - Throws: A `RouteError` that says why it couldn't be made.
  @MainActor
  public func makeDestination<Requested>(
    userInfo: [String: any Sendable], preparing: (inout Requested) throws -> Void = { _ in }
  ) throws(RouteError) -> Requested where Token == RoutableView<Requested> {
    try withPreparation(preparing) { (preparing) throws(RouteError) in
      try make(preparing, RequestContext(userInfo: userInfo))
    }
  }

  /// Returns the service, creating it if needed, with values for the route's closures.
  ///
  ///     let store = try DestinationRouter(to: .notes).makeDestination(userInfo: ["folder": "work"])
  ///
  /// - Parameters:
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - preparing: Prepares the service before its route does.
  /// - Returns: The service.
  /// - Throws: A `RouteError` that says why it couldn't be made.
  public func makeDestination<Requested>(
    userInfo: [String: any Sendable], preparing: (inout Requested) throws -> Void = { _ in }
  ) throws(RouteError) -> Requested where Token == RoutableService<Requested> {
    try withPreparation(preparing) { (preparing) throws(RouteError) in
      try make(preparing, RequestContext(userInfo: userInfo))
    }
  }
}

extension ModuleRouter {
  /// Creates a configuration, lets the caller fill it, and returns the view of the same route, with values for the
  /// route's closures.
  ///
  ///     let router = try ModuleRouter(to: .editorModule)
  ///     let editor = try router.makeDestination(as: RoutableView<any EditorInput>(), userInfo: ["source": "menu"]) {
  ///       $0.note = 7
  ///     }
  ///
  /// - Parameters:
  ///   - token: The interface through which to return the view.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - configuring: Fills the configuration, which has its default values.
  /// - Returns: The view.
  /// - Throws: `destinationMismatch` if the route doesn't provide that interface, or why the view couldn't be made.
  @MainActor
  public func makeDestination<Module, Requested>(
    as token: RoutableView<Requested>, userInfo: [String: any Sendable],
    configuring: (inout Module) throws -> Void = { _ in }
  ) throws(RouteError) -> Requested where Token == RoutableViewModule<Module> {
    try make(
      as: TokenDescription(token), RequestContext(userInfo: userInfo), configuring)
  }

  /// Creates a configuration, lets the caller fill it, and returns the service of the same route, with values for the
  /// route's closures.
  ///
  ///     let router = try ModuleRouter(to: .importModule)
  ///     let store = try router.makeDestination(as: RoutableService<any NoteStore>(), userInfo: ["source": "menu"])
  ///
  /// - Parameters:
  ///   - token: The interface through which to return the service.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - configuring: Fills the configuration, which has its default values.
  /// - Returns: The service.
  /// - Throws: `destinationMismatch` if the route doesn't provide that interface, or why the service couldn't be made.
  public func makeDestination<Module, Requested>(
    as token: RoutableService<Requested>, userInfo: [String: any Sendable],
    configuring: (inout Module) throws -> Void = { _ in }
  ) throws(RouteError) -> Requested where Token == RoutableServiceModule<Module> {
    try make(
      as: TokenDescription(token), RequestContext(userInfo: userInfo), configuring)
  }
}
