public import WaymarkCore

@MainActor
extension ModuleRouter {
  /// Fills the configuration, creates the view of the same route, and shows it.
  ///
  ///     try ModuleRouter(to: .editorModule).perform(.push(from: window)) { module, route in
  ///       module.note = 7
  ///       route.animated = false
  ///     }
  ///
  /// - Parameters:
  ///   - path: The kind of presentation and its source.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - configuring: A closure that fills the configuration and sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unsupportedPath`, or an error of the creation.
  @discardableResult
  public func perform<Module>(
    _ path: RoutePath, userInfo: [String: any Sendable] = [:],
    configuring: @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Any>) -> Void = {
      _, _ in
    }
  ) throws(RouteError) -> ActiveRoute<Any> where Token == RoutableViewModule<Module> {
    try .performing(AnyRouter(registry: registry, provider), path, userInfo, begin: filling(configuring))
  }

  /// Fills the configuration, prepares an existing view as if the route had created it, and shows the view.
  ///
  ///     let router = try ModuleRouter(to: .editorModule)
  ///     let editor = try router.perform(on: Editor(), .push(from: window)) { module, route in
  ///       module.note = 7
  ///       route.animated = false
  ///     }
  ///
  /// Use it for a view from a storyboard, for example. ``RoutePath/makeDestination`` only prepares the view.
  ///
  /// - Parameters:
  ///   - destination: A view of the type that the route creates, which the active route doesn't retain once it's shown.
  ///   - path: The kind of presentation and its source.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - configuring: A closure that fills the configuration and sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unsupportedPath`, `destinationMismatch` for a view of another type, or the error of a preparation.
  @discardableResult
  public func perform<Module, Requested>(
    on destination: Requested, _ path: RoutePath, userInfo: [String: any Sendable] = [:],
    configuring:
      @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Requested>) -> Void = {
        _, _ in
      }
  ) throws(RouteError) -> ActiveRoute<Requested> where Token == RoutableViewModule<Module> {
    try .performing(
      AnyRouter(registry: registry, provider), path, on: destination, userInfo, begin: filling(configuring))
  }

  /// Fills the configuration, creates the view of the same route, and shows it through an interface of the view.
  ///
  ///     let router = try ModuleRouter(to: .editorModule)
  ///     let editor = try router.perform(as: RoutableView<any EditorInput>(), .push(from: window)) { module, route in
  ///       module.note = 7
  ///       route.prepareDestination = { $0.title = "New" }
  ///     }
  ///     try await editor.completed().title = "Note 7"
  ///
  /// - Parameters:
  ///   - token: The token of the view's interface.
  ///   - path: The kind of presentation and its source.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - configuring: A closure that fills the configuration and sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `destinationMismatch` if the route lacks that interface, `unsupportedPath`, or an error of the creation.
  @discardableResult
  public func perform<Module, Requested>(
    as token: RoutableView<Requested>, _ path: RoutePath, userInfo: [String: any Sendable] = [:],
    configuring:
      @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Requested>) -> Void = {
        _, _ in
      }
  ) throws(RouteError) -> ActiveRoute<Requested> where Token == RoutableViewModule<Module> {
    try show(as: token, path, userInfo, filling(configuring))
  }

  /// Creates the view of the route for a configuration, which the caller passes, and shows it.
  ///
  ///     let router = try ModuleRouter(to: .editorModule)
  ///     let editor = try router.perform(as: .editor, .push(from: window), with: EditorConfiguration(note: 7)) { route in
  ///       route.animated = false
  ///     }
  ///
  /// - Parameters:
  ///   - token: The token of the view's interface.
  ///   - path: The kind of presentation and its source.
  ///   - configuration: The configuration, whose initializer takes all values that the view needs.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - configuring: A closure that sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `destinationMismatch` if the route lacks that interface, `unsupportedPath`, or an error of the creation.
  @discardableResult
  public func perform<Module, Requested>(
    as token: RoutableView<Requested>, _ path: RoutePath, with configuration: Module,
    userInfo: [String: any Sendable] = [:],
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> where Token == RoutableViewModule<Module> {
    try show(as: token, path, userInfo) { [registry, provider] options throws(RouteError) in
      configuring(&options)
      return try provider.configuration(configuration, in: registry)
    }
  }

  private func show<Requested>(
    as token: RoutableView<Requested>, _ path: RoutePath, _ userInfo: [String: any Sendable],
    _ begin: @escaping ActiveRoute<Requested>.Begin
  ) throws(RouteError) -> ActiveRoute<Requested> {
    let destination: Provider
    do throws(RouteError) {
      destination = try self.destination(as: TokenDescription(token))
    } catch {
      throw registry.reporting(error)
    }
    return try .performing(AnyRouter(registry: registry, destination), path, userInfo, begin: begin)
  }

  /// Returns a closure that calls the caller's to fill a new configuration and to set the options.
  private func filling<Module, Requested>(
    _ configuring: @escaping @MainActor (inout Module, inout PerformOptions<Requested>) -> Void
  ) -> ActiveRoute<Requested>.Begin {
    { [registry, provider] options throws(RouteError) in
      try provider.configuration(
        filledBy: { (module: inout Module) in configuring(&module, &options) }, in: registry)
    }
  }
}
