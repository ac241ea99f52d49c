import WaymarkRuntime

/// The functions that create and prepare a route's destination.
///
/// A view's functions belong to the main actor although their types no longer say so. Only main-actor entry points call
/// them.
package struct Factory: Sendable {
  /// A `MakeFunction`, or a `ConfiguredMakeFunction` for a route with a configuration.
  let make: ErasedFunction
  /// Optional properties, in a class to keep factories small: large structs are copied through memory, part by part.
  private let rest: Rest?

  private final class Rest: Sendable {
    let prepare: ErasedFunction?
    let configuration: ConfigurationFactory?
    let asynchronous: AsynchronousMake?

    init(
      _ prepare: ErasedFunction?, _ configuration: ConfigurationFactory? = nil,
      _ asynchronous: AsynchronousMake? = nil
    ) {
      self.prepare = prepare
      self.configuration = configuration
      self.asynchronous = asynchronous
    }
  }

  /// A `PrepareFunction`, if the route has a preparation.
  var prepare: ErasedFunction? { rest?.prepare }
  /// Whether the factory neither prepares its destinations nor needs a configuration or a start.
  var isOnlyMake: Bool { rest == nil }
  var hasPreparation: Bool { rest.map { $0.prepare != nil } ?? false }
  var configuration: ConfigurationFactory? { rest?.configuration }
  /// The asynchronous factory, if any, with a `make` that nothing calls.
  var asynchronous: AsynchronousMake? { rest?.asynchronous }

  init<Destination>(_ make: MakeFunction<Destination>, prepare: Route.ServicePreparation<Destination>?) {
    self.init(make: ErasedFunction(make), prepare: prepare)
  }

  /// Creates the factory of a service with a closure without dependencies.
  init<Destination>(
    calling make: @escaping @Sendable () throws -> Destination,
    prepare: Route.ServicePreparation<Destination>?
  ) {
    self.init(MakeFunction { _, _ in try make() }, prepare: prepare)
  }

  /// Creates the factory of a service with a closure that can request anything from the registry.
  init<Destination>(
    calling make: @escaping @Sendable (Resolver) throws -> Destination,
    prepare: Route.ServicePreparation<Destination>?
  ) {
    self.init(MakeFunction { try make(Resolver(registry: $0, context: $1)) }, prepare: prepare)
  }

  /// Creates the factory of a route that only `start()` runs.
  init<Destination>(
    starting asynchronous: @escaping AsynchronousMake, prepare: Route.ServicePreparation<Destination>?
  ) {
    let make = MakeFunction<Destination> { _, _ in
      // The rules require such a route to keep its instance, and a request before the start throws an error.
      preconditionFailure("only start() makes instances of an asynchronous factory")
    }
    self.init(make: ErasedFunction(make), asynchronous, prepare: prepare)
  }

  /// Creates a factory with a `MakeFunction` of an inline value, if the destination's type moves with its bits.
  init<Destination>(
    make: ErasedFunction, _ asynchronous: AsynchronousMake? = nil,
    prepare: Route.ServicePreparation<Destination>?
  ) {
    self.make = make
    // Mapping an optional function of a generic type would ask the runtime for both types.
    guard let prepare else {
      rest = asynchronous.map { Rest(nil, nil, $0) }
      return
    }
    let function = PrepareFunction<Destination> { destination, _, resolver in
      try prepare(&destination, resolver)
    }
    rest = Rest(ErasedFunction(function), nil, asynchronous)
  }

  /// Creates a factory for a declaration that only rules examine.
  init(onlyMaking make: ErasedFunction) {
    self.make = make
    rest = nil
  }

  package init<Destination, Configuration>(
    _ configuration: ConfigurationFactory,
    make: @escaping @Sendable (Configuration, Resolver) throws -> Destination,
    prepare: (@Sendable (inout Destination, Configuration, Resolver) throws -> Void)?
  ) {
    self.make = ErasedFunction(
      ConfiguredMakeFunction { configuration, resolver in
        try make(ConfigurationFactory.typed(configuration), resolver)
      })
    let prepare = prepare.map { prepare in
      ErasedFunction(
        PrepareFunction<Destination> { destination, configuration, resolver in
          try prepare(&destination, ConfigurationFactory.typed(configuration), resolver)
        })
    }
    rest = Rest(prepare, configuration)
  }

  /// Creates a destination, with the filled configuration if the route has one.
  func make<Destination>(
    _ type: Destination.Type, _ configuration: Any?, _ resolver: Resolver
  ) throws -> Destination {
    // The configuration determines the stored function's type, and the route knows its destination type.
    guard self.configuration == nil else {
      return try make.function(as: ConfiguredMakeFunction<Destination>.self).call(configuration, resolver)
    }
    return try MakeFunction<Destination>(stored: make).call(resolver.registry, resolver.context)
  }

  /// Makes a destination without generic types, or returns nil for a large value or a route with a configuration.
  func makeInline(of type: Any.Type, _ resolver: Resolver) throws -> ValueBox? {
    guard configuration == nil, InlineValue.canMove(type) else { return nil }
    // As above.
    let make = make.function(ofInlineValues: MakeFunction<InlineValue>.self)
    return ValueBox(try make.call(resolver.registry, resolver.context), as: type)
  }

  /// Prepares a destination after the caller's preparation.
  func prepare<Destination>(
    _ destination: inout Destination, _ configuration: Any?, _ resolver: Resolver
  ) throws {
    // As above.
    try prepare?.function(as: PrepareFunction<Destination>.self).call(&destination, configuration, resolver)
  }
}

/// The factory of a route's configuration, which callers fill.
package final class ConfigurationFactory: Sendable {
  package typealias Open = @Sendable (RequestContext, inout Any) throws -> Void

  package let type: Any.Type
  /// The function that returns a default configuration, or nil if every request needs one from its caller.
  package let make: (@Sendable () throws -> Any)?
  /// The function that returns whether a value is a configuration of this route.
  let accepts: @Sendable (Any) -> Bool
  package let open: Open?

  package convenience init<Configuration>(
    _ make: @escaping @Sendable () throws -> Configuration, open: Open? = nil
  ) {
    self.init(Configuration.self, make: { try make() }, open: open)
  }

  /// Creates the factory of a route, without a default configuration unless a function returns one.
  init<Configuration>(
    _ type: Configuration.Type, make: (@Sendable () throws -> Any)? = nil, open: Open? = nil
  ) {
    self.type = type
    self.make = make
    accepts = { $0 is Configuration }
    self.open = open
  }

  /// Returns a configuration as the type of the route's closures.
  package static func typed<Configuration>(_ value: Any?) throws(RouteError) -> Configuration {
    // A conversion of the optional to `Any` would allocate, and the cast to the configuration's type would be slow.
    let value = value ?? (value as Any)
    return try typedValue(value, as: Configuration.self) { () -> RouteError in
      .configurationReplaced(Configuration.self, by: value)
    }
  }
}

// The functions of a route, each in its own struct so that `ErasedFunction` can store it.

/// A function that creates a destination without a configuration.
///
/// It takes the parts of a ``Resolver``, because creating a resolver counts a reference and most factories need none.
struct MakeFunction<Destination>: Sendable {
  let call: @Sendable (Registry, RequestContext?) throws -> Destination

  init(_ call: @escaping @Sendable (Registry, RequestContext?) throws -> Destination) { self.call = call }

  /// Creates the function of a factory, stored for this type or for an inline value.
  ///
  /// A function of an inline value writes five words, so it's never called as one of a smaller destination.
  init(stored function: ErasedFunction) {
    guard InlineValue.canMove(Destination.self) else {
      // The route that has the factory makes a `Destination`.
      self = function.function(as: Self.self)
      return
    }
    let make = function.function(ofInlineValues: MakeFunction<InlineValue>.self)
    self.init { registry, context in
      var made = try make.call(registry, context)
      return made.take(as: Destination.self)
    }
  }
}

struct ConfiguredMakeFunction<Destination>: Sendable {
  let call: @Sendable (_ configuration: Any?, Resolver) throws -> Destination
}

struct PrepareFunction<Destination>: Sendable {
  let call: @Sendable (inout Destination, _ configuration: Any?, Resolver) throws -> Void
}

/// An asynchronous factory of a destination.
typealias AsynchronousMake = @concurrent @Sendable (StartRequest) async throws -> ValueBox

struct ConvertFunction<Destination, Requested>: Sendable {
  /// The function, which consumes the destination to avoid counting a reference.
  let call: @Sendable (__owned Destination) throws -> Requested
}
