import WaymarkRuntime

// Routes with a configuration: a value that the caller fills, or passes, before the route creates the destination. The
// configuration's factory is a function that returns one with default values, or its type if there's no default.
extension Route {
  /// Declares a service by an initializer that takes a configuration, which the caller fills, and dependencies.
  ///
  ///     Route(ChatRoom.init(settings:clock:), configuration: RoomSettings.init) {
  ///       ServiceModule(.roomSettings)
  ///     }
  ///
  /// The first parameter is the configuration. Waymark resolves the others by their types: a service of the registry,
  /// an optional of one, a router, the value of a scope, a collection, ``Resolver``, or ``Registry``.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that returns the service.
  ///   - configuration: Creates a configuration with default values for each caller.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens and requirements. The lifetime can only be ``Kept``, because any other would share the
  ///     first caller's configuration.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  public init<Destination, Configuration, each Parameter, Contents>(
    _ initializer: @escaping @Sendable (Configuration, repeat each Parameter) throws -> Destination,
    configuration: @escaping @Sendable () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: (@Sendable (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) where Contents: EntryContents.ServiceRouteContents & EntryContents.Configurable {
    self.init(service: initializer, ConfigurationFactory(configuration), entries(), fileID, line, prepare)
  }

  /// Declares a view by an initializer that takes a configuration, which the caller fills, and dependencies.
  ///
  /// The first parameter is the configuration. Waymark resolves the others by their types: a service or a view of the
  /// registry, an optional of one, a router, the value of a scope, a collection, ``Resolver``, or ``Registry``.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that returns the view.
  ///   - configuration: Creates a configuration with default values for each caller.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens and requirements. The lifetime can only be ``Kept``, because any other would share the
  ///     first caller's configuration.
  ///   - prepare: Prepares a new view, after the caller's own preparation.
  public init<Destination, Configuration, each Parameter, Contents>(
    _ initializer: @escaping @MainActor (Configuration, repeat each Parameter) throws -> Destination,
    configuration: @escaping @MainActor () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: (@MainActor (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) where Contents: EntryContents.ViewRouteContents & EntryContents.Configurable {
    self.init(
      view: initializer, ConfigurationFactory(MainActorErasure.erase(configuration)), entries(), fileID, line,
      prepare)
  }

  /// Declares a service with a configuration that the caller fills.
  ///
  ///     Route(Archive.self, configuration: ImportConfiguration.init) {
  ///       ServiceModule<any ImportModuleConfig>()
  ///     } make: { configuration, routes in
  ///       Archive(source: configuration.source)
  ///     }
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - configuration: Creates a configuration with default values for each caller.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens and requirements. The lifetime can only be ``Kept``, because any other would share the
  ///     first caller's configuration.
  ///   - make: Creates the service from the filled configuration.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  public init<Destination, Configuration, Contents>(
    _ destination: Destination.Type, configuration: @escaping @Sendable () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @Sendable (Configuration, Resolver) throws -> Destination,
    prepare: (@Sendable (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) where Contents: EntryContents.ServiceRouteContents & EntryContents.Configurable {
    let factory = Factory(ConfigurationFactory(configuration), make: make, prepare: prepare)
    self.init(.service, entries(), factory, fileID, line, isOpen: true)
  }

  /// Declares a view with a configuration that the caller fills.
  ///
  ///     Route(Editor.self, configuration: EditorConfiguration.init) {
  ///       ViewModule<any EditorModuleConfig>()
  ///     } make: { configuration, routes in
  ///       Editor(note: configuration.note)
  ///     }
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - configuration: Creates a configuration with default values for each caller.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens and requirements. The lifetime can only be ``Kept``, because any other would share the
  ///     first caller's configuration.
  ///   - make: Creates the view from the filled configuration.
  ///   - prepare: Prepares a new view, after the caller's own preparation.
  public init<Destination, Configuration, Contents>(
    _ destination: Destination.Type, configuration: @escaping @MainActor () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Configuration, Resolver) throws -> Destination,
    prepare: (@MainActor (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) where Contents: EntryContents.ViewRouteContents & EntryContents.Configurable {
    let configuration = ConfigurationFactory(MainActorErasure.erase(configuration))
    let factory = Factory(view: configuration, make: make, prepare: prepare)
    self.init(.view, entries(), factory, fileID, line, isOpen: true)
  }
}

// The same without a default configuration.
extension Route {
  /// Declares a service by an initializer that takes a configuration, which the caller passes, and dependencies.
  ///
  ///     Route(ChatRoom.init(settings:clock:), configuration: RoomSettings.self) {
  ///       ServiceModule(.roomSettings)
  ///     }
  ///
  /// The first parameter is the configuration. Waymark resolves the others by their types: a service of the registry,
  /// an optional of one, a router, the value of a scope, a collection, ``Resolver``, or ``Registry``.
  ///
  /// There's no default configuration, so only callers that pass one can request the service. Compilation refuses
  /// routes that need the service itself, identifiers, and URLs.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that returns the service.
  ///   - configuration: The type of the configuration. Each caller passes a complete value, as in
  ///     ``ModuleRouter``.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens and requirements. The lifetime can only be ``Kept``, because any other would share the
  ///     first caller's configuration.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  public init<Destination, Configuration, each Parameter, Contents>(
    _ initializer: @escaping @Sendable (Configuration, repeat each Parameter) throws -> Destination,
    configuration: Configuration.Type,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: (@Sendable (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) where Contents: EntryContents.ServiceRouteContents & EntryContents.Configurable {
    self.init(service: initializer, ConfigurationFactory(configuration), entries(), fileID, line, prepare)
  }

  /// Declares a view by an initializer that takes a configuration, which the caller passes, and dependencies.
  ///
  ///     Route(Editor.init(configuration:), configuration: EditorConfiguration.self) {
  ///       View(.editor)
  ///       ViewModule(.editorModule)
  ///     }
  ///
  /// The first parameter is the configuration. Waymark resolves the others by their types: a service or a view of the
  /// registry, an optional of one, a router, the value of a scope, a collection, ``Resolver``, or ``Registry``.
  ///
  /// There's no default configuration, so only callers that pass one can request the view. Compilation refuses routes
  /// that need the view itself, identifiers, and URLs.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that returns the view.
  ///   - configuration: The type of the configuration. Each caller passes a complete value, as in
  ///     ``ModuleRouter``.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens and requirements. The lifetime can only be ``Kept``, because any other would share the
  ///     first caller's configuration.
  ///   - prepare: Prepares a new view, after the caller's own preparation.
  public init<Destination, Configuration, each Parameter, Contents>(
    _ initializer: @escaping @MainActor (Configuration, repeat each Parameter) throws -> Destination,
    configuration: Configuration.Type,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: (@MainActor (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) where Contents: EntryContents.ViewRouteContents & EntryContents.Configurable {
    self.init(view: initializer, ConfigurationFactory(configuration), entries(), fileID, line, prepare)
  }

  /// Declares a service with a configuration that the caller passes.
  ///
  ///     Route(Archive.self, configuration: ImportConfiguration.self) {
  ///       ServiceModule<any ImportModuleConfig>()
  ///     } make: { configuration, routes in
  ///       Archive(source: configuration.source)
  ///     }
  ///
  /// There's no default configuration, so only callers that pass one can request the service. Compilation refuses
  /// routes that need the service itself, identifiers, and URLs.
  ///
  /// - Parameters:
  ///   - destination: The type of the service.
  ///   - configuration: The type of the configuration. Each caller passes a complete value, as in
  ///     ``ModuleRouter``.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens and requirements. The lifetime can only be ``Kept``, because any other would share the
  ///     first caller's configuration.
  ///   - make: Creates the service from the passed configuration.
  ///   - prepare: Prepares a new service, after the caller's own preparation.
  public init<Destination, Configuration, Contents>(
    _ destination: Destination.Type, configuration: Configuration.Type,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @Sendable (Configuration, Resolver) throws -> Destination,
    prepare: (@Sendable (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) where Contents: EntryContents.ServiceRouteContents & EntryContents.Configurable {
    let factory = Factory(ConfigurationFactory(configuration), make: make, prepare: prepare)
    self.init(.service, entries(), factory, fileID, line, isOpen: true)
  }

  /// Declares a view with a configuration that the caller passes.
  ///
  ///     Route(Editor.self, configuration: EditorConfiguration.self) {
  ///       ViewModule<any EditorModuleConfig>()
  ///     } make: { configuration, routes in
  ///       Editor(note: configuration.note)
  ///     }
  ///
  /// There's no default configuration, so only callers that pass one can request the view. Compilation refuses routes
  /// that need the view itself, identifiers, and URLs.
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - configuration: The type of the configuration. Each caller passes a complete value, as in
  ///     ``ModuleRouter``.
  ///   - fileID: The source file of the declaration.
  ///   - line: The source line of the declaration.
  ///   - entries: The tokens and requirements. The lifetime can only be ``Kept``, because any other would share the
  ///     first caller's configuration.
  ///   - make: Creates the view from the passed configuration.
  ///   - prepare: Prepares a new view, after the caller's own preparation.
  public init<Destination, Configuration, Contents>(
    _ destination: Destination.Type, configuration: Configuration.Type,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Configuration, Resolver) throws -> Destination,
    prepare: (@MainActor (inout Destination, Configuration, Resolver) throws -> Void)? = nil
  ) where Contents: EntryContents.ViewRouteContents & EntryContents.Configurable {
    let factory = Factory(view: ConfigurationFactory(configuration), make: make, prepare: prepare)
    self.init(.view, entries(), factory, fileID, line, isOpen: true)
  }
}

// The public initializers' common part.
extension Route {
  private init<Destination, Configuration, each Parameter, Contents>(
    service initializer: @escaping @Sendable (Configuration, repeat each Parameter) throws -> Destination,
    _ configuration: ConfigurationFactory, _ entries: RouteEntries<Destination, Contents>,
    _ fileID: StaticString, _ line: Int,
    _ prepare: (@Sendable (inout Destination, Configuration, Resolver) throws -> Void)?
  ) {
    let (parameters, taken) = entries.parameters(
      RouteParameter(Configuration.self, .configuration), repeat (each Parameter).self)
    let make: @Sendable (Configuration, Resolver) throws -> Destination = { configuration, resolver in
      var position = 1
      return try initializer(
        configuration, repeat try resolver.argument((each Parameter).self, for: .service, taken, &position))
    }
    let factory = Factory(configuration, make: make, prepare: prepare)
    self.init(.service, entries, factory, fileID, line, parameters: parameters)
  }

  private init<Destination, Configuration, each Parameter, Contents>(
    view initializer: @escaping @MainActor (Configuration, repeat each Parameter) throws -> Destination,
    _ configuration: ConfigurationFactory, _ entries: RouteEntries<Destination, Contents>,
    _ fileID: StaticString, _ line: Int,
    _ prepare: (@MainActor (inout Destination, Configuration, Resolver) throws -> Void)?
  ) {
    let (parameters, taken) = entries.parameters(
      RouteParameter(Configuration.self, .configuration), repeat (each Parameter).self)
    let make: @MainActor (Configuration, Resolver) throws -> Destination = { configuration, resolver in
      var position = 1
      return try initializer(
        configuration, repeat try resolver.argument((each Parameter).self, for: .view, taken, &position))
    }
    let factory = Factory(view: configuration, make: make, prepare: prepare)
    self.init(.view, entries, factory, fileID, line, parameters: parameters)
  }
}

extension Factory {
  /// Creates the factory of a view with a configuration.
  package init<Destination, Configuration>(
    view configuration: ConfigurationFactory,
    make: @escaping @MainActor (Configuration, Resolver) throws -> Destination,
    prepare: (@MainActor (inout Destination, Configuration, Resolver) throws -> Void)?
  ) {
    self.init(
      configuration, make: MainActorErasure.erase(make), prepare: prepare.map { MainActorErasure.erase($0) })
  }
}
