// Routes with a mistake in their entries, such as Identifier(1). With these initializers, the first error that the
// compiler reports is the mistake. Without them, it's "generic parameter 'Contents' could not be inferred", because all
// others have that parameter. No block of entries has contents of this type, so that nothing else matches these.
extension Route {
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
  public init<Destination>(
    _ initializer: @escaping @MainActor () async throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, EntryContents.Unreadable>,
    prepare: ViewPreparation<Destination>? = nil
  ) { preconditionFailure() }

  /// Stands for a route with a mistake in its entries.
  @available(*, unavailable, message: "the entries of this route can't be read")
  @_disfavoredOverload
  public init<Destination, First, each Parameter>(
    _ initializer: @escaping @MainActor (First, repeat each Parameter) async throws -> Destination,
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
