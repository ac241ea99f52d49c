public import WaymarkCore
import WaymarkRuntime

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
  @MainActor
  @discardableResult
  public func perform<Module>(
    _ path: RoutePath, userInfo: [String: any Sendable] = [:],
    configuring: @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Any>) -> Void = {
      _, _ in
    }
  ) throws(RouteError) -> ActiveRoute<Any> where Token == RoutableViewModule<Module> {
    let (registry, route) = (registry, provider.route)
    let context = RequestContext.of(userInfo)
    let active = ActiveRoute<Any>(route, in: registry, path, along: context) { options throws(RouteError) in
      let configuration = try provider.configuration(
        filledBy: { (module: inout Module) in configuring(&module, &options) }, in: registry)
      return .init(
        configuration: configuration,
        adopt: { view, preparing, inside throws(RouteError) in
          try MakingRequest(
            in: registry, context, configuration: configuration, given: ValueBox(view), provided: inside
          )
          .preparing(preparing).makeAny(route)
        },
        make: { preparing, _ throws(RouteError) in
          try MakingRequest(in: registry, context, configuration: configuration).preparing(preparing)
            .makeAny(route)
        })
    }
    try active.perform()
    return active
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
  @MainActor
  @discardableResult
  public func perform<Module, Requested>(
    on destination: Requested, _ path: RoutePath, userInfo: [String: any Sendable] = [:],
    configuring:
      @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Requested>) -> Void = {
        _, _ in
      }
  ) throws(RouteError) -> ActiveRoute<Requested> where Token == RoutableViewModule<Module> {
    let (registry, route) = (registry, provider.route)
    let given = GivenDestination(destination)
    let context = RequestContext.of(userInfo)
    let active = ActiveRoute<Requested>(route, in: registry, path, along: context) {
      options throws(RouteError) in
      let configuration = try provider.configuration(
        filledBy: { (module: inout Module) in configuring(&module, &options) }, in: registry)
      return .init(configuration: configuration) { preparing, _ throws(RouteError) in
        guard let destination = given.take() else { throw RouteError.destinationGone(route) }
        let prepared = try MakingRequest(
          in: registry, context, configuration: configuration, given: ValueBox(destination)
        ).preparing(preparing).makeAny(route)
        guard let result = prepared as? Requested else {
          throw registry.reporting(.destinationMismatch(prepared, as: Requested.self))
        }
        return result
      }
    }
    try active.perform()
    return active
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
  @MainActor
  @discardableResult
  public func perform<Module, Requested>(
    as token: RoutableView<Requested>, _ path: RoutePath, userInfo: [String: any Sendable] = [:],
    configuring:
      @escaping @MainActor (_ module: inout Module, _ route: inout PerformOptions<Requested>) -> Void = {
        _, _ in
      }
  ) throws(RouteError) -> ActiveRoute<Requested> where Token == RoutableViewModule<Module> {
    try show(as: token, path, userInfo) { (provider, options) throws(RouteError) in
      try provider.configuration(
        filledBy: { (module: inout Module) in configuring(&module, &options) }, in: registry)
    }
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
  @MainActor
  @discardableResult
  public func perform<Module, Requested>(
    as token: RoutableView<Requested>, _ path: RoutePath, with configuration: Module,
    userInfo: [String: any Sendable] = [:],
    configuring: @escaping @MainActor (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Requested> where Token == RoutableViewModule<Module> {
    try show(as: token, path, userInfo) { (provider, options) throws(RouteError) in
      configuring(&options)
      return try provider.configuration(configuration, in: registry)
    }
  }

  @MainActor
  private func show<Requested>(
    as token: RoutableView<Requested>, _ path: RoutePath, _ userInfo: [String: any Sendable],
    _ configuration:
      @escaping @MainActor (Provider, inout PerformOptions<Requested>) throws(RouteError) -> Any
  ) throws(RouteError) -> ActiveRoute<Requested> {
    let (registry, provider) = (registry, provider)
    let destination: Provider
    do throws(RouteError) {
      destination = try self.destination(as: TokenDescription(token))
    } catch {
      throw registry.reporting(error)
    }
    let context = RequestContext.of(userInfo)
    let active = ActiveRoute<Requested>(provider.route, in: registry, path, along: context) {
      options throws(RouteError) in
      let configuration = try configuration(provider, &options)
      return .init(
        configuration: configuration,
        adopt: { view, preparing, inside throws(RouteError) in
          try MakingRequest(
            in: registry, context, configuration: configuration, given: ValueBox(view), provided: inside
          )
          .preparing(preparing).make(destination, as: Requested.self)
        },
        make: { preparing, inside throws(RouteError) in
          try MakingRequest(in: registry, context, configuration: configuration, provided: inside)
            .preparing(preparing).make(destination, as: Requested.self)
        })
    }
    try active.perform()
    return active
  }
}
