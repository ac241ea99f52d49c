extension Route {
  /// A closure that prepares a service after its caller did.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  public typealias ServicePreparation<Destination> = @Sendable (inout Destination, Resolver) throws -> Void

  /// Declares a service that can make itself.
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  ///   - entries: How the route is reached, how long its instances live, what it needs.
  ///   - prepare: Prepares a service that was made, after the caller's own preparation.
  public init<Destination: ServiceDestination, Contents: EntryContents.ServiceRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    self.init(
      .service, entries(), Recipe(make: { Destination() }, prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line))
  }

  /// Declares a service that a closure makes.
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  ///   - entries: How the route is reached, how long its instances live, what it needs.
  ///   - make: Makes the service, on the thread that asks.
  ///   - prepare: Prepares a service that was made, after the caller's own preparation.
  public init<Destination, Contents: EntryContents.ServiceRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @Sendable () throws -> Destination,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    self.init(
      .service, entries(), Recipe(make: make, prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line))
  }

  /// Declares a service that a closure makes of what it asks the registry for.
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  ///   - entries: How the route is reached, how long its instances live, what it needs.
  ///   - make: Makes the service, on the thread that asks; its parameter answers for the registry that was
  ///     asked.
  ///   - prepare: Prepares a service that was made, after the caller's own preparation.
  public init<Destination, Contents: EntryContents.ServiceRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @Sendable (Resolver) throws -> Destination,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    self.init(
      .service, entries(), Recipe(make: make, prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line), isOpen: true)
  }

  /// Declares a service by its initializer, whose parameters are what the route needs.
  ///
  /// A parameter is resolved by its type: a service of the registry, an optional of one (nil when nothing
  /// provides it), a router, ``Resolver`` or ``Registry``.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that makes the service: `Store.init(folder:)`.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  ///   - entries: How the route is reached, how long its instances live, what else it needs.
  ///   - prepare: Prepares a service that was made, after the caller's own preparation.
  public init<Destination, each Parameter, Contents: EntryContents.ServiceRouteContents>(
    _ initializer: @escaping @Sendable (repeat each Parameter) throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    let make: @Sendable (Resolver) throws -> Destination = { resolver in
      try initializer(repeat try resolver.argument((each Parameter).self, for: .service))
    }
    var parameters: [ParameterDraft] = []
    repeat parameters.append(ParameterDraft((each Parameter).self))
    self.init(
      .service, entries(), Recipe(make: make, prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line), parameters: parameters)
  }

  /// Declares a service that is made with a configuration, which its caller fills.
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - configuration: Makes a configuration with its default values, for each caller.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  ///   - entries: How the route and its configuration are reached, and what it needs. There is no lifetime
  ///     among them: a second caller's configuration would be lost.
  ///   - make: Makes the service of the filled configuration.
  ///   - prepare: Prepares a service that was made, after the caller's own preparation.
  ///   - open: Fills the configuration with the parameters of the URL that led here.
  public init<Destination, Configuration, Contents>(
    _ destination: Destination.Type, configuration: @escaping @Sendable () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @Sendable (Configuration, Resolver) throws -> Destination,
    prepare: (@Sendable (inout Destination, Configuration, Resolver) throws -> Void)? = nil,
    open: (@Sendable (URLParameters, inout Configuration) throws -> Void)? = nil
  ) where Contents: EntryContents.ServiceRouteContents & EntryContents.Configurable {
    self.init(
      .service, entries(),
      Recipe(configuration: ConfigurationRecipe(configuration, open: open), make: make, prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line), isOpen: true)
  }
}
