import WaymarkRuntime

// Routes whose configuration is filled from a URL. A view's closures lose their isolation as in `Route+view`.
extension Route {
  /// Declares a view that's made with a configuration, which its caller or a URL fills.
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - configuration: Makes a configuration with its default values, for each caller.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: How the route and its configuration are reached, and what it requires.
  ///   - make: Makes the view from the filled configuration.
  ///   - prepare: Prepares a new view, after the caller's own preparation.
  ///   - open: Fills the configuration with the parameters of the URL that led here.
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

  /// Declares a service that's made with a configuration, which its caller or a URL fills.
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - configuration: Makes a configuration with its default values, for each caller.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: How the route and its configuration are reached, and what it requires.
  ///   - make: Makes the service from the filled configuration.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  ///   - open: Fills the configuration with the parameters of the URL that led here.
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
  /// Creates the factory of a configuration that a URL can fill.
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
