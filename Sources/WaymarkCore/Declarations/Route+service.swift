extension Route {
  /// A closure that prepares a service after the caller's preparation.
  public typealias ServicePreparation<Destination> = @Sendable (inout Destination, Resolver) throws -> Void

  /// Declares a service that has an initializer without parameters, as ``ServiceDestination`` requires.
  ///
  ///     Route(SystemTime.self) { Service<any TimeSource>() }
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: How the route is reached, how long its instances exist, and what it requires.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  @preconcurrency
  public init<Destination: ServiceDestination, Contents: EntryContents.ServiceRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    self.init(
      .service, Destination.self, entries().values,
      Factory(MakeFunction { _, _ in Destination() }, prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line))
  }

  /// Declares a service that a closure makes.
  ///
  ///     Route(MemoryStore.self) { Service<any NoteStore>() } make: { MemoryStore() }
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: How the route is reached, how long its instances exist, and what it requires.
  ///   - make: Makes the service, on the caller's thread.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  @preconcurrency
  public init<Destination, Contents: EntryContents.ServiceRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @Sendable () throws -> Destination,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    self.init(
      .service, Destination.self, entries().values,
      Factory(MakeFunction { _, _ in try make() }, prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line))
  }

  /// Declares a service that a closure makes from dependencies that it requests from the registry.
  ///
  ///     Route(Archive.self) {
  ///       Service<any NoteStore>()
  ///     } make: { routes in
  ///       Archive(time: try routes(Service<any TimeSource>()))
  ///     }
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: How the route is reached, how long its instances exist, and what it requires.
  ///   - make: Makes the service, on the caller's thread. Its parameter resolves from the registry that
  ///     makes the service.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  @preconcurrency
  public init<Destination, Contents: EntryContents.ServiceRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @Sendable (Resolver) throws -> Destination,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    self.init(
      .service, Destination.self, entries().values,
      Factory(
        MakeFunction { registry, context in try make(Resolver(registry: registry, context: context)) },
        prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line), isOpen: true)
  }

  /// Declares a service by its initializer without parameters.
  ///
  ///     Route(MemoryStore.init) { Service<any NoteStore>() }
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that makes the service: `Store.init`.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: How the route is reached, how long its instances exist, and what it requires.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  @preconcurrency
  public init<Destination, Contents: EntryContents.ServiceRouteContents>(
    _ initializer: @escaping @Sendable () throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    self.init(
      .service, Destination.self, entries().values,
      Factory(MakeFunction { _, _ in try initializer() }, prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line))
  }

  /// Declares a service by its initializer, whose parameters are its dependencies.
  ///
  ///     Route(Archive.init(time:)) { Service<any NoteStore>() }
  ///
  /// A parameter is resolved by its type: a service of the registry, an optional of one (nil when nothing
  /// provides it), a router, ``Resolver``, or ``Registry``.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that makes the service: `Store.init(folder:)`.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: How the route is reached, how long its instances exist, and what it requires.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  @preconcurrency
  public init<Destination, First, each Parameter, Contents: EntryContents.ServiceRouteContents>(
    _ initializer: @escaping @Sendable (First, repeat each Parameter) throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    let entries = entries().values
    var parameters = [RouteParameter(First.self)]
    repeat parameters.append(RouteParameter((each Parameter).self))
    let taken = TakenTokens.supplied(by: entries, to: &parameters)
    let make = MakeFunction { registry, context in
      let resolver = Resolver(registry: registry, context: context)
      var position = 0
      return try initializer(
        resolver.argument(First.self, for: .service, taken, &position),
        repeat try resolver.argument((each Parameter).self, for: .service, taken, &position))
    }
    self.init(
      .service, Destination.self, entries, Factory(make, prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line),
      parameters: parameters)
  }

  /// Declares a service that's made with a configuration, which the caller fills.
  ///
  ///     Route(Archive.self, configuration: ImportConfiguration.init) {
  ///       ServiceModule<any ImportModuleConfig>()
  ///     } make: { configuration, routes in
  ///       Archive(source: configuration.source)
  ///     }
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - configuration: Makes a configuration with its default values, for each caller.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: How the route and its configuration are reached, and what it requires. A lifetime isn't
  ///     allowed, because only the first caller's configuration would be used.
  ///   - make: Makes the service from the filled configuration.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  @preconcurrency
  public init<Destination, Configuration, Contents>(
    _ destination: Destination.Type, configuration: @escaping @Sendable () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @Sendable (Configuration, Resolver) throws -> Destination,
    prepare: (@Sendable (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) where Contents: EntryContents.ServiceRouteContents & EntryContents.Configurable {
    self.init(
      .service, Destination.self, entries().values,
      Factory(
        ConfigurationFactory(configuration), make: make,
        prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line), isOpen: true)
  }
}
