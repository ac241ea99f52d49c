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
  ///   - path: How, and from which source, to show the view.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - configuring: A closure that fills the configuration, which starts with its default values, and sets
  ///     the options: the preparation and the callbacks. It runs each time the route is performed.
  /// - Returns: The active route, whose state reports the progress.
  /// - Throws: `unsupportedPath`, or the error that prevented the creation of the view.
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
        adopt: { view, preparing throws(RouteError) in
          try MakingRequest(in: registry, context, configuration: configuration, given: ValueBox(view))
            .preparing(preparing).makeAny(route)
        },
        make: { preparing throws(RouteError) in
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
  /// Use it for a view that another part of the program created, such as one from a storyboard. Along
  /// ``RoutePath/makeDestination``, the view is prepared, and not shown.
  ///
  /// - Parameters:
  ///   - destination: A view of the type that the route creates. An object isn't retained once it's shown.
  ///   - path: How, and from which source, to show the view.
  ///   - userInfo: Values that the route's closures read from ``Resolver/userInfo``.
  ///   - configuring: A closure that fills the configuration, which starts with its default values, and sets
  ///     the options: the preparation and the callbacks. It runs each time the route is performed.
  /// - Returns: The active route, whose state reports the progress.
  /// - Throws: `unsupportedPath`, `destinationMismatch` for a view of another type, or the error of a
  ///   preparation.
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
      return .init(configuration: configuration) { preparing throws(RouteError) in
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
}
