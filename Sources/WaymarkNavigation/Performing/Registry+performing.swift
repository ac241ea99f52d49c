public import WaymarkCore

@MainActor
extension Registry {
  /// Creates a view and shows it.
  ///
  ///     try registry.perform(to: RoutableView<any EditorInput>(), path: .push(from: window))
  ///
  /// - Parameters:
  ///   - token: The token of the requested interface.
  ///   - path: The kind of presentation and its source.
  ///   - configuring: A closure that sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unregistered` if no route provides the interface, `unsupportedPath`, or an error of the creation.
  @discardableResult
  public func perform<Requested>(
    to token: RoutableView<Requested>, path: RoutePath,
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> {
    try DestinationRouter(to: token, in: self).perform(path, configuring: configuring)
  }

  /// Fills a configuration, creates its view, and shows it.
  ///
  ///     try registry.perform(
  ///       to: RoutableViewModule<any EditorModuleConfig>(), path: .push(from: window)
  ///     ) { module, route in
  ///       module.note = 7
  ///     }
  ///
  /// - Parameters:
  ///   - token: The token of the requested configuration.
  ///   - path: The kind of presentation and its source.
  ///   - configuring: A closure that fills the configuration and sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unregistered` if no route provides the configuration, `unsupportedPath`, or an error of the creation.
  @discardableResult
  public func perform<Module>(
    to token: RoutableViewModule<Module>, path: RoutePath,
    configuring: @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Any>) -> Void = {
      _, _ in
    }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try ModuleRouter(to: token, in: self).perform(path, configuring: configuring)
  }

  /// Fills a configuration, creates its view, and shows it through an interface of the view.
  ///
  ///     let editor = try registry.perform(
  ///       to: RoutableViewModule<any EditorModuleConfig>(), as: RoutableView<any EditorInput>(),
  ///       path: .push(from: window)
  ///     ) { module, route in
  ///       module.note = 7
  ///     }
  ///     try await editor.completed().title = "Note 7"
  ///
  /// - Parameters:
  ///   - token: The token of the requested configuration.
  ///   - view: The token of the view's interface.
  ///   - path: The kind of presentation and its source.
  ///   - configuring: A closure that fills the configuration and sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unregistered` if no route provides the configuration, `destinationMismatch` if its route doesn't
  ///   provide the interface, `unsupportedPath`, or an error of the creation.
  @discardableResult
  public func perform<Module, Requested>(
    to token: RoutableViewModule<Module>, as view: RoutableView<Requested>, path: RoutePath,
    configuring:
      @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Requested>) -> Void = {
        _, _ in
      }
  ) throws(RouteError) -> ActiveRoute<Requested> {
    try ModuleRouter(to: token, in: self).perform(as: view, path, configuring: configuring)
  }

  /// Creates the view of a configuration, which the caller passes, and shows it.
  ///
  ///     try registry.perform(
  ///       to: .editorModule, as: .editor, path: .push(from: window), with: EditorConfiguration(note: 7))
  ///
  /// - Parameters:
  ///   - token: The token of the configuration.
  ///   - view: The token of the view's interface.
  ///   - path: The kind of presentation and its source.
  ///   - configuration: The configuration, whose initializer takes all values that the view needs.
  ///   - configuring: A closure that sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unregistered` if no route provides the configuration, `destinationMismatch` if its route doesn't
  ///   provide the interface, `unsupportedPath`, or an error of the creation.
  @discardableResult
  public func perform<Module, Requested>(
    to token: RoutableViewModule<Module>, as view: RoutableView<Requested>, path: RoutePath,
    with configuration: Module,
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> {
    try ModuleRouter(to: token, in: self).perform(
      as: view, path, with: configuration, configuring: configuring)
  }

  /// Creates the destination of the route with an identifier and shows it.
  ///
  ///     try registry.perform(identifier: "editor", path: .push(from: window), userInfo: ["note": 7])
  ///
  /// - Parameters:
  ///   - identifier: The string in the route's ``Identifier``.
  ///   - path: The kind of presentation and its source.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - configuring: A closure that sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unregistered` (with the most similar identifier), `unsupportedPath`, or an error of the creation.
  @discardableResult
  public func perform(
    identifier: String, path: RoutePath, userInfo: [String: any Sendable] = [:],
    configuring: @escaping @MainActor (inout PerformOptions<Any>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try AnyRouter(identifier: identifier, in: self).perform(
      path, userInfo: userInfo, configuring: configuring)
  }
}

extension RouteDeclaration {
  /// The kinds of path that the route supports, or nil if it supports all of them.
  var supportedKinds: [RoutePath.Kind]? {
    let entries = features(Supports.self)
    return entries.isEmpty ? nil : entries.flatMap(\.kinds) + features(Shows.self).flatMap(\.kinds)
  }
}

extension ActiveRoute {
  /// Whether ``perform()`` can begin: the route and presenter support the path, and the destination isn't shown yet.
  ///
  /// Each access asks the presenter, but no interceptor.
  public var canPerform: Bool {
    var next = machine
    let attempt = next.perform(isAlive: destination != nil, isMade: path.kind == .makeDestination)
    return attempt != nil && (try? validate()) != nil
  }
}

extension AnyRouter {
  /// Returns whether the destination can be shown along a path, without creating it or asking interceptors.
  ///
  ///     if let router = registry.router(identifier: "editor"), router.canPerform(.push(from: window)) {
  ///       try router.perform(.push(from: window))
  ///     }
  ///
  /// - Parameter path: The kind of presentation and its source.
  /// - Returns: Whether the route and the presenter support the path.
  @MainActor
  public func canPerform(_ path: RoutePath) -> Bool {
    ActiveRoute<Any>(RouteRequest(router: self, input: nil), path) { _ in nil }.canPerform
  }
}

@MainActor
extension Registry {
  /// Returns whether a destination can be shown along a path, without creating it or asking interceptors.
  ///
  ///     let isPossible = registry.canPerform(to: RoutableView<any EditorInput>(), path: .push(from: window))
  ///
  /// - Parameters:
  ///   - token: The token of the destination.
  ///   - path: The kind of presentation and its source.
  /// - Returns: Whether the registry provides the token, and its route and the presenter support the path.
  public func canPerform<Requested>(to token: RoutableView<Requested>, path: RoutePath) -> Bool {
    canPerform(to: TokenDescription(token), path)
  }

  /// Returns whether the view of a configuration's route can be shown along a path, without creating it.
  ///
  /// - Parameters:
  ///   - token: The token of the configuration.
  ///   - path: The kind of presentation and its source.
  /// - Returns: Whether the registry provides the token, and its route and the presenter support the path.
  public func canPerform<Module>(to token: RoutableViewModule<Module>, path: RoutePath) -> Bool {
    canPerform(to: TokenDescription(token), path)
  }

  private func canPerform(to token: TokenDescription, _ path: RoutePath) -> Bool {
    guard let provider = provider(for: token) else { return false }
    return AnyRouter(registry: self, provider).canPerform(path)
  }
}

@MainActor
extension Router {
  /// Creates a view of the current registry and shows it.
  ///
  ///     try Router.perform(to: RoutableView<any EditorInput>(), path: .push(from: window))
  ///
  /// - Parameters:
  ///   - token: The token of the requested interface.
  ///   - path: The kind of presentation and its source.
  ///   - configuring: A closure that sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unregistered` if no route provides the interface, `unsupportedPath`, or an error of the creation.
  @discardableResult
  public static func perform<Requested>(
    to token: RoutableView<Requested>, path: RoutePath,
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> {
    try DestinationRouter(to: token).perform(path, configuring: configuring)
  }

  /// Fills a configuration of the current registry, creates its view, and shows it.
  ///
  ///     try Router.perform(
  ///       to: RoutableViewModule<any EditorModuleConfig>(), path: .push(from: window)
  ///     ) { module, route in
  ///       module.note = 7
  ///     }
  ///
  /// - Parameters:
  ///   - token: The token of the requested configuration.
  ///   - path: The kind of presentation and its source.
  ///   - configuring: A closure that fills the configuration and sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unregistered` if no route provides the configuration, `unsupportedPath`, or an error of the creation.
  @discardableResult
  public static func perform<Module>(
    to token: RoutableViewModule<Module>, path: RoutePath,
    configuring: @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Any>) -> Void = {
      _, _ in
    }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try ModuleRouter(to: token).perform(path, configuring: configuring)
  }

  /// Fills a configuration of the current registry, creates its view, and shows it through an interface of the view.
  ///
  ///     let editor = try Router.perform(
  ///       to: RoutableViewModule<any EditorModuleConfig>(), as: RoutableView<any EditorInput>(),
  ///       path: .push(from: window)
  ///     ) { module, route in
  ///       module.note = 7
  ///     }
  ///     try await editor.completed().title = "Note 7"
  ///
  /// - Parameters:
  ///   - token: The token of the requested configuration.
  ///   - view: The token of the view's interface.
  ///   - path: The kind of presentation and its source.
  ///   - configuring: A closure that fills the configuration and sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unregistered` if no route provides the configuration, `destinationMismatch` if its route doesn't
  ///   provide the interface, `unsupportedPath`, or an error of the creation.
  @discardableResult
  public static func perform<Module, Requested>(
    to token: RoutableViewModule<Module>, as view: RoutableView<Requested>, path: RoutePath,
    configuring:
      @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Requested>) -> Void = {
        _, _ in
      }
  ) throws(RouteError) -> ActiveRoute<Requested> {
    try Registry.current.perform(to: token, as: view, path: path, configuring: configuring)
  }

  /// Creates the view of a configuration of the current registry, which the caller passes, and shows it.
  ///
  ///     try Router.perform(
  ///       to: .editorModule, as: .editor, path: .push(from: window), with: EditorConfiguration(note: 7))
  ///
  /// - Parameters:
  ///   - token: The token of the configuration.
  ///   - view: The token of the view's interface.
  ///   - path: The kind of presentation and its source.
  ///   - configuration: The configuration, whose initializer takes all values that the view needs.
  ///   - configuring: A closure that sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unregistered` if no route provides the configuration, `destinationMismatch` if its route doesn't
  ///   provide the interface, `unsupportedPath`, or an error of the creation.
  @discardableResult
  public static func perform<Module, Requested>(
    to token: RoutableViewModule<Module>, as view: RoutableView<Requested>, path: RoutePath,
    with configuration: Module,
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> {
    try Registry.current.perform(
      to: token, as: view, path: path, with: configuration, configuring: configuring)
  }

  /// Creates the destination of the current registry's route with an identifier and shows it.
  ///
  ///     try Router.perform(identifier: "editor", path: .push(from: window))
  ///
  /// - Parameters:
  ///   - identifier: The string in the route's ``Identifier``.
  ///   - path: The kind of presentation and its source.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - configuring: A closure that sets the options, each time you perform the route.
  /// - Returns: The active route, which reports the progress and later errors.
  /// - Throws: `unregistered` (with the most similar identifier), `unsupportedPath`, or an error of the creation.
  @discardableResult
  public static func perform(
    identifier: String, path: RoutePath, userInfo: [String: any Sendable] = [:],
    configuring: @escaping @MainActor (inout PerformOptions<Any>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Any> {
    try Registry.current.perform(
      identifier: identifier, path: path, userInfo: userInfo, configuring: configuring)
  }
}
