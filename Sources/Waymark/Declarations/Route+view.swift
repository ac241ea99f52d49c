import WaymarkRuntime

// All closures here lose their isolation to the main actor before they are stored (`MainActorErasure`).
// They are called from a view's providers only, and those only from functions bound to the main actor.
extension Route {
  /// A closure that prepares a view after its caller did.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  public typealias ViewPreparation<Destination> = @MainActor (inout Destination, Resolver) throws -> Void

  /// Declares a view that can make itself.
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  ///   - entries: How the route is reached, how long its instances live, what it needs.
  ///   - prepare: Prepares a view that was made, after the caller's own preparation.
  public init<Destination: ViewDestination, Contents: EntryContents.ViewRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    let make: @MainActor () -> Destination = { Destination() }
    self.init(
      .view, entries(), Recipe(view: make, prepare: prepare), DeclarationLocation(fileID: fileID, line: line))
  }

  /// Declares a view that a closure makes.
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  ///   - entries: How the route is reached, how long its instances live, what it needs.
  ///   - make: Makes the view.
  ///   - prepare: Prepares a view that was made, after the caller's own preparation.
  public init<Destination, Contents: EntryContents.ViewRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor () throws -> Destination,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    self.init(
      .view, entries(), Recipe(view: make, prepare: prepare),
      DeclarationLocation(fileID: fileID, line: line))
  }

  /// Declares a view that a closure makes of what it asks the registry for.
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  ///   - entries: How the route is reached, how long its instances live, what it needs.
  ///   - make: Makes the view; its parameter answers for the registry that was asked.
  ///   - prepare: Prepares a view that was made, after the caller's own preparation.
  public init<Destination, Contents: EntryContents.ViewRouteContents>(
    _ destination: Destination.Type, fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Resolver) throws -> Destination,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    self.init(
      .view, entries(), Recipe(view: make, prepare: prepare), DeclarationLocation(fileID: fileID, line: line),
      isOpen: true)
  }

  /// Declares a view by its initializer, whose parameters are what the route needs.
  ///
  /// A parameter is resolved by its type: a service or a view of the registry, an optional of one (nil when
  /// nothing provides it), a router, ``Resolver`` or ``Registry``.
  ///
  /// - Parameters:
  ///   - initializer: An initializer, or any function that makes the view: `Editor.init(store:time:)`.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  ///   - entries: How the route is reached, how long its instances live, what else it needs.
  ///   - prepare: Prepares a view that was made, after the caller's own preparation.
  public init<Destination, each Parameter, Contents: EntryContents.ViewRouteContents>(
    _ initializer: @escaping @MainActor (repeat each Parameter) throws -> Destination,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    prepare: ViewPreparation<Destination>? = nil
  ) {
    let make: @MainActor (Resolver) throws -> Destination = { resolver in
      try initializer(repeat try resolver.argument((each Parameter).self, for: .view))
    }
    var parameters: [ParameterDraft] = []
    repeat parameters.append(ParameterDraft((each Parameter).self))
    self.init(
      .view, entries(), Recipe(view: make, prepare: prepare), DeclarationLocation(fileID: fileID, line: line),
      parameters: parameters)
  }

  /// Declares a view that is made with a configuration, which its caller fills.
  ///
  /// - Parameters:
  ///   - destination: The type of the view.
  ///   - configuration: Makes a configuration with its default values, for each caller.
  ///   - fileID: The file of the declaration, for messages; leave it out.
  ///   - line: The line of the declaration, for messages; leave it out.
  ///   - entries: How the route and its configuration are reached, and what it needs. There is no lifetime
  ///     among them: a second caller's configuration would be lost.
  ///   - make: Makes the view of the filled configuration.
  ///   - prepare: Prepares a view that was made, after the caller's own preparation.
  ///   - open: Fills the configuration with the parameters of the URL that led here.
  public init<Destination, Configuration, Contents>(
    _ destination: Destination.Type, configuration: @escaping @MainActor () throws -> Configuration,
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Destination> _ entries: () -> RouteEntries<Destination, Contents>,
    make: @escaping @MainActor (Configuration, Resolver) throws -> Destination,
    prepare: (@MainActor (inout Destination, Configuration, Resolver) throws -> Void)? = nil,
    open: (@MainActor (URLParameters, inout Configuration) throws -> Void)? = nil
  ) where Contents: EntryContents.ViewRouteContents & EntryContents.Configurable {
    self.init(
      .view, entries(),
      Recipe(
        configuration: ConfigurationRecipe(
          MainActorErasure.erase(configuration), open: open.map { MainActorErasure.erase($0) }),
        make: MainActorErasure.erase(make), prepare: prepare.map { MainActorErasure.erase($0) }),
      DeclarationLocation(fileID: fileID, line: line), isOpen: true)
  }
}

extension Recipe {
  /// The recipe of a view whose factory needs nothing.
  fileprivate init(
    view make: @escaping @MainActor () throws -> Destination, prepare: Route.ViewPreparation<Destination>?
  ) {
    self.init(make: MainActorErasure.erase(make), prepare: prepare.map { MainActorErasure.erase($0) })
  }

  /// The recipe of a view whose factory may ask the registry for anything.
  fileprivate init(
    view make: @escaping @MainActor (Resolver) throws -> Destination,
    prepare: Route.ViewPreparation<Destination>?
  ) {
    self.init(make: MainActorErasure.erase(make), prepare: prepare.map { MainActorErasure.erase($0) })
  }
}
