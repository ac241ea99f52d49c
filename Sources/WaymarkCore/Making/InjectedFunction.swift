import WaymarkRuntime

// A type that is generic over a parameter pack needs these systems. A function of a parameter pack can't be stored in
// another type, so on earlier systems only the general way remains.

/// A function whose parameters are dependencies.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private struct InjectedFunction<Destination, First, each Parameter>: Sendable {
  let call: @Sendable (First, repeat each Parameter) throws -> Destination

  @inline(__always)
  func callAsFunction(_ first: First, _ others: repeat each Parameter) throws -> Destination {
    try call(first, repeat each others)
  }
}

/// The same for a function of the main actor.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private struct IsolatedFunction<Destination, First, each Parameter>: Sendable {
  let call: @MainActor (First, repeat each Parameter) throws -> Destination
}

/// A `MakeFunction` of the main actor.
private struct IsolatedMakeFunction<Destination>: Sendable {
  let call: @MainActor (Registry, RequestContext?) throws -> Destination
}

extension Factory {
  /// Creates the factory of a view's initializer, which resolves its parameters from the registry.
  init<Destination, First, each Parameter>(
    injectingView initializer: @escaping @MainActor (First, repeat each Parameter) throws -> Destination,
    _ parameters: [RouteParameter], _ taken: TakenTokens?, prepare: Route.ViewPreparation<Destination>?
  ) {
    let prepare = prepare.map { MainActorErasure.erase($0) }
    // Only main-actor entry points call the functions, and their isolation doesn't change how they're called
    // (`MainActorErasure`).
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *),
      let make = Self.make(
        Destination.self, ErasedFunction(IsolatedFunction(call: initializer)), parameters, for: .view)
    {
      self.init(make: make, prepare: prepare)
      return
    }
    let make = IsolatedMakeFunction { registry, context in
      try Self.call(initializer, for: .view, taken, registry, context)
    }
    self.init(ErasedFunction(make).function(as: MakeFunction<Destination>.self), prepare: prepare)
  }

  /// Creates the factory of a service's initializer, which resolves its parameters from the registry.
  ///
  /// - Parameters:
  ///   - initializer: The initializer.
  ///   - parameters: The parameters of the initializer.
  ///   - taken: The tokens that the route's `Takes` supplies.
  ///   - prepare: Prepares a new destination.
  init<Destination, First, each Parameter>(
    injecting initializer: @escaping @Sendable (First, repeat each Parameter) throws -> Destination,
    _ parameters: [RouteParameter], _ taken: TakenTokens?,
    prepare: (@Sendable (inout Destination, Resolver) throws -> Void)?
  ) {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *),
      let make = Self.make(
        Destination.self, ErasedFunction(InjectedFunction(call: initializer)), parameters, for: .service)
    {
      self.init(make: make, prepare: prepare)
      return
    }
    self.init(
      MakeFunction { registry, context in
        try Self.call(initializer, for: .service, taken, registry, context)
      }, prepare: prepare)
  }

  /// Calls an initializer with parameters of any types.
  @inline(__always)
  private static func call<Destination, First, each Parameter>(
    _ initializer: (First, repeat each Parameter) throws -> Destination, for kind: DestinationKind,
    _ taken: TakenTokens?, _ registry: Registry, _ context: RequestContext?
  ) throws -> Destination {
    let resolver = Resolver(registry: registry, context: context)
    var position = 0
    return try initializer(
      resolver.argument(First.self, for: kind, taken, &position),
      repeat try resolver.argument((each Parameter).self, for: kind, taken, &position))
  }

  /// Returns a `MakeFunction` of an inline value that calls an initializer without generic types, or nil if the types
  /// don't move with their bits, or if there are too many parameters.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  private static func make(
    _ destination: Any.Type, _ function: ErasedFunction, _ parameters: [RouteParameter],
    for kind: DestinationKind
  ) -> ErasedFunction? {
    let inline = parameters.compactMap { InlineParameter($0) }
    guard InlineValue.canMove(destination), inline.count == parameters.count else { return nil }
    return make(function, inline, for: kind).map { ErasedFunction($0) }
  }

  /// Returns a function that calls an initializer without generic types, or nil if it has too many parameters.
  ///
  /// Passing a parameter pack of unknown types asks the runtime for a type at each call. The budget of an initializer
  /// with three services has no room for that.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
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
        var one = InlineArgument()
        try registry.find(&one, for: first, of: kind, context)
        defer { one.release(as: first.type) }
        return try function(one.value)
      }
    case 2:
      let function = function.function(ofInlineValues: InjectedFunction<Value, Value, Value>.self)
      let (first, second) = (parameters[0], parameters[1])
      return MakeFunction { registry, context in
        var one = InlineArgument()
        try registry.find(&one, for: first, of: kind, context)
        defer { one.release(as: first.type) }
        var two = InlineArgument()
        try registry.find(&two, for: second, of: kind, context)
        defer { two.release(as: second.type) }
        return try function(one.value, two.value)
      }
    case 3:
      let function = function.function(ofInlineValues: InjectedFunction<Value, Value, Value, Value>.self)
      let (first, second, third) = (parameters[0], parameters[1], parameters[2])
      return MakeFunction { registry, context in
        var one = InlineArgument()
        try registry.find(&one, for: first, of: kind, context)
        defer { one.release(as: first.type) }
        var two = InlineArgument()
        try registry.find(&two, for: second, of: kind, context)
        defer { two.release(as: second.type) }
        var three = InlineArgument()
        try registry.find(&three, for: third, of: kind, context)
        defer { three.release(as: third.type) }
        return try function(one.value, two.value, three.value)
      }
    case 4:
      let function = function.function(
        ofInlineValues: InjectedFunction<Value, Value, Value, Value, Value>.self)
      let (first, second, third, fourth) = (parameters[0], parameters[1], parameters[2], parameters[3])
      return MakeFunction { registry, context in
        var one = InlineArgument()
        try registry.find(&one, for: first, of: kind, context)
        defer { one.release(as: first.type) }
        var two = InlineArgument()
        try registry.find(&two, for: second, of: kind, context)
        defer { two.release(as: second.type) }
        var three = InlineArgument()
        try registry.find(&three, for: third, of: kind, context)
        defer { three.release(as: third.type) }
        var four = InlineArgument()
        try registry.find(&four, for: fourth, of: kind, context)
        defer { four.release(as: fourth.type) }
        return try function(one.value, two.value, three.value, four.value)
      }
    default:
      guard parameters.count <= InlineArguments.capacity else { return nil }
      // The function takes its later arguments as a pack, the address of an array with their addresses, and reads as
      // many of them as it has parameters (`lib/IRGen/GenPack.cpp` in the repository of Swift). So this type also
      // serves functions of fewer parameters.
      let function = function.function(
        ofInlineValues: InjectedFunction<
          Value, Value, Value, Value, Value, Value, Value, Value, Value, Value, Value, Value, Value, Value,
          Value, Value, Value
        >.self)
      let references = parameters.map { UnretainedReference(retainedByCaller: $0) }
      return MakeFunction { registry, context in
        var arguments = InlineArguments()
        var count = 0
        defer {
          // As in the other cases, the last one first.
          for index in (0..<count).reversed() {
            references[index].read { parameter in arguments.with(index) { $0.release(as: parameter.type) } }
          }
          // The route's function retains the parameters.
          withExtendedLifetime(parameters) {}
        }
        for parameter in references {
          try parameter.read { parameter throws(RouteError) in
            try arguments.with(count) { argument throws(RouteError) in
              try registry.find(&argument, for: parameter, of: kind, context)
            }
          }
          count += 1
        }
        let (first, later) = arguments.all
        return try function(
          first.0.value, first.1.value, first.2.value, first.3.value, first.4.value, first.5.value,
          first.6.value, first.7.value, later.0.value, later.1.value, later.2.value, later.3.value,
          later.4.value, later.5.value, later.6.value, later.7.value)
      }
    }
  }
}

/// A parameter of a type that moves with its bits.
///
/// It's a class so that the function of an initializer passes it with one word.
final class InlineParameter: Sendable {
  let type: InlineType
  /// The token that the route's `Takes` supplies, or nil to resolve the parameter by its type.
  let token: TokenDescription?
  /// The token of a service of the type.
  let service: TokenDescription

  init?(_ parameter: RouteParameter) {
    // The general way looks at the name of the provider.
    guard let type = InlineType(parameter.type),
      parameter.token != nil || !StandardType.contains(parameter.type)
    else { return nil }
    self.type = type
    token = parameter.token
    service = TokenDescription(parameter.type, .service)
  }
}
