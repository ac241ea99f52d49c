// What does not compile, with a message that says why. The compiler considers these only where no other
// initializer fits.
extension Routed {
  /// A configuration that is injected as something else than its router.
  @available(
    *, unavailable,
    message: "a view's configuration is injected as its router: declare the property as ModuleViewRouter<…>"
  )
  @MainActor
  public init<Requested>(
    _ token: RoutableViewModule<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableViewModule<Requested> { preconditionFailure() }

  /// A configuration that is injected as something else than its router.
  @available(
    *, unavailable,
    message:
      "a service's configuration is injected as its router: declare the property as ModuleServiceRouter<…>"
  )
  public init<Requested>(
    _ token: RoutableServiceModule<Requested>, fileID: StaticString = #fileID, line: Int = #line
  ) where Token == RoutableServiceModule<Requested> { preconditionFailure() }
}
