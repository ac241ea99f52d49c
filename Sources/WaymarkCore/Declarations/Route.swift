/// A declaration of a destination: its type, how it's made, and the entries that say how it's reached.
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
/// The tokens determine whether the route is a view's or a service's. A view's closures are bound to the main
/// actor; a service's are `@Sendable` and run on the caller's thread. `prepare` runs after the caller's
/// preparation, once for each new instance.
public struct Route: Sendable {
  let declaration: RouteDeclaration

  /// Creates a route from its parts; the public initializers guarantee that their types match.
  @usableFromInline
  package init(
    _ kind: DestinationKind, _ destination: Any.Type, _ entries: InlineList<RouteEntryValue>,
    _ factory: Factory,
    _ location: DeclarationLocation, parameters: [RouteParameter] = [], isOpen: Bool = false
  ) {
    declaration = RouteDeclaration(
      kind, destination, entries, factory, location, parameters: parameters, isOpen: isOpen)
  }
}

/// A view that can be made without parameters, so that its route needs no factory.
///
///     Route(Editor.self) { View<any EditorInput>() }
@MainActor
public protocol ViewDestination: SendableMetatype {
  /// Creates the view.
  init()
}

/// A service that can be made without parameters, so that its route needs no factory.
///
///     Route(SystemTime.self) { Service<any TimeSource>() }
public protocol ServiceDestination: SendableMetatype {
  /// Creates the service.
  init()
}

// Other libraries have types of these names: Vapor and Hummingbird's OpenAPI packages, for example.
extension RouteVocabulary {
  /// A declaration of a destination.
  public typealias Route = WaymarkCore.Route
  /// Several declarations.
  public typealias Routes = WaymarkCore.Routes
}
