import WaymarkRuntime

extension Route {
  /// A closure that prepares a service after the caller's preparation.
  public typealias ServicePreparation<Destination> = @Sendable (inout Destination, Resolver) throws -> Void

  /// Declares a service with an initializer without parameters, as ``ServiceDestination`` requires.
  ///
  ///     Route(SystemTime.self) { Service<any TimeSource>() }
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  public init<Destination: ServiceDestination, Contents: EntryContents.ServiceRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    self.init(
      .service, entries(), Factory(MakeFunction { _, _ in Destination() }, prepare: prepare), fileID, line)
  }

  /// Declares a service with a closure that creates it.
  ///
  ///     Route(MemoryStore.self) { Service<any NoteStore>() } make: { MemoryStore() }
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - make: Creates the service, on the caller's thread.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  public init<Destination, Contents: EntryContents.ServiceRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @Sendable () throws -> Destination,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    self.init(.service, entries(), Factory(calling: make, prepare: prepare), fileID, line)
  }

  /// Declares a service with a closure that requests dependencies from the registry.
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
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - make: Creates the service, on the caller's thread, with a resolver of the registry that creates it.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  public init<Destination, Contents: EntryContents.ServiceRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @Sendable (Resolver) throws -> Destination,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    self.init(.service, entries(), Factory(calling: make, prepare: prepare), fileID, line, isOpen: true)
  }

  /// Declares a service by its initializer without parameters.
  ///
  ///     Route(MemoryStore.init) { Service<any NoteStore>() }
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that returns the service: `Store.init`.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  public init<Destination, Contents: EntryContents.ServiceRouteContents>(
    _ initializer: @escaping @Sendable () throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    self.init(.service, entries(), Factory(calling: initializer, prepare: prepare), fileID, line)
  }

  /// Declares a service by its initializer with dependencies as parameters.
  ///
  ///     Route(Archive.init(time:)) { Service<any NoteStore>() }
  ///
  /// Waymark resolves a parameter by its type: a service of the registry, an optional of one (nil without a provider),
  /// a router, the value of a scope, a collection, ``Resolver``, or ``Registry``.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that returns the service: `Store.init(folder:)`.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  public init<Destination, First, each Parameter, Contents: EntryContents.ServiceRouteContents>(
    _ initializer: @escaping @Sendable (First, repeat each Parameter) throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    let entries = entries()
    let (parameters, taken) = entries.parameters(RouteParameter(First.self), repeat (each Parameter).self)
    let factory = Factory(injecting: initializer, parameters, taken, prepare: prepare)
    self.init(.service, entries, factory, fileID, line, parameters: parameters)
  }
}

// Services with asynchronous factories, for `start()`. The parameters' types say `@concurrent`, because without it
// Swift 6.3.1 crashes on references to functions of modules that lack NonisolatedNonsendingByDefault.
extension Route {
  /// Declares a service by an asynchronous initializer or function without parameters.
  ///
  ///     Route(FileDatabase.load) {
  ///       Service(.database)
  ///       Singleton()
  ///     }
  ///
  /// ``Registry/start()`` creates the instance, which a registry or a scope has to keep. Earlier requests throw
  /// `notStarted`.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that returns the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - prepare: Prepares the new service.
  @_disfavoredOverload
  public init<Destination, Contents: EntryContents.ServiceRouteContents>(
    _ initializer: @escaping @concurrent @Sendable () async throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    self.init(Destination.self, fileID: fileID, line: line, entries, make: initializer, prepare: prepare)
  }

  /// Declares a service by an asynchronous initializer or function with dependencies as parameters.
  ///
  ///     Route(FileDatabase.open(clock:)) {
  ///       Service(.database)
  ///       Singleton()
  ///     }
  ///
  /// ``Registry/start()`` creates the instance, which a registry or a scope has to keep, after its dependencies.
  /// Earlier requests throw `notStarted`. Waymark resolves parameters by their types, as for other routes.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that returns the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - prepare: Prepares the new service.
  @_disfavoredOverload
  public init<Destination, First, each Parameter, Contents: EntryContents.ServiceRouteContents>(
    _ initializer: @escaping @concurrent @Sendable (First, repeat each Parameter) async throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    let entries = entries()
    let (parameters, taken) = entries.parameters(RouteParameter(First.self), repeat (each Parameter).self)
    let make: AsynchronousMake = { request in
      let arguments = try request.arguments(taken, First.self, repeat (each Parameter).self)
      return ValueBox(try await initializer(arguments.0, repeat each arguments.1))
    }
    self.init(
      .service, entries, Factory(starting: make, prepare: prepare), fileID, line, parameters: parameters)
  }

  /// Declares a service with an asynchronous closure that creates it.
  ///
  ///     Route(FileDatabase.self) {
  ///       Service(.database)
  ///       Singleton()
  ///     } make: {
  ///       try await FileDatabase.load()
  ///     }
  ///
  /// ``Registry/start()`` creates the instance, which a registry or a scope has to keep. Earlier requests throw
  /// `notStarted`.
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - make: Creates the service, on no actor.
  ///   - prepare: Prepares the new service.
  @_disfavoredOverload
  public init<Destination, Contents: EntryContents.ServiceRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @concurrent @Sendable () async throws -> Destination,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    let factory = Factory(starting: { _ in ValueBox(try await make()) }, prepare: prepare)
    self.init(.service, entries(), factory, fileID, line)
  }

  /// Declares a service with an asynchronous closure that requests dependencies from the registry.
  ///
  ///     Route(FileDatabase.self) {
  ///       Service(.database)
  ///       Singleton()
  ///       Requires(.clock)
  ///     } make: { routes in
  ///       try await FileDatabase(clock: routes(.clock))
  ///     }
  ///
  /// ``Registry/start()`` creates the instance, which a registry or a scope has to keep. Earlier requests throw
  /// `notStarted`. List the closure's requests in ``Requires``, so that the dependencies start first.
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - make: Creates the service, on no actor, with a resolver of the registry that keeps it.
  ///   - prepare: Prepares the new service.
  @_disfavoredOverload
  public init<Destination, Contents: EntryContents.ServiceRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @concurrent @Sendable (Resolver) async throws -> Destination,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    let factory = Factory(starting: { ValueBox(try await make($0.resolver)) }, prepare: prepare)
    self.init(.service, entries(), factory, fileID, line, isOpen: true)
  }
}
