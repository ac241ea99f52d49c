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
    let asynchronous: AsynchronousFactory?

    init(
      _ prepare: ErasedFunction?, _ configuration: ConfigurationFactory? = nil,
      _ asynchronous: AsynchronousFactory? = nil
    ) {
      self.prepare = prepare
      self.configuration = configuration
      self.asynchronous = asynchronous
    }
  }

  /// A `PrepareFunction`, if the route has a preparation.
  var prepare: ErasedFunction? { rest?.prepare }
  var hasPreparation: Bool { rest.map { $0.prepare != nil } ?? false }
  var configuration: ConfigurationFactory? { rest?.configuration }
  /// The asynchronous factory, if any, with a `make` that throws an error.
  var asynchronous: AsynchronousFactory? { rest?.asynchronous }

  init<Destination>(
    _ make: MakeFunction<Destination>,
    prepare: (@Sendable (inout Destination, Resolver) throws -> Void)?
  ) {
    self.init(make: ErasedFunction(make), prepare: prepare)
  }

  init(make: ErasedFunction, prepare: ErasedFunction? = nil) {
    self.make = make
    rest = prepare.map { Rest($0) }
  }

  /// Creates a factory with a `MakeFunction` of an inline value, if the destination's type moves with its bits.
  init<Destination>(
    make: ErasedFunction, prepare: (@Sendable (inout Destination, Resolver) throws -> Void)?
  ) {
    self.init(
      make: make,
      prepare: prepare.map { prepare in
        ErasedFunction(
          PrepareFunction<Destination> { destination, _, resolver in try prepare(&destination, resolver) })
      })
  }

  /// Creates the factory of a route that only `start()` runs.
  init<Destination>(
    _ asynchronous: AsynchronousFactory, prepare: (@Sendable (inout Destination, Resolver) throws -> Void)?
  ) {
    make = ErasedFunction(
      MakeFunction<Destination> { _, _ in
        // The rules require such a route to keep its instance, and `checkStarted` precedes creation.
        preconditionFailure("only start() makes instances of an asynchronous factory")
      })
    let prepare = prepare.map { prepare in
      ErasedFunction(
        PrepareFunction<Destination> { destination, _, resolver in try prepare(&destination, resolver) })
    }
    rest = Rest(prepare, nil, asynchronous)
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
          try prepare(&destination, ConfigurationFactory.typed(configuration as Any), resolver)
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
      return try make.function(as: ConfiguredMakeFunction<Destination>.self).call(
        configuration as Any, resolver)
    }
    return try make.function(as: MakeFunction<Destination>.self).call(resolver.registry, resolver.context)
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
  package let make: @Sendable () throws -> Any
  /// The function that returns whether a value is a configuration of this route.
  let accepts: @Sendable (Any) -> Bool
  package let open: Open?

  package init<Configuration>(_ make: @escaping @Sendable () throws -> Configuration, open: Open? = nil) {
    type = Configuration.self
    self.make = { try make() }
    accepts = { $0 is Configuration }
    self.open = open
  }

  /// Returns a configuration as the type of the route's closures.
  package static func typed<Configuration>(_ value: Any) throws(RouteError) -> Configuration {
    guard let configuration = value as? Configuration else {
      throw RouteError.configurationReplaced(Configuration.self, by: value)
    }
    return configuration
  }
}

/// The context of a request, besides preparation and configuration.
@usableFromInline
package final class RequestContext: Sendable {
  let userInfo: [String: any Sendable]
  /// The opened URL.
  package let url: String?
  /// The match of the URL.
  package let match: (any AnyObject & Sendable)?
  /// The requested identifier that no route has.
  let unknownIdentifier: String?

  package init(
    userInfo: [String: any Sendable], url: String? = nil, match: (any AnyObject & Sendable)? = nil,
    unknownIdentifier: String? = nil
  ) {
    self.unknownIdentifier = unknownIdentifier
    self.userInfo = userInfo
    self.url = url
    self.match = match
  }

  /// Returns the context with a caller's values, or nil if there are none.
  @usableFromInline
  package static func of(_ userInfo: [String: any Sendable]) -> RequestContext? {
    userInfo.isEmpty ? nil : RequestContext(userInfo: userInfo)
  }
}

// The functions of a route, each in its own struct so that `ErasedFunction` can store it.

/// A function that creates a destination without a configuration.
///
/// It takes the parts of a ``Resolver``, because creating a resolver counts a reference and most factories need none.
struct MakeFunction<Destination>: Sendable {
  let call: @Sendable (Registry, RequestContext?) throws -> Destination

  init(_ call: @escaping @Sendable (Registry, RequestContext?) throws -> Destination) { self.call = call }
}

struct ConfiguredMakeFunction<Destination>: Sendable {
  let call: @Sendable (_ configuration: Any, Resolver) throws -> Destination
}

struct PrepareFunction<Destination>: Sendable {
  let call: @Sendable (inout Destination, _ configuration: Any?, Resolver) throws -> Void
}

struct ConvertFunction<Destination, Requested>: Sendable {
  /// The function, which consumes the destination to avoid counting a reference.
  let call: @Sendable (__owned Destination) throws -> Requested
}

/// A function whose parameters are dependencies.
private struct InjectedFunction<Destination, First, each Parameter>: Sendable {
  let call: @Sendable (First, repeat each Parameter) throws -> Destination

  @inline(__always)
  func callAsFunction(_ first: First, _ others: repeat each Parameter) throws -> Destination {
    try call(first, repeat each others)
  }
}

/// The same for a function of the main actor.
private struct IsolatedFunction<Destination, First, each Parameter>: Sendable {
  let call: @MainActor (First, repeat each Parameter) throws -> Destination
}

extension Factory {
  /// Creates the factory of a view's initializer, which resolves its parameters from the registry.
  init<Destination, First, each Parameter>(
    injectingView initializer: @escaping @MainActor (First, repeat each Parameter) throws -> Destination,
    _ parameters: [RouteParameter], _ taken: TakenTokens?, prepare: Route.ViewPreparation<Destination>?
  ) {
    // Only main-actor entry points call the function, and its isolation doesn't change how it's called
    // (`MainActorErasure`).
    let function = ErasedFunction(IsolatedFunction(call: initializer))
      .function(as: InjectedFunction<Destination, First, repeat each Parameter>.self)
    self.init(
      injecting: function.call, parameters, for: .view, taken,
      prepare: prepare.map { MainActorErasure.erase($0) })
  }

  /// Creates the factory of an initializer, which resolves its parameters from the registry.
  ///
  /// - Parameters:
  ///   - initializer: The initializer.
  ///   - parameters: The parameters of the initializer.
  ///   - kind: The kind of the route.
  ///   - taken: The tokens that the route's `Takes` supplies.
  ///   - prepare: Prepares a new destination.
  init<Destination, First, each Parameter>(
    injecting initializer: @escaping @Sendable (First, repeat each Parameter) throws -> Destination,
    _ parameters: [RouteParameter], for kind: DestinationKind, _ taken: TakenTokens?,
    prepare: (@Sendable (inout Destination, Resolver) throws -> Void)?
  ) {
    let inline = parameters.compactMap { InlineParameter($0) }
    let function = ErasedFunction(InjectedFunction(call: initializer))
    if InlineValue.canMove(Destination.self), inline.count == parameters.count,
      let make = Self.make(function, inline, for: kind)
    {
      self.init(make: ErasedFunction(make), prepare: prepare)
      return
    }
    self.init(
      MakeFunction { registry, context in
        let resolver = Resolver(registry: registry, context: context)
        var position = 0
        return try initializer(
          resolver.argument(First.self, for: kind, taken, &position),
          repeat try resolver.argument((each Parameter).self, for: kind, taken, &position))
      }, prepare: prepare)
  }

  /// Returns a function that calls an initializer without generic types, or nil if it has too many parameters.
  ///
  /// Passing a parameter pack of unknown types asks the runtime for a type at each call. The budget of an initializer with
  /// three services has no room for that.
  private static func make(
    _ function: ErasedFunction, _ parameters: [InlineParameter], for kind: DestinationKind
  ) -> MakeFunction<InlineValue>? {
    // All types of the function move with their bits, as the caller has checked.
    typealias Value = InlineValue
    switch parameters.count {
    case 1:
      let function = function.function(ofInlineValues: InjectedFunction<Value, Value>.self)
      let first = parameters[0]
      return MakeFunction { registry, context in
        let resolver = Resolver(registry: registry, context: context)
        let one = try resolver.argument(first, for: kind)
        defer { first.type.destroy(one) }
        return try function(one)
      }
    case 2:
      let function = function.function(ofInlineValues: InjectedFunction<Value, Value, Value>.self)
      let (first, second) = (parameters[0], parameters[1])
      return MakeFunction { registry, context in
        let resolver = Resolver(registry: registry, context: context)
        let one = try resolver.argument(first, for: kind)
        defer { first.type.destroy(one) }
        let two = try resolver.argument(second, for: kind)
        defer { second.type.destroy(two) }
        return try function(one, two)
      }
    case 3:
      let function = function.function(ofInlineValues: InjectedFunction<Value, Value, Value, Value>.self)
      let (first, second, third) = (parameters[0], parameters[1], parameters[2])
      return MakeFunction { registry, context in
        let resolver = Resolver(registry: registry, context: context)
        let one = try resolver.argument(first, for: kind)
        defer { first.type.destroy(one) }
        let two = try resolver.argument(second, for: kind)
        defer { second.type.destroy(two) }
        let three = try resolver.argument(third, for: kind)
        defer { third.type.destroy(three) }
        return try function(one, two, three)
      }
    case 4:
      let function = function.function(
        ofInlineValues: InjectedFunction<Value, Value, Value, Value, Value>.self)
      let (first, second, third, fourth) = (parameters[0], parameters[1], parameters[2], parameters[3])
      return MakeFunction { registry, context in
        let resolver = Resolver(registry: registry, context: context)
        let one = try resolver.argument(first, for: kind)
        defer { first.type.destroy(one) }
        let two = try resolver.argument(second, for: kind)
        defer { second.type.destroy(two) }
        let three = try resolver.argument(third, for: kind)
        defer { third.type.destroy(three) }
        let four = try resolver.argument(fourth, for: kind)
        defer { fourth.type.destroy(four) }
        return try function(one, two, three, four)
      }
    default: return nil
    }
  }
}

/// A parameter of a type that moves with its bits.
struct InlineParameter: Sendable {
  let type: InlineType
  /// The token that the route's `Takes` supplies, or nil to resolve the parameter by its type.
  let token: TokenDescription?
  /// The key of a service of the type.
  let key: TokenKey

  init?(_ parameter: RouteParameter) {
    guard let type = InlineType(parameter.type) else { return nil }
    self.type = type
    token = parameter.token
    key = TokenKey(parameter.type, .service)
  }
}
