/// The type of a name that no extension of ``Routables`` declares.
///
/// Code that uses such a name doesn't compile. The compiler resolves the name to this type in order to say so at the
/// place of the name: without it, a misspelled name gets messages about the key path's root.
public struct UndeclaredName: Sendable {
  init() {}
}

extension Routables {
  /// The result for a name that isn't declared, which nothing accepts.
  @_documentation(visibility: internal)
  public subscript(dynamicMember name: String) -> UndeclaredName { UndeclaredName() }
}

// Names that don't compile, with a message that explains why. The compiler considers these only if no other
// initializer matches.

extension RoutableView where Protocol == UndeclaredName {
  /// Rejects a name that isn't declared as a view.
  @available(
    *, unavailable,
    message:
      "no visible extension of Routables declares this name as a view; one of another kind is written with View(…), Service(…), ViewModule(…), ServiceModule(…), or Contributes(to: …)"
  )
  public init<Name>(_ name: KeyPath<Routables, Name>) {}
}

extension RoutableService where Protocol == UndeclaredName {
  /// Rejects a name that isn't declared as a service.
  @available(
    *, unavailable,
    message:
      "no visible extension of Routables declares this name as a service; one of another kind is written with View(…), Service(…), ViewModule(…), ServiceModule(…), or Contributes(to: …)"
  )
  public init<Name>(_ name: KeyPath<Routables, Name>) {}
}

extension RoutableViewModule where Protocol == UndeclaredName {
  /// Rejects a name that isn't declared as a view's configuration.
  @available(
    *, unavailable,
    message:
      "no visible extension of Routables declares this name as a view's configuration; one of another kind is written with View(…), Service(…), ViewModule(…), ServiceModule(…), or Contributes(to: …)"
  )
  public init<Name>(_ name: KeyPath<Routables, Name>) {}
}

extension RoutableServiceModule where Protocol == UndeclaredName {
  /// Rejects a name that isn't declared as a service's configuration.
  @available(
    *, unavailable,
    message:
      "no visible extension of Routables declares this name as a service's configuration; one of another kind is written with View(…), Service(…), ViewModule(…), ServiceModule(…), or Contributes(to: …)"
  )
  public init<Name>(_ name: KeyPath<Routables, Name>) {}
}

extension RoutableView {
  /// Rejects a type, which stands between angle brackets.
  @available(
    *, unavailable,
    message:
      "write a name, as in View(\\.editor), or a declared type in angle brackets, as in View<any EditorInput>()"
  )
  public init(_ type: Protocol.Type) {}
}

extension RoutableService {
  /// Rejects a type, which stands between angle brackets.
  @available(
    *, unavailable,
    message:
      "write a name, as in Service(\\.editor), or a declared type in angle brackets, as in Service<any EditorInput>()"
  )
  public init(_ type: Protocol.Type) {}
}
