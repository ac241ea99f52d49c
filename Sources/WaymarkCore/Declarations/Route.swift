import WaymarkRuntime

/// A declaration of a destination: its type, its factory, and its tokens and other entries.
///
///     Route(Editor.init(store:time:)) { View(.editor) }                // parameters are dependencies
///     Route(Editor.self) { View(.editor) }                             // Editor can make itself
///     Route(Editor.self) { View(.editor) } make: { Editor() }
///     Route(Editor.self) { View(.editor) } make: { routes in
///       Editor(store: try routes(.notes))
///     }
///     Route(Editor.self, configuration: EditorConfiguration.init) {
///       ViewModule(.editorModule)
///     } make: { configuration, routes in
///       Editor(note: configuration.note)
///     } prepare: { editor, configuration, routes in
///       editor.title = "ready"
///     }
///
/// The tokens determine whether the route is a view's or a service's. A view's closures belong to the main actor. A
/// service's closures are `@Sendable` and run on the caller's thread. `prepare` runs once for each new instance, after
/// the caller's preparation, or before it for a value that the registry keeps or a closure wraps.
public struct Route: RoutesElement, Sendable {
  let declaration: RouteDeclaration

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(.route(declaration)) }

  /// Creates a route from its parts, with matching types that the public initializers guarantee.
  package init<Destination, Contents>(
    _ kind: DestinationKind, _ entries: RouteEntries<Destination, Contents>, _ factory: Factory,
    _ fileID: StaticString, _ line: Int, parameters: [RouteParameter] = [], isOpen: Bool = false
  ) {
    declaration = RouteDeclaration(
      kind, Destination.self, entries.values, factory, DeclarationLocation(fileID: fileID, line: line),
      parameters: parameters, isOpen: isOpen)
  }
}

/// A view with an initializer without parameters, so that its route needs no factory.
///
///     Route(Editor.self) { View<any EditorInput>() }
@MainActor
public protocol ViewDestination: SendableMetatype {
  /// Creates the view.
  init()
}

/// A service with an initializer without parameters, so that its route needs no factory.
///
///     Route(SystemTime.self) { Service<any TimeSource>() }
public protocol ServiceDestination: SendableMetatype {
  /// Creates the service.
  init()
}

// Other libraries, for example Vapor and Hummingbird's OpenAPI packages, have types of these names.
extension RouteVocabulary {
  /// A declaration of a destination.
  public typealias Route = WaymarkCore.Route
  /// Several declarations.
  public typealias Routes = WaymarkCore.Routes
}
