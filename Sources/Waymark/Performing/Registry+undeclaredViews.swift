// Requests that don't compile, with a message that explains why. The compiler considers these only if no other
// function matches.
extension Registry {
  /// Rejects a name that isn't declared as a view.
  @available(
    *, unavailable,
    message:
      "no visible extension of Routables declares this name as a view or as a view's configuration, and only views are shown"
  )
  @MainActor
  public func perform<Name>(
    to token: KeyPath<Routables, Name>, path: RoutePath,
    configuring: @MainActor (inout PerformOptions<UndeclaredName>) -> Void = { _ in }
  ) throws(RouteError) -> ActiveRoute<UndeclaredName> {
    throw RouteError(.unregistered, "an undeclared name was requested")
  }

  /// Rejects a name that isn't declared as a view.
  @available(
    *, unavailable,
    message:
      "no visible extension of Routables declares this name as a view or as a view's configuration, and only views are shown"
  )
  @MainActor
  public func ask<Name, Answer>(
    _ token: KeyPath<Routables, Name>, path: RoutePath, for type: Answer.Type = Answer.self,
    animated: Bool = true,
    configuring: @MainActor (inout UndeclaredName, @escaping @MainActor (Answer?) -> Void) throws -> Void
  ) async throws -> Answer? {
    nil
  }
}
