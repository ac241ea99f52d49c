import WaymarkRuntime

extension CompiledRoute {
  /// Throws an error if only `start()` may make an instance of this route.
  ///
  /// - Parameter keeper: The registry that would keep the instance.
  func checkStarted(in keeper: Registry) throws(RouteError) {
    guard declaration.hasLifecycle else { return }
    if let scope = keeper.scope, keeper.lifecycle?.isClosed ?? false { throw RouteError.scopeClosed(scope) }
    guard declaration.needsStart || keeper.lifecycle?.isStopped ?? false else { return }
    throw RouteError.notStarted(self, in: keeper)
  }

  /// Returns an instance, prepared, which is made if asynchronous work hasn't made it.
  func complete(_ made: ValueBox?, in registry: Registry) throws(RouteError) -> ValueBox {
    guard let made else { return try makeNow(in: registry) }
    return try prepared(made, in: registry)
  }

  /// Does the same for a view.
  @MainActor
  func completeView(_ made: ValueBox?, in registry: Registry) throws(RouteError) -> ValueBox {
    try complete(made, in: registry)
  }

  private func makeNow(in registry: Registry) throws(RouteError) -> ValueBox {
    try making(in: registry) { () throws(RouteError) in
      // Functions of the binding know the types already, as in `Provider.keep(in:)`.
      if let keeping = declaration.bindings.first(where: { $0.keeping != nil })?.keeping {
        let made = try running(.making) { try keeping.make(declaration.factory.make, registry) }
        return try prepared(made, in: registry)
      }
      func make<Destination>(_: Destination.Type) throws(RouteError) -> ValueBox {
        let resolver = Resolver(registry: registry, context: nil)
        return ValueBox(
          try running(.making) { try declaration.factory.make(Destination.self, nil, resolver) })
      }
      return try prepared(try make(declaration.destination), in: registry)
    }
  }

  /// Returns an instance, prepared by the route and reported to the recorder.
  func prepared(_ made: ValueBox, in registry: Registry) throws(RouteError) -> ValueBox {
    guard declaration.factory.hasPreparation || registry.recorder != nil else { return made }
    func prepare<Destination>(_: Destination.Type) throws(RouteError) -> ValueBox {
      // The route makes its destination.
      var destination = made.value(as: Destination.self)
      registry.recorder?.made(destination, by: self)
      guard declaration.factory.hasPreparation else { return made }
      let resolver = Resolver(registry: registry, context: nil)
      try making(in: registry) { () throws(RouteError) in
        try running(.preparing) { try declaration.factory.prepare(&destination, nil, resolver) }
      }
      return ValueBox(destination)
    }
    return try prepare(declaration.destination)
  }
}

/// The start of one instance.
struct StartRequest: AsynchronousRequest {
  let route: CompiledRoute
  /// The registry that keeps the instance.
  let registry: Registry

  var resolver: Resolver { Resolver(registry: registry, context: nil) }

  func resolve(_ body: () throws -> Void) throws {
    try route.making(in: registry) { () throws(RouteError) in
      try route.running(.making) { try body() }
    }
  }
}
