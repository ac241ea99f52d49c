public import WaymarkCore
import WaymarkRuntime

// As in `Route+view`, these initializers erase the isolation of a view's closures.
extension Route {
  /// Declares a view with a configuration that its caller or a URL fills.
  ///
  ///     Route(Editor.self, configuration: EditorConfiguration.init) {
  ///       ViewModule<any EditorModuleConfig>()
  ///       URLPattern("notes://editor/:id")
  ///     } make: { configuration, _ in
  ///       Editor(id: configuration.id)
  ///     } open: { parameters, configuration in
  ///       configuration.id = try parameters.value("id")
  ///     }
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - configuration: Returns a configuration with its default values, for each request.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The entries: the interfaces of the route and its configuration, and the requirements of the route.
  ///   - make: Returns the view for a filled configuration.
  ///   - prepare: Prepares a new view, after the caller's own preparation.
  ///   - open: Fills the configuration with the parameters of the URL that opened the route.
  @preconcurrency
  public init<Destination, Configuration, Contents>(
    _ destination: Destination.Type, configuration: @escaping @MainActor () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Configuration, Resolver) throws -> Destination,
    prepare: (@MainActor (inout Destination, Configuration, Resolver) throws -> Void)? = nil,
    open: @escaping @MainActor (URLParameters, inout Configuration) throws -> Void
  ) where Contents: EntryContents.ViewRouteContents & EntryContents.Configurable {
    self.init(
      .view, Destination.self, entries().values,
      Factory(
        ConfigurationFactory(MainActorErasure.erase(configuration), openedBy: MainActorErasure.erase(open)),
        make: MainActorErasure.erase(make),
        prepare: prepare.map { MainActorErasure.erase($0) }),
      DeclarationLocation(fileID: fileID, line: line), isOpen: true)
  }

  /// Declares a service with a configuration that its caller or a URL fills.
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - configuration: Returns a configuration with its default values, for each request.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The entries: the interfaces of the route and its configuration, and the requirements of the route.
  ///   - make: Returns the service for a filled configuration.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  ///   - open: Fills the configuration with the parameters of the URL that opened the route.
  @preconcurrency
  public init<Destination, Configuration, Contents>(
    _ destination: Destination.Type, configuration: @escaping @Sendable () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @Sendable (Configuration, Resolver) throws -> Destination,
    prepare: (@Sendable (inout Destination, Configuration, Resolver) throws -> Void)? = nil,
    open: @escaping @Sendable (URLParameters, inout Configuration) throws -> Void
  ) where Contents: EntryContents.ServiceRouteContents & EntryContents.Configurable {
    self.init(
      .service, Destination.self, entries().values,
      Factory(
        ConfigurationFactory(configuration, openedBy: open), make: make,
        prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line), isOpen: true)
  }
}

extension ConfigurationFactory {
  /// Creates a factory for a configuration that a URL can fill.
  fileprivate convenience init<Configuration>(
    _ make: @escaping @Sendable () throws -> Configuration,
    openedBy open: @escaping @Sendable (URLParameters, inout Configuration) throws -> Void
  ) {
    self.init(make) { context, value in
      guard let parameters = context.parameters else { return }
      var configuration: Configuration = try Self.typed(value)
      try open(parameters, &configuration)
      value = configuration
    }
  }
}
