import WaymarkRuntime

// Routes store all closures without their isolation to the main actor (`MainActorErasure`). Only main-actor functions
// call them: `Registry.makeDestination(to:)` for views, and functions based on it.
extension Route {
  /// A closure that prepares a view after the caller's preparation.
  public typealias ViewPreparation<Destination> = @MainActor (inout Destination, Resolver) throws -> Void

  /// Declares a view with an initializer without parameters, as ``ViewDestination`` requires.
  ///
  ///     Route(Editor.self) { View<any EditorInput>() }
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - prepare: Prepares a new view, after the caller's own preparation.
  public init<Destination: ViewDestination, Contents: EntryContents.ViewRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    self.init(.view, entries(), Factory(view: { Destination() }, prepare: prepare), fileID, line)
  }

  /// Declares a view with a closure that creates it.
  ///
  ///     Route(Editor.self) { View<any EditorInput>() } make: { Editor() }
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - make: Creates the view, on the main actor.
  ///   - prepare: Prepares a new view, after the caller's own preparation.
  public init<Destination, Contents: EntryContents.ViewRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor () throws -> Destination,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    self.init(.view, entries(), Factory(view: make, prepare: prepare), fileID, line)
  }

  /// Declares a view with a closure that requests dependencies from the registry.
  ///
  ///     Route(Editor.self) {
  ///       View<any EditorInput>()
  ///     } make: { routes in
  ///       Editor(store: try routes(Service<any NoteStore>()))
  ///     }
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - make: Creates the view, on the main actor, with a resolver of the registry that creates it.
  ///   - prepare: Prepares a new view, after the caller's own preparation.
  public init<Destination, Contents: EntryContents.ViewRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Resolver) throws -> Destination,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    self.init(.view, entries(), Factory(view: make, prepare: prepare), fileID, line, isOpen: true)
  }

  /// Declares a view by its initializer without parameters.
  ///
  ///     Route(HomeScreen.init) { View<any Screen>() }
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that returns the view: `Editor.init`.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - prepare: Prepares a new view, after the caller's own preparation.
  public init<Destination, Contents: EntryContents.ViewRouteContents>(
    _ initializer: @escaping @MainActor () throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    self.init(.view, entries(), Factory(view: initializer, prepare: prepare), fileID, line)
  }

  /// Declares a view by its initializer with dependencies as parameters.
  ///
  ///     Route(Editor.init(store:time:)) { View<any EditorInput>() }
  ///
  /// Waymark resolves a parameter by its type: a service or a view of the registry, an optional of one (nil without a
  /// provider), a router, the value of a scope, a collection, ``Resolver``, or ``Registry``.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that returns the view: `Editor.init(store:time:)`.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - prepare: Prepares a new view, after the caller's own preparation.
  public init<Destination, First, each Parameter, Contents: EntryContents.ViewRouteContents>(
    _ initializer: @escaping @MainActor (First, repeat each Parameter) throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    let entries = entries()
    let (parameters, taken) = entries.parameters(RouteParameter(First.self), repeat (each Parameter).self)
    let factory = Factory(injectingView: initializer, parameters, taken, prepare: prepare)
    self.init(.view, entries, factory, fileID, line, parameters: parameters)
  }
}

extension Factory {
  /// Creates the factory of a view with a closure without dependencies.
  init<Destination>(
    view make: @escaping @MainActor () throws -> Destination, prepare: Route.ViewPreparation<Destination>?
  ) {
    self.init(calling: MainActorErasure.erase(make), prepare: prepare.map { MainActorErasure.erase($0) })
  }

  /// Creates the factory of a view with a closure that can request anything from the registry.
  init<Destination>(
    view make: @escaping @MainActor (Resolver) throws -> Destination,
    prepare: Route.ViewPreparation<Destination>?
  ) {
    self.init(calling: MainActorErasure.erase(make), prepare: prepare.map { MainActorErasure.erase($0) })
  }

  /// Creates the factory of a view that only `start()` runs.
  fileprivate init<Destination>(
    startingView make: @escaping AsynchronousMake, prepare: Route.ViewPreparation<Destination>?
  ) {
    self.init(starting: make, prepare: prepare.map { MainActorErasure.erase($0) })
  }
}

// Views with asynchronous factories, for `start()`. The parameters' types say `@concurrent`, because without it Swift
// 6.3.1 crashes on references to functions of modules that lack NonisolatedNonsendingByDefault.
extension Route {
  /// Declares a view by an asynchronous initializer or function without parameters.
  ///
  ///     Route(Picture.load) {
  ///       View(.splash)
  ///       Singleton()
  ///     }
  ///
  /// ``Registry/start()`` creates the instance, which a registry or a scope has to keep. Earlier requests throw
  /// `notStarted`.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that returns the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - prepare: Prepares the new view.
  @_disfavoredOverload
  public init<Destination, Contents: EntryContents.ViewRouteContents>(
    _ initializer: @escaping @MainActor () async throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    self.init(Destination.self, fileID: fileID, line: line, entries, make: initializer, prepare: prepare)
  }

  /// Declares a view by an asynchronous initializer or function with dependencies as parameters.
  ///
  ///     Route(Picture.init(clock:)) {
  ///       View(.splash)
  ///       Singleton()
  ///     }
  ///
  /// ``Registry/start()`` creates the instance, which a registry or a scope has to keep, after its dependencies.
  /// Earlier requests throw `notStarted`. Waymark resolves parameters by their types, as for other routes.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that returns the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - prepare: Prepares the new view.
  @_disfavoredOverload
  public init<Destination, First, each Parameter, Contents: EntryContents.ViewRouteContents>(
    _ initializer: @escaping @MainActor (First, repeat each Parameter) async throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    let entries = entries()
    let (parameters, taken) = entries.parameters(RouteParameter(First.self), repeat (each Parameter).self)
    let make: AsynchronousMake = { @MainActor request in
      let arguments = try request.arguments(taken, First.self, repeat (each Parameter).self)
      return ValueBox(try await initializer(arguments.0, repeat each arguments.1))
    }
    self.init(
      .view, entries, Factory(startingView: make, prepare: prepare), fileID, line, parameters: parameters)
  }

  /// Declares a view with an asynchronous closure that creates it.
  ///
  ///     Route(Picture.self) {
  ///       View(.splash)
  ///       Singleton()
  ///     } make: {
  ///       try await Picture.load()
  ///     }
  ///
  /// ``Registry/start()`` creates the instance, which a registry or a scope has to keep. Earlier requests throw
  /// `notStarted`.
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - make: Creates the view, on the main actor.
  ///   - prepare: Prepares the new view.
  @_disfavoredOverload
  public init<Destination, Contents: EntryContents.ViewRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor () async throws -> Destination,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    let factory = Factory(startingView: { @MainActor _ in ValueBox(try await make()) }, prepare: prepare)
    self.init(.view, entries(), factory, fileID, line)
  }

  /// Declares a view with an asynchronous closure that requests dependencies from the registry.
  ///
  ///     Route(Picture.self) {
  ///       View(.splash)
  ///       Singleton()
  ///       Requires(.clock)
  ///     } make: { routes in
  ///       try await Picture(clock: routes(.clock))
  ///     }
  ///
  /// ``Registry/start()`` creates the instance, which a registry or a scope has to keep. Earlier requests throw
  /// `notStarted`. List the closure's requests in ``Requires``, so that the dependencies start first.
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens, the lifetime, and the requirements of the route.
  ///   - make: Creates the view, on the main actor, with a resolver of the registry that keeps it.
  ///   - prepare: Prepares the new view.
  @_disfavoredOverload
  public init<Destination, Contents: EntryContents.ViewRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Resolver) async throws -> Destination,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    let starting: AsynchronousMake = { @MainActor in ValueBox(try await make($0.resolver)) }
    let factory = Factory(startingView: starting, prepare: prepare)
    self.init(.view, entries(), factory, fileID, line, isOpen: true)
  }
}
