import WaymarkRuntime

/// A declaration of a destination: its type, its factory, and its tokens and other entries.
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
/// The tokens determine whether the route is a view's or a service's. A view's closures belong to the main actor. A
/// service's closures are `@Sendable` and run on the caller's thread. `prepare` runs after the caller's preparation,
/// once for each new instance.
public struct Route: RoutesElement, Sendable {
  let declaration: RouteDeclaration

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(.route(declaration)) }

  /// Creates a route from its parts, with matching types that the public initializers guarantee.
  package init(
    _ kind: DestinationKind, _ destination: Any.Type, _ entries: InlineList<RouteEntryValue>,
    _ factory: Factory,
    _ location: DeclarationLocation, parameters: [RouteParameter] = [], isOpen: Bool = false
  ) {
    declaration = RouteDeclaration(
      kind, destination, entries, factory, location, parameters: parameters, isOpen: isOpen)
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

// Routes with an initializer that takes a configuration and dependencies, so that compilation checks them.
extension Route {
  /// Declares a service by an initializer that takes a configuration, which the caller fills, and dependencies.
  ///
  ///     Route(ChatRoom.init(settings:clock:), configuration: RoomSettings.init) {
  ///       ServiceModule(.roomSettings)
  ///     }
  ///
  /// The first parameter is the configuration. Waymark resolves the others by their types: a service of the registry,
  /// an optional of one, a router, the value of a scope, a collection, ``Resolver``, or ``Registry``.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that returns the service.
  ///   - configuration: Creates a configuration with default values for each caller.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens and requirements. The lifetime can only be ``Kept``, because any other would share the
  ///     first caller's configuration.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  @preconcurrency
  public init<Destination, Configuration, each Parameter, Contents>(
    _ initializer: @escaping @Sendable (Configuration, repeat each Parameter) throws -> Destination,
    configuration: @escaping @Sendable () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: (@Sendable (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) where Contents: EntryContents.ServiceRouteContents & EntryContents.Configurable {
    let entries = entries().values
    var parameters = [RouteParameter.configuration(Configuration.self)]
    repeat parameters.append(RouteParameter((each Parameter).self))
    let taken = TakenTokens.supplied(by: entries, to: &parameters)
    self.init(
      .service, Destination.self, entries,
      Factory(
        ConfigurationFactory(configuration),
        make: { configuration, resolver in
          var position = 1
          return try initializer(
            configuration,
            repeat try resolver.argument((each Parameter).self, for: .service, taken, &position))
        }, prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line), parameters: parameters)
  }

  /// Declares a view by an initializer that takes a configuration, which the caller fills, and dependencies.
  ///
  /// The first parameter is the configuration. Waymark resolves the others by their types: a service or a view of the
  /// registry, an optional of one, a router, the value of a scope, a collection, ``Resolver``, or ``Registry``.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that returns the view.
  ///   - configuration: Creates a configuration with default values for each caller.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens and requirements. The lifetime can only be ``Kept``, because any other would share the
  ///     first caller's configuration.
  ///   - prepare: Prepares a new view, after the caller's own preparation.
  @preconcurrency
  public init<Destination, Configuration, each Parameter, Contents>(
    _ initializer: @escaping @MainActor (Configuration, repeat each Parameter) throws -> Destination,
    configuration: @escaping @MainActor () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: (@MainActor (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) where Contents: EntryContents.ViewRouteContents & EntryContents.Configurable {
    let entries = entries().values
    var parameters = [RouteParameter.configuration(Configuration.self)]
    repeat parameters.append(RouteParameter((each Parameter).self))
    let taken = TakenTokens.supplied(by: entries, to: &parameters)
    let make: @MainActor (Configuration, Resolver) throws -> Destination = { configuration, resolver in
      var position = 1
      return try initializer(
        configuration, repeat try resolver.argument((each Parameter).self, for: .view, taken, &position))
    }
    // As in the other declarations of views.
    self.init(
      .view, Destination.self, entries,
      Factory(
        ConfigurationFactory(MainActorErasure.erase(configuration)), make: MainActorErasure.erase(make),
        prepare: prepare.map { MainActorErasure.erase($0) }),
      DeclarationLocation(fileID: fileID, line: line), parameters: parameters)
  }
}
