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

  /// Completes an instance of a view's route; see `complete(_:in:)`.
  @MainActor
  func completeView(_ made: ValueBox?, in registry: Registry) throws(RouteError) -> ValueBox {
    try complete(made, in: registry)
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
