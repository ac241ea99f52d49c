/// One route: a destination type, how it is made, and the entries that say how it is reached.
///
///     Route(Editor.self) { View<any EditorInput>() }                            // Editor can make itself
///     Route(Editor.init(store:time:)) { View<any EditorInput>() }               // parameters are dependencies
///     Route(Editor.self) { View<any EditorInput>() } make: { Editor() }
///     Route(Editor.self) { View<any EditorInput>() } make: { routes in
///       Editor(store: try routes(Service<any NoteStore>()))
///     }
///     Route(Editor.self, configuration: EditorConfiguration.init) {
///       ViewModule<any EditorModuleConfig>()
///     } make: { configuration, routes in
///       Editor(note: configuration.note)
///     } prepare: { editor, configuration, routes in
///       editor.title = "ready"
///     }
///
/// Whether the route is a view's or a service's follows from its tokens. A view's closures are bound to the
/// main actor; a service's are `@Sendable` and run on the thread that asks. `prepare` runs after the
/// caller's own preparation, once for each instance that is made.
public struct Route: Sendable {
  let declaration: RouteDeclaration

  /// Creates a route from its parts, whose types agree; the public initializers see to that.
  @usableFromInline
  init(
    _ kind: DestinationKind, _ destination: Any.Type, _ entries: InlineList<RouteEntryValue>, _ factory: Factory,
    _ location: DeclarationLocation, parameters: [RouteParameter] = [], isOpen: Bool = false
  ) {
    declaration = RouteDeclaration(
      kind, destination, entries, factory, location, parameters: parameters, isOpen: isOpen)
  }
}
