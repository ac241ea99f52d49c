// Declarations that don't compile, with a message that explains why. The compiler considers these only if no
// other initializer matches.
extension Route {
  /// Rejects a route without a factory, or with entries that contradict each other.
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

  /// Rejects a route with tokens of both a view and a service.
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

  /// Rejects a route with tokens of both a view and a service.
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

  /// Rejects a route with no token.
  @available(
    *, unavailable,
    message: "this route provides nothing: add View<…>() or Service<…>() to its entries"
  )
  public init<Destination, Contents: EntryContents.ViewCompatible & EntryContents.ServiceCompatible>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor () throws -> Destination, prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Rejects a kept service whose type isn't safe to use from several threads.
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

  /// Rejects a route with a configuration that also has a lifetime or tokens of two kinds.
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
