import WaymarkRuntime

// Checks of a request before it changes anything, for a navigator that removes screens first.
extension Registry {
  /// Returns the object that a request for a route finds, or nil if the request creates one or depends on a key.
  ///
  /// - Throws: `scopeNotOpen` or `scopeClosed` if the scope of the object isn't open.
  package func object(keptFor route: CompiledRoute) throws(RouteError) -> AnyObject? {
    guard let slot = route.instanceSlot else { return nil }
    let owner = try owner(of: route, slot: slot)
    guard route.declaration.key == nil else { return nil }
    return try owner.place(of: route, in: slot).current(route)?.object
  }

  /// Throws the error of a request if a route or one of its parameters needs a scope that isn't open.
  ///
  /// The declaration doesn't show the requests of closures.
  package func checkScopes(for route: CompiledRoute) throws(RouteError) {
    guard image.usesScopes else { return }
    if let slot = route.instanceSlot {
      // A kept instance needs no scope inside of its own.
      _ = try owner(of: route, slot: slot)
      return
    }
    let declaration = route.declaration
    try route.making(in: self) { () throws(RouteError) in
      for value in declaration.scopeValues where !value.isOptional && !hasOpen(value.scope) {
        throw RouteError.scopeNotOpen(value.scope, in: self)
      }
      for dependency in declaration.parameters.dependencies(in: declaration.kind)
      where dependency.strength == .eager && !dependency.isOptional {
        for provider in image.providers(for: dependency) { try checkScopes(for: provider.route) }
      }
    }
  }
}

extension CompiledRoute {
  /// Whether all requests to a registry find one object, which the registry keeps for the route.
  package var keepsObject: Bool {
    instanceSlot != nil && declaration.key == nil && declaration.destination is AnyObject.Type
  }
}
