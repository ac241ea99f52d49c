/// An entry that declares dependencies that neither an initializer's parameters nor `@Routed` show.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Requires(Service<any NoteStore>())
///     } make: { routes in try Editor(store: routes(Service<any NoteStore>())) }
///
/// A missing dependency is then reported when the registry is compiled, not when the route is used.
public struct Requires: TokenList {
  /// The entry as data.
  @_documentation(visibility: internal)
  public let value: RouteEntryValue

  /// Creates the entry.
  @_documentation(visibility: internal)
  public init(listing tokens: ListedTokens) { value = RouteEntryValue(.requires(tokens.tokens)) }
}
