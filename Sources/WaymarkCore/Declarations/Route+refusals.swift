// Unavailable initializers with a message. The compiler considers them only if no other initializer matches.
extension Route {
  /// Rejects a route without a factory, or with entries that contradict each other.
  @available(
    *, unavailable,
    message:
      "this route has no factory, or its entries are of two kinds: conform the destination to ViewDestination or ServiceDestination, or pass its initializer, as in Route(Editor.init(store:)), or add make: { … }; and provide it as View<…> or as Service<…>, not as both"
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
      "a route is a view's or a service's: provide the destination as View<…> or as Service<…>, and declare a second route for the other kind. Only a view's route has entries such as Supports and Leaves"
  )
  public init<Destination, Contents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor () async throws -> Destination, prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Rejects a route with tokens of both a view and a service.
  @available(
    *, unavailable,
    message:
      "a route is a view's or a service's: provide the destination as View<…> or as Service<…>, and declare a second route for the other kind. Only a view's route has entries such as Supports and Leaves"
  )
  public init<Destination, Contents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Resolver) async throws -> Destination,
    prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Rejects a route with no token.
  @available(
    *, unavailable,
    message: "this route provides nothing: add View<…>() or Service<…>() to its entries"
  )
  public init<Destination, Contents: EntryContents.ViewCompatible & EntryContents.ServiceCompatible>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor () async throws -> Destination, prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Rejects a kept service that isn't `Sendable`.
  @available(
    *, unavailable,
    message:
      "several threads use a service with this lifetime: make its type Sendable, or remove the lifetime, such as Singleton() or Scoped(to:)"
  )
  public init<Destination, Contents: EntryContents.ServiceLike>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor () async throws -> Destination, prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Rejects a route with a configuration that also has a lifetime or tokens of two kinds.
  @available(
    *, unavailable,
    message:
      "a route with a configuration makes a new destination for each caller: remove Singleton() and WeaklyShared(), make the type of a service with Kept(by:) Sendable, and provide it as View<…> or as Service<…>, not as both"
  )
  public init<Destination, Configuration, Contents>(
    _ destination: Destination.Type, configuration: @escaping @MainActor () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Configuration, Resolver) throws -> Destination,
    prepare: (@MainActor (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) { preconditionFailure() }

  /// Rejects a route with a required configuration that also has a lifetime or tokens of two kinds.
  @available(
    *, unavailable,
    message:
      "a route with a configuration makes a new destination for each caller: remove Singleton() and WeaklyShared(), make the type of a service with Kept(by:) Sendable, and provide it as View<…> or as Service<…>, not as both"
  )
  public init<Destination, Configuration, Contents>(
    _ destination: Destination.Type, configuration: Configuration.Type,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Configuration, Resolver) throws -> Destination,
    prepare: (@MainActor (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) { preconditionFailure() }

  /// Rejects a route with tokens of both a view and a service.
  @available(
    *, unavailable,
    message:
      "a route is a view's or a service's: provide the destination as View<…> or as Service<…>, and declare a second route for the other kind. Only a view's route has entries such as Supports and Leaves"
  )
  public init<Destination, each Parameter, Contents>(
    _ initializer: @escaping @MainActor (repeat each Parameter) throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Rejects a route with no token.
  @available(
    *, unavailable,
    message: "this route provides nothing: add View<…>() or Service<…>() to its entries"
  )
  public init<
    Destination, each Parameter,
    Contents: EntryContents.ViewCompatible & EntryContents.ServiceCompatible
  >(
    _ initializer: @escaping @MainActor (repeat each Parameter) throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Rejects a kept service that isn't `Sendable`.
  @available(
    *, unavailable,
    message:
      "several threads use a service with this lifetime: make its type Sendable, or remove the lifetime, such as Singleton() or Scoped(to:)"
  )
  public init<Destination, each Parameter, Contents: EntryContents.ServiceLike>(
    _ initializer: @escaping @MainActor (repeat each Parameter) throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Rejects an instance.
  @available(
    *, unavailable,
    message:
      "a route declares how instances are made, so pass the type or its initializer, as in Route(Pool.init(size:)). For an instance that already exists, write Route(Pool.self) { …; Singleton() } make: { pool }"
  )
  @_disfavoredOverload
  public init<Destination, Contents>(
    _ instance: Destination, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Rejects an initializer whose first parameter isn't the configuration.
  @available(
    *, unavailable,
    message:
      "the first parameter of the initializer is the configuration, and the others are dependencies: change their order, or add make: { configuration, routes in … }. A route with a configuration has no Singleton() or WeaklyShared(), its service with Kept(by:) is Sendable, and it is a view's or a service's"
  )
  @_disfavoredOverload
  public init<Destination, Configuration, First, each Parameter, Contents>(
    _ initializer: @escaping @MainActor (First, repeat each Parameter) throws -> Destination,
    configuration: @escaping @MainActor () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>
  ) { preconditionFailure() }

  /// Rejects an initializer whose first parameter isn't the required configuration.
  @available(
    *, unavailable,
    message:
      "the first parameter of the initializer is the configuration, and the others are dependencies: change their order, or add make: { configuration, routes in … }. A route with a configuration has no Singleton() or WeaklyShared(), its service with Kept(by:) is Sendable, and it is a view's or a service's"
  )
  @_disfavoredOverload
  public init<Destination, Configuration, First, each Parameter, Contents>(
    _ initializer: @escaping @MainActor (First, repeat each Parameter) throws -> Destination,
    configuration: Configuration.Type,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>
  ) { preconditionFailure() }

  /// Rejects a kept service that isn't `Sendable`.
  @available(
    *, unavailable,
    message:
      "several threads use a service with this lifetime: make its type Sendable, or remove the lifetime, such as Singleton() or Scoped(to:)"
  )
  public init<Destination, each Parameter, Contents: EntryContents.ServiceLike>(
    _ initializer: @escaping @concurrent @Sendable (repeat each Parameter) async throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ServicePreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Rejects a kept service that isn't `Sendable`.
  @available(
    *, unavailable,
    message:
      "several threads use a service with this lifetime: make its type Sendable, or remove the lifetime, such as Singleton() or Scoped(to:)"
  )
  public init<Destination, Contents: EntryContents.ServiceLike>(
    _ destination: Destination.Type,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Resolver) async throws -> Destination,
    prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Rejects a route with no token.
  @available(
    *, unavailable,
    message: "this route provides nothing: add View<…>() or Service<…>() to its entries"
  )
  public init<Destination, Contents: EntryContents.ViewCompatible & EntryContents.ServiceCompatible>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Rejects a route with no token.
  @available(
    *, unavailable,
    message: "this route provides nothing: add View<…>() or Service<…>() to its entries"
  )
  public init<Destination, Contents: EntryContents.ViewCompatible & EntryContents.ServiceCompatible>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Resolver) async throws -> Destination,
    prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Rejects a route with a configuration and no token.
  @available(
    *, unavailable,
    message: "this route provides nothing: add View<…>() or Service<…>() to its entries"
  )
  public init<
    Destination, Configuration, Contents: EntryContents.ViewCompatible & EntryContents.ServiceCompatible
  >(
    _ destination: Destination.Type, configuration: @escaping @MainActor () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Configuration, Resolver) throws -> Destination,
    prepare: (@MainActor (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) { preconditionFailure() }

  /// Rejects a route with a required configuration and no token.
  @available(
    *, unavailable,
    message: "this route provides nothing: add View<…>() or Service<…>() to its entries"
  )
  public init<
    Destination, Configuration, Contents: EntryContents.ViewCompatible & EntryContents.ServiceCompatible
  >(
    _ destination: Destination.Type, configuration: Configuration.Type,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Configuration, Resolver) throws -> Destination,
    prepare: (@MainActor (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) { preconditionFailure() }

  /// Rejects a route with an asynchronous factory and no token.
  @available(
    *, unavailable,
    message: "this route provides nothing: add View<…>() or Service<…>() to its entries"
  )
  public init<
    Destination, each Parameter,
    Contents: EntryContents.ViewCompatible & EntryContents.ServiceCompatible
  >(
    _ initializer: @escaping @concurrent @Sendable (repeat each Parameter) async throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ServicePreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Stands for a route with a mistake in its entries.
  @available(*, unavailable, message: "the entries of this route can't be read")
  @_disfavoredOverload
  public init<Destination>(
    _ destination: Destination.Type,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, EntryContents.Unreadable>,
    prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Stands for a route with a mistake in its entries.
  @available(*, unavailable, message: "the entries of this route can't be read")
  @_disfavoredOverload
  public init<Destination>(
    _ destination: Destination.Type,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, EntryContents.Unreadable>,
    make: @escaping @MainActor () async throws -> Destination,
    prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Stands for a route with a mistake in its entries.
  @available(*, unavailable, message: "the entries of this route can't be read")
  @_disfavoredOverload
  public init<Destination>(
    _ destination: Destination.Type,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, EntryContents.Unreadable>,
    make: @escaping @MainActor (Resolver) async throws -> Destination,
    prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Stands for a route with a mistake in its entries.
  @available(*, unavailable, message: "the entries of this route can't be read")
  @_disfavoredOverload
  public init<Destination, each Parameter>(
    _ initializer: @escaping @MainActor (repeat each Parameter) async throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, EntryContents.Unreadable>,
    prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Stands for a route with a mistake in its entries.
  @available(*, unavailable, message: "the entries of this route can't be read")
  @_disfavoredOverload
  public init<Destination, Configuration>(
    _ destination: Destination.Type, configuration: @escaping @MainActor () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, EntryContents.Unreadable>,
    make: @escaping @MainActor (Configuration, Resolver) throws -> Destination,
    prepare: (@MainActor (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) { preconditionFailure() }

  /// Stands for a route with a mistake in its entries.
  @available(*, unavailable, message: "the entries of this route can't be read")
  @_disfavoredOverload
  public init<Destination, Configuration, First, each Parameter>(
    _ initializer: @escaping @MainActor (First, repeat each Parameter) throws -> Destination,
    configuration: @escaping @MainActor () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, EntryContents.Unreadable>
  ) { preconditionFailure() }
}
