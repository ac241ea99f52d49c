/// An entry that declares dependencies that neither an initializer's parameters nor `@Routed` show.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Requires(Service<any NoteStore>())
///     } make: { routes in try Editor(store: routes(Service<any NoteStore>())) }
///
/// A missing dependency is then reported when the registry is compiled, not when the route is used.
public struct Requires: Sendable {
  let tokens: [TokenDescription]

  /// Creates the entry.
  ///
  /// - Parameter tokens: The tokens that the route requests.
  public init(_ tokens: any Routable...) { self.tokens = tokens.map { TokenDescription(of: $0) } }

  /// Creates the entry from names of tokens.
  ///
  /// - Parameter names: The names in ``Routables`` of the tokens that the route requests.
  public init<each Token: Routable>(_ names: repeat KeyPath<Routables, each Token>) {
    var tokens: [TokenDescription] = []
    repeat tokens.append(TokenDescription((each Token).self))
    self.tokens = tokens
  }
}
