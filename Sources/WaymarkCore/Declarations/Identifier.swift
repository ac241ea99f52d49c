/// An entry that gives the route a name by which it can be found at run time.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Identifier("editor")
///     }
///
/// Use it where the destination is chosen by data, such as a server's answer:
/// ``Registry/router(identifier:)`` finds the route. Where the type is known, a token is checked by the
/// compiler.
public struct Identifier: PlainEntry {
  let name: String

  /// Creates the entry.
  ///
  /// - Parameter name: A name that isn't empty, and that no other route of the registry has.
  public init(_ name: String) { self.name = name }

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(.identifier(name)) }
}
