import WaymarkRuntime

// The asynchronous path makes the instances of a start.
extension CompiledRoute {
  /// Creates and keeps an instance that has nothing to wait for.
  func makeKept(in registry: Registry) throws(RouteError) {
    _ = try make(MakingRequest(in: registry), as: nil)
  }

  /// Creates an instance that only a start creates.
  func made(in registry: Registry) async throws -> ValueBox {
    registry.recorder?.used(self)
    let made = try await declaration.factory.asynchronous?(StartRequest(route: self, registry: registry))
    return declaration.kind == .view
      ? try await MainActor.run { try complete(made, in: registry) } : try complete(made, in: registry)
  }
}

extension StartRequest {
  /// Returns the arguments of the factory, resolved as one level of the thread's resolution stack.
  func arguments<First, each Parameter>(
    _ taken: TakenTokens?, _: First.Type, _: repeat (each Parameter).Type
  ) throws -> (First, (repeat each Parameter)) {
    let (resolver, kind) = (resolver, route.declaration.kind)
    return try route.making(in: registry) { () throws(RouteError) in
      try route.running(.making) {
        var position = 0
        return (
          try resolver.argument(First.self, for: kind, taken, &position),
          (repeat try resolver.argument((each Parameter).self, for: kind, taken, &position))
        )
      }
    }
  }
}
