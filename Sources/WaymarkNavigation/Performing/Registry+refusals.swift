public import WaymarkCore

// Overloads that tell what to write in place of a request to show a view that doesn't compile.
@MainActor
extension Registry {
  /// Rejects the closure of ZIKRouter, with three parameters.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "the closure takes one parameter: write { route in route.prepareDestination = { … } }, with the options and the preparation in it"
  )
  @discardableResult
  public func perform<Requested>(
    to token: RoutableView<Requested>, path: RoutePath,
    configuring: (
      inout PerformOptions<Requested>, ((Requested) -> Void) -> Void, ((Any) -> Void) -> Void
    ) -> Void
  ) throws(RouteError) -> ActiveRoute<Requested> { preconditionFailure() }

  /// Rejects a closure that takes the view beside the options.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "the closure takes one parameter: write { route in route.prepareDestination = { … } }, with the options and the preparation in it"
  )
  @discardableResult
  public func perform<Requested>(
    to token: RoutableView<Requested>, path: RoutePath,
    configuring: (inout Requested, inout PerformOptions<Requested>) -> Void
  ) throws(RouteError) -> ActiveRoute<Requested> { preconditionFailure() }

  /// Rejects the closure of ZIKRouter for a configuration, with three parameters.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "the closure takes two parameters: write { module, route in … }, with the configuration and the options"
  )
  @discardableResult
  public func perform<Module>(
    to token: RoutableViewModule<Module>, path: RoutePath,
    configuring: (inout PerformOptions<Any>, ((Any) -> Void) -> Void, ((Module) -> Void) -> Void) -> Void
  ) throws(RouteError) -> ActiveRoute<Any> { preconditionFailure() }

  /// Rejects an active route of another type than the token's.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "an active route has the type of its token: write ActiveRoute<any EditorInput>, with the interface, not with the class of the view"
  )
  @discardableResult
  public func perform<Requested, Other>(
    to token: RoutableView<Requested>, path: RoutePath,
    configuring: (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Other> { preconditionFailure() }

  /// Rejects a token without its type.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "the type of this token isn't known to the compiler: write try AnyRouter(to: token, in: registry).perform(path)"
  )
  @discardableResult
  public func perform(
    to token: any Routable, path: RoutePath, configuring: (inout PerformOptions<Any>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Any> { preconditionFailure() }

  /// Rejects a service, which has no view to show.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a service can't be shown: request it with makeDestination(to:), or declare a view's name with RoutableView"
  )
  @discardableResult
  public func perform<Requested>(
    to token: RoutableService<Requested>, path: RoutePath,
    configuring: (inout PerformOptions<Any>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Any> { preconditionFailure() }
}

@MainActor
extension Router {
  /// Rejects the closure of ZIKRouter, with three parameters.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "the closure takes one parameter: write { route in route.prepareDestination = { … } }, with the options and the preparation in it"
  )
  @discardableResult
  public static func perform<Requested>(
    to token: RoutableView<Requested>, path: RoutePath,
    configuring: (
      inout PerformOptions<Requested>, ((Requested) -> Void) -> Void, ((Any) -> Void) -> Void
    ) -> Void
  ) throws(RouteError) -> ActiveRoute<Requested> { preconditionFailure() }

  /// Rejects a closure that takes the view beside the options.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "the closure takes one parameter: write { route in route.prepareDestination = { … } }, with the options and the preparation in it"
  )
  @discardableResult
  public static func perform<Requested>(
    to token: RoutableView<Requested>, path: RoutePath,
    configuring: (inout Requested, inout PerformOptions<Requested>) -> Void
  ) throws(RouteError) -> ActiveRoute<Requested> { preconditionFailure() }

  /// Rejects the closure of ZIKRouter for a configuration, with three parameters.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "the closure takes two parameters: write { module, route in … }, with the configuration and the options"
  )
  @discardableResult
  public static func perform<Module>(
    to token: RoutableViewModule<Module>, path: RoutePath,
    configuring: (inout PerformOptions<Any>, ((Any) -> Void) -> Void, ((Module) -> Void) -> Void) -> Void
  ) throws(RouteError) -> ActiveRoute<Any> { preconditionFailure() }

  /// Rejects an active route of another type than the token's.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "an active route has the type of its token: write ActiveRoute<any EditorInput>, with the interface, not with the class of the view"
  )
  @discardableResult
  public static func perform<Requested, Other>(
    to token: RoutableView<Requested>, path: RoutePath,
    configuring: (inout PerformOptions<Requested>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Other> { preconditionFailure() }

  /// Rejects a token without its type.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "the type of this token isn't known to the compiler: write try AnyRouter(to: token, in: registry).perform(path)"
  )
  @discardableResult
  public static func perform(
    to token: any Routable, path: RoutePath, configuring: (inout PerformOptions<Any>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Any> { preconditionFailure() }

  /// Rejects a service, which has no view to show.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a service can't be shown: request it with makeDestination(to:), or declare a view's name with RoutableView"
  )
  @discardableResult
  public static func perform<Requested>(
    to token: RoutableService<Requested>, path: RoutePath,
    configuring: (inout PerformOptions<Any>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<Any> { preconditionFailure() }
}
