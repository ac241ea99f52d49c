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
    let types = parameters.map(\.type)
    let function = ErasedFunction(InjectedFunction(call: initializer))
    if InlineValue.canMove(Destination.self), types.allSatisfy(InlineValue.canMove),
      let call = Self.call(function, types.count)
    {
      self.init(
        make: ErasedFunction(
          MakeFunction { registry, context in
            let resolver = Resolver(registry: registry, context: context)
            return try call(
              InlineArguments(types) { index throws(RouteError) in
                try resolver.inlineArgument(types[index], for: kind, as: taken?.tokens[index])
              })
          }), prepare: prepare)
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
  private static func call(
    _ function: ErasedFunction, _ count: Int
  ) -> (@Sendable (borrowing InlineArguments) throws -> InlineValue)? {
    // The function's types are the caller's, which has checked that all of them move with their bits.
    typealias Value = InlineValue
    switch count {
    case 1:
      let function = function.function(ofInlineValues: InjectedFunction<Value, Value>.self)
      return { try function($0.first) }
    case 2:
      let function = function.function(ofInlineValues: InjectedFunction<Value, Value, Value>.self)
      return { try function($0.first, $0.second) }
    case 3:
      let function = function.function(ofInlineValues: InjectedFunction<Value, Value, Value, Value>.self)
      return { try function($0.first, $0.second, $0.third) }
    case 4:
      let function = function.function(
        ofInlineValues: InjectedFunction<Value, Value, Value, Value, Value>.self)
      return { try function($0.first, $0.second, $0.third, $0.fourth) }
    case 5:
      let function = function.function(
        ofInlineValues: InjectedFunction<Value, Value, Value, Value, Value, Value>.self)
      return { try function($0.first, $0.second, $0.third, $0.fourth, $0.fifth) }
    case 6:
      let function = function.function(
        ofInlineValues: InjectedFunction<Value, Value, Value, Value, Value, Value, Value>.self)
      return { try function($0.first, $0.second, $0.third, $0.fourth, $0.fifth, $0.sixth) }
    default: return nil
    }
  }
}
