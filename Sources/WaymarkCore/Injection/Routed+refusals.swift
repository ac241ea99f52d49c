// Declarations that don't compile, with a message that explains why. The compiler considers these only if no
// other initializer matches.
extension Routed {
  /// Rejects a configuration that's injected as anything but its router.
  @available(
    *, unavailable,
    message: "a view's configuration is injected as its router: declare the property as ModuleViewRouter<…>"
  )
  @MainActor
  public init<Requested>(
    _ token: RoutableViewModule<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableViewModule<Requested> { preconditionFailure() }

  /// Rejects a configuration that's injected as anything but its router.
  @available(
    *, unavailable,
    message:
      "a service's configuration is injected as its router: declare the property as ModuleServiceRouter<…>"
  )
  public init<Requested>(
    _ token: RoutableServiceModule<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableServiceModule<Requested> { preconditionFailure() }
}
