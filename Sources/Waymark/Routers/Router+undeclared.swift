// Requests that don't compile, with a message that explains why. The compiler considers these only if no other
// function matches.
extension Router {
  /// Rejects a name that isn't declared as what's requested.
  @available(
    *, unavailable,
    message:
      "no visible extension of Routables declares this name as a service or a view; request a collection with makeDestinations(of:), and a configuration with Router.to(_:)"
  )
  public static func makeDestination<Name>(to token: KeyPath<Routables, Name>) throws(RouteError)
    -> UndeclaredName
  {
    throw RouteError(.unregistered, "an undeclared name was requested")
  }

  /// Rejects a name that isn't declared as what's requested.
  @available(
    *, unavailable,
    message:
      "no visible extension of Routables declares this name as a service or a view; request a collection with makeDestinations(of:), and a configuration with Router.to(_:)"
  )
  @_disfavoredOverload
  public static func makeDestination<Name, Result>(to token: KeyPath<Routables, Name>) throws(RouteError)
    -> Result
  {
    throw RouteError(.unregistered, "an undeclared name was requested")
  }
}
