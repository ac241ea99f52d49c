// What does not compile, with a message that says why. The compiler considers these only where no other
// initializer fits.
extension Route {
  /// Nothing says how the destination is made, or the entries do not belong together.
  @available(
    *, unavailable,
    message:
      "nothing says how this destination is made, or its entries are of two kinds: conform it to ViewDestination or ServiceDestination, or pass its initializer, as in Route(Editor.init(store:)), or add make: { … }; and provide it as View<…> or as Service<…>, not as both"
  )
  public init<Destination, Contents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// View and service in one route.
  @available(
    *, unavailable,
    message:
      "a route is a view's or a service's: provide the destination as View<…> or as Service<…>, and declare a second route for the other kind"
  )
  public init<Destination, Contents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor () throws -> Destination, prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// View and service in one route.
  @available(
    *, unavailable,
    message:
      "a route is a view's or a service's: provide the destination as View<…> or as Service<…>, and declare a second route for the other kind"
  )
  public init<Destination, Contents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Resolver) throws -> Destination, prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Neither view nor service.
  @available(
    *, unavailable,
    message: "this route provides nothing: add View<…>() or Service<…>() to its entries"
  )
  public init<Destination, Contents: EntryContents.ViewCompatible & EntryContents.ServiceCompatible>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor () throws -> Destination, prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// A service that is kept, and must not be used by several threads.
  @available(
    *, unavailable,
    message:
      "a singleton or weakly shared service is used by several threads: make its type Sendable, or leave Singleton() and WeaklyShared() out"
  )
  public init<Destination, Contents: EntryContents.ServiceLike>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor () throws -> Destination, prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// A configuration and a lifetime, or two kinds, in one route.
  @available(
    *, unavailable,
    message:
      "a route with a configuration makes a new destination for each caller: leave Singleton() and WeaklyShared() out, and provide it as View<…> or as Service<…>, not as both"
  )
  public init<Destination, Configuration, Contents>(
    _ destination: Destination.Type, configuration: @escaping @MainActor () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Configuration, Resolver) throws -> Destination,
    prepare: (@MainActor (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) { preconditionFailure() }
}
