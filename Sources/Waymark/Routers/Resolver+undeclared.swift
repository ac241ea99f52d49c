// Requests that don't compile, with a message that explains why. The compiler considers these only if no other
// function matches.
extension Resolver {
  /// Rejects a name that isn't declared.
  @available(
    *, unavailable,
    message: "no visible extension of Routables declares this name"
  )
  public func callAsFunction<Name>(_ token: KeyPath<Routables, Name>) throws(RouteError) -> UndeclaredName {
    throw RouteError(.unregistered, "an undeclared name was requested")
  }

  /// Rejects a name that isn't declared.
  @available(
    *, unavailable,
    message: "no visible extension of Routables declares this name"
  )
  @_disfavoredOverload
  public func callAsFunction<Name, Result>(_ token: KeyPath<Routables, Name>) throws(RouteError) -> Result {
    throw RouteError(.unregistered, "an undeclared name was requested")
  }
}
