import WaymarkRuntime

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
  /// Passing a parameter pack of unknown types asks the runtime for a type at each call. The budget of an initializer
  /// with three services has no room for that.
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
    default: return nil
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
  /// The key of a service of the type.
  let key: TokenKey

  init?(_ parameter: RouteParameter) {
    guard let type = InlineType(parameter.type) else { return nil }
    self.type = type
    token = parameter.token
    key = TokenKey(parameter.type, .service)
  }
}
