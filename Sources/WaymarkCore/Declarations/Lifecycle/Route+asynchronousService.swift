import WaymarkRuntime

// Services that take asynchronous work to make. `start()` makes them; the parameters' types say `@concurrent`, because
// without it Swift 6.3.1 crashes on references to functions of modules that lack NonisolatedNonsendingByDefault.
extension Route {
  /// Declares a service by an asynchronous initializer or function without parameters.
  ///
  ///     Route(FileDatabase.load) {
  ///       Service(.database)
  ///       Singleton()
  ///     }
  ///
  /// ``Registry/start()`` makes the instance, which a registry or a scope has to keep. Requests are synchronous, and
  /// throw `notStarted` before that.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that makes the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: How the route is reached, which registry or scope keeps the instance, and what it requires.
  ///   - prepare: Prepares the new service.
  @_disfavoredOverload
  @preconcurrency
  public init<Destination, Contents: EntryContents.ServiceRouteContents>(
    _ initializer: @escaping @concurrent @Sendable () async throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    self.init(
      .service, Destination.self, entries().values,
      Factory(AsynchronousFactory { _ in ValueBox(try await initializer()) }, prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line))
  }

  /// Declares a service by an asynchronous initializer or function, whose parameters are its dependencies.
  ///
  ///     Route(FileDatabase.open(clock:)) {
  ///       Service(.database)
  ///       Singleton()
  ///     }
  ///
  /// ``Registry/start()`` makes the instance, which a registry or a scope has to keep, after everything that it needs.
  /// Requests are synchronous, and throw `notStarted` before that. Parameters are resolved by their types, as those of
  /// other routes.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that makes the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: How the route is reached, which registry or scope keeps the instance, and what it requires.
  ///   - prepare: Prepares the new service.
  @_disfavoredOverload
  @preconcurrency
  public init<Destination, First, each Parameter, Contents: EntryContents.ServiceRouteContents>(
    _ initializer: @escaping @concurrent @Sendable (First, repeat each Parameter) async throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    let entries = entries().values
    var parameters = [RouteParameter(First.self)]
    repeat parameters.append(RouteParameter((each Parameter).self))
    let taken = TakenTokens.supplied(by: entries, to: &parameters)
    let factory = AsynchronousFactory { request in
      let arguments = try request.resolving { resolver in
        var position = 0
        return (
          try resolver.argument(First.self, for: .service, taken, &position),
          (repeat try resolver.argument((each Parameter).self, for: .service, taken, &position))
        )
      }
      return ValueBox(try await initializer(arguments.0, repeat each arguments.1))
    }
    self.init(
      .service, Destination.self, entries, Factory(factory, prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line), parameters: parameters)
  }

  /// Declares a service that an asynchronous closure makes.
  ///
  ///     Route(FileDatabase.self) {
  ///       Service(.database)
  ///       Singleton()
  ///     } make: {
  ///       try await FileDatabase.load()
  ///     }
  ///
  /// ``Registry/start()`` makes the instance, which a registry or a scope has to keep. Requests are synchronous, and
  /// throw `notStarted` before that.
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: How the route is reached, which registry or scope keeps the instance, and what it requires.
  ///   - make: Makes the service, on no actor.
  ///   - prepare: Prepares the new service.
  @_disfavoredOverload
  @preconcurrency
  public init<Destination, Contents: EntryContents.ServiceRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @concurrent @Sendable () async throws -> Destination,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    self.init(
      .service, Destination.self, entries().values,
      Factory(AsynchronousFactory { _ in ValueBox(try await make()) }, prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line))
  }

  /// Declares a service that an asynchronous closure makes from dependencies that it requests from the registry.
  ///
  ///     Route(FileDatabase.self) {
  ///       Service(.database)
  ///       Singleton()
  ///       Requires(.clock)
  ///     } make: { routes in
  ///       try await FileDatabase(clock: routes(.clock))
  ///     }
  ///
  /// ``Registry/start()`` makes the instance, which a registry or a scope has to keep. Requests are synchronous, and
  /// throw `notStarted` before that. Name what the closure requests with ``Requires``, so that it's started before.
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: How the route is reached, which registry or scope keeps the instance, and what it requires.
  ///   - make: Makes the service, on no actor. Its parameter resolves from the registry that keeps the service.
  ///   - prepare: Prepares the new service.
  @_disfavoredOverload
  @preconcurrency
  public init<Destination, Contents: EntryContents.ServiceRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @concurrent @Sendable (Resolver) async throws -> Destination,
    prepare: ServicePreparation<Destination>? = nil
  ) {
    self.init(
      .service, Destination.self, entries().values,
      Factory(
        AsynchronousFactory { request in ValueBox(try await make(request.resolver)) }, prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line), isOpen: true)
  }
}
