import WaymarkRuntime

// Views that take asynchronous work to make. `start()` makes them; the parameters' types say `@concurrent`, because
// without it Swift 6.3.1 crashes on references to functions of modules that lack NonisolatedNonsendingByDefault.
extension Route {
  /// Declares a view by an asynchronous initializer or function without parameters.
  ///
  ///     Route(Picture.load) {
  ///       View(.splash)
  ///       Singleton()
  ///     }
  ///
  /// ``Registry/start()`` makes the instance, which a registry or a scope has to keep. Requests are synchronous, and
  /// throw `notStarted` before that.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that makes the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: How the route is reached, which registry or scope keeps the instance, and what it requires.
  ///   - prepare: Prepares the new view.
  @_disfavoredOverload
  @preconcurrency
  public init<Destination, Contents: EntryContents.ViewRouteContents>(
    _ initializer: @escaping @MainActor () async throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    self.init(
      .view, Destination.self, entries().values,
      Factory(
        AsynchronousFactory { @MainActor _ in ValueBox(try await initializer()) },
        prepare: prepare.map { MainActorErasure.erase($0) }),
      DeclarationLocation(fileID: fileID, line: line))
  }

  /// Declares a view by an asynchronous initializer or function, whose parameters are its dependencies.
  ///
  ///     Route(Picture.init(clock:)) {
  ///       View(.splash)
  ///       Singleton()
  ///     }
  ///
  /// ``Registry/start()`` makes the instance, which a registry or a scope has to keep, after everything that it needs.
  /// Requests are synchronous, and throw `notStarted` before that. Parameters are resolved by their types, as those of
  /// other routes.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that makes the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: How the route is reached, which registry or scope keeps the instance, and what it requires.
  ///   - prepare: Prepares the new view.
  @_disfavoredOverload
  @preconcurrency
  public init<Destination, First, each Parameter, Contents: EntryContents.ViewRouteContents>(
    _ initializer: @escaping @MainActor (First, repeat each Parameter) async throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    let entries = entries().values
    var parameters = [RouteParameter(First.self)]
    repeat parameters.append(RouteParameter((each Parameter).self))
    let taken = TakenTokens.supplied(by: entries, to: &parameters)
    let factory = AsynchronousFactory { @MainActor request in
      let arguments = try request.resolving { resolver in
        var position = 0
        return (
          try resolver.argument(First.self, for: .view, taken, &position),
          (repeat try resolver.argument((each Parameter).self, for: .view, taken, &position))
        )
      }
      return ValueBox(try await initializer(arguments.0, repeat each arguments.1))
    }
    self.init(
      .view, Destination.self, entries,
      Factory(factory, prepare: prepare.map { MainActorErasure.erase($0) }),
      DeclarationLocation(fileID: fileID, line: line), parameters: parameters)
  }

  /// Declares a view that an asynchronous closure makes.
  ///
  ///     Route(Picture.self) {
  ///       View(.splash)
  ///       Singleton()
  ///     } make: {
  ///       try await Picture.load()
  ///     }
  ///
  /// ``Registry/start()`` makes the instance, which a registry or a scope has to keep. Requests are synchronous, and
  /// throw `notStarted` before that.
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: How the route is reached, which registry or scope keeps the instance, and what it requires.
  ///   - make: Makes the view, on the main actor.
  ///   - prepare: Prepares the new view.
  @_disfavoredOverload
  @preconcurrency
  public init<Destination, Contents: EntryContents.ViewRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor () async throws -> Destination,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    self.init(
      .view, Destination.self, entries().values,
      Factory(
        AsynchronousFactory { @MainActor _ in ValueBox(try await make()) },
        prepare: prepare.map { MainActorErasure.erase($0) }),
      DeclarationLocation(fileID: fileID, line: line))
  }

  /// Declares a view that an asynchronous closure makes from dependencies that it requests from the registry.
  ///
  ///     Route(Picture.self) {
  ///       View(.splash)
  ///       Singleton()
  ///       Requires(.clock)
  ///     } make: { routes in
  ///       try await Picture(clock: routes(.clock))
  ///     }
  ///
  /// ``Registry/start()`` makes the instance, which a registry or a scope has to keep. Requests are synchronous, and
  /// throw `notStarted` before that. Name what the closure requests with ``Requires``, so that it's started before.
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: How the route is reached, which registry or scope keeps the instance, and what it requires.
  ///   - make: Makes the view, on the main actor. Its parameter resolves from the registry that keeps the view.
  ///   - prepare: Prepares the new view.
  @_disfavoredOverload
  @preconcurrency
  public init<Destination, Contents: EntryContents.ViewRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Resolver) async throws -> Destination,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    self.init(
      .view, Destination.self, entries().values,
      Factory(
        AsynchronousFactory { @MainActor request in ValueBox(try await make(request.resolver)) },
        prepare: prepare.map { MainActorErasure.erase($0) }),
      DeclarationLocation(fileID: fileID, line: line), isOpen: true)
  }
}
