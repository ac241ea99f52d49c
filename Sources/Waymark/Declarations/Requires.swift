/// An entry of a route: what it needs, where neither an initializer's parameters nor `@Routed` show it.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Requires(Service<any NoteStore>())
///     } make: { routes in try Editor(store: routes(Service<any NoteStore>())) }
///
/// A requirement that nothing provides is found when the registry is compiled, not when the route is used.
public struct Requires: Sendable {
  let tokens: [TokenDescription]

  /// Creates the entry.
  ///
  /// - Parameter tokens: What the route asks for.
  public init(_ tokens: any Routable...) { self.tokens = tokens.map { TokenDescription(of: $0) } }

  /// Creates the entry with names of tokens.
  ///
  /// - Parameter names: What the route asks for, by its names in ``Routables``.
  public init<each Token: Routable>(_ names: repeat KeyPath<Routables, each Token>) {
    var tokens: [TokenDescription] = []
    repeat tokens.append(TokenDescription((each Token).self))
    self.tokens = tokens
  }
}
