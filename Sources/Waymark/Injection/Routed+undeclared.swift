// Properties that don't compile, with a message that explains why. The compiler considers these only if no other
// initializer matches.
extension Routed where Token == RoutableService<UndeclaredName> {
  /// Rejects a name that isn't declared.
  @available(*, unavailable, message: "no visible extension of Routables declares this name")
  public init(
    _ token: KeyPath<Routables, UndeclaredName>, fileID: StaticString = #fileID, line: Int = #line
  ) where Value == UndeclaredName {
    self.init(.destination, fileID, line)
  }

  /// Rejects a name that isn't declared, or that's declared for another type than the property's.
  @available(
    *, unavailable,
    message:
      "no visible extension of Routables declares this name for the property's type: what's injected is of the name's type, an optional of it, or a router to it; a collection is injected as an array, a dictionary, or Contributions"
  )
  @_disfavoredOverload
  public init<Name>(
    _ token: KeyPath<Routables, Name>, fileID: StaticString = #fileID, line: Int = #line
  ) {
    self.init(.destination, fileID, line)
  }
}
