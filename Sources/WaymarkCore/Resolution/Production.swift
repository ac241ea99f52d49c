import WaymarkRuntime

/// A caller's preparation, which runs before that of the route.
@usableFromInline
package typealias Preparation<Requested> = (inout Requested) throws -> Void

/// Makes a route's destination as `Requested`: factory, the caller's preparation, and the route's
/// preparation.
struct Production<Destination, Requested> {
  let route: CompiledRoute
  let conversion: Conversion<Destination, Requested>
  /// The slot for the kept instance as `Requested`; -1 if none is kept.
  let slot: Int

  private var declaration: RouteDeclaration { route.declaration }
  private var factory: Factory { route.declaration.factory }

  /// Returns a destination, creating it if needed.
  func make(
    _ resolver: Resolver, _ configuration: Any?, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    guard let instanceSlot = route.instanceSlot else {
      return try route.making(in: resolver.registry) { () throws(RouteError) -> Requested in
        let configuration = try route.filled(configuration)
        let destination = try made(configuration, resolver)
        // Most routes need nothing else.
        guard preparing != nil || factory.hasPreparation else { return try converted(destination) }
        return try finish(destination, configuration, resolver, preparing).requested
      }
    }
    // The registry that keeps the instance makes it, so that it can't depend on an inner scope.
    let keeper = try resolver.registry.keeper(of: route, slot: instanceSlot)
    defer { resolver.registry.adopt(slot) }
    let own = keeper === resolver.registry ? resolver : Resolver(registry: keeper, context: resolver.context)
    if slot != -1, let kept = keeper.kept(in: slot) {
      // Only `keep` publishes there, for this slot of this type.
      return try prepared(knownDowncast(kept, to: ValueBox.self).value(as: Requested.self), preparing, own)
    }
    guard let key = declaration.key else {
      return try share(Box(keeper, instanceSlot, declaration.lifetime), nil, own, preparing)
    }
    let configuration = try route.making(in: keeper) { () throws(RouteError) in
      try route.filled(configuration)
    }
    guard let configuration, let value = key.of(configuration) else {
      throw RouteError.configurationReplaced(key.type, by: configuration as Any)
    }
    return try instances(in: keeper, instanceSlot).with(value) { entry throws(RouteError) in
      try share(Box(entry), configuration, own, preparing)
    }
  }

  /// Returns the instances of a route that has a key.
  private func instances(in keeper: Registry, _ slot: Int) throws(RouteError) -> KeyedInstances {
    // Only this function publishes there.
    if let kept = keeper.kept(in: slot) { return knownDowncast(kept, to: KeyedInstances.self) }
    return knownDowncast(try keeper.keep(KeyedInstances(), in: slot), to: KeyedInstances.self)
  }

  /// Prepares an object that was made elsewhere as if the route had made it.
  func prepare(
    _ resolver: Resolver, _ requested: Requested, _ configuration: Any?, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    try route.making(in: resolver.registry) { () throws(RouteError) -> Requested in
      guard let destination = requested as? Destination else {
        throw RouteError.destinationMismatch(requested, as: Destination.self)
      }
      let configuration = try route.filled(configuration)
      var requested = requested
      if let preparing { try route.running(.preparing) { try preparing(&requested) } }
      guard factory.hasPreparation else { return requested }
      var prepared =
        preparing == nil
        ? destination : try conversion.destination(behind: requested, madeOf: destination).destination
      try prepare(&prepared, configuration, resolver)
      // The argument is the destination itself, so it isn't wrapped.
      guard let result = prepared as? Requested else { return try converted(prepared) }
      return result
    }
  }

  // MARK: - Steps

  private func made(_ configuration: Any?, _ resolver: Resolver) throws(RouteError) -> Destination {
    let destination = try route.running(.making) {
      try factory.make(Destination.self, configuration, resolver)
    }
    resolver.registry.recorder?.made(destination, by: route)
    return destination
  }

  private func prepare(
    _ destination: inout Destination, _ configuration: Any?, _ resolver: Resolver
  ) throws(RouteError) {
    do {
      try factory.prepare(&destination, configuration, resolver)
    } catch {
      throw route.failure(error, of: .preparing)
    }
  }

  private func converted(_ destination: Destination) throws(RouteError) -> Requested {
    try route.running(.converting) { try conversion(destination) }
  }

  /// Runs all steps that follow the factory.
  private func finish(
    _ made: Destination, _ configuration: Any?, _ resolver: Resolver, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> (destination: Destination, requested: Requested) {
    var destination = made
    guard let preparing else {
      try prepare(&destination, configuration, resolver)
      return (destination, try converted(destination))
    }
    var requested = try converted(destination)
    try route.running(.preparing) { try preparing(&requested) }
    // What the caller may have put in the place of an instance that's kept is kept instead.
    guard factory.hasPreparation || route.instanceSlot != nil else { return (destination, requested) }
    let behind = try conversion.destination(behind: requested, madeOf: destination)
    destination = behind.destination
    try prepare(&destination, configuration, resolver)
    return (destination, behind.isRequested ? try converted(destination) : requested)
  }

  /// Runs the caller's preparation on an existing instance.
  private func prepared(
    _ requested: Requested, _ preparing: Preparation<Requested>?, _ resolver: Resolver
  ) throws(RouteError) -> Requested {
    guard let preparing else { return requested }
    var requested = requested
    try route.making(in: resolver.registry) { () throws(RouteError) in
      try route.running(.preparing) { try preparing(&requested) }
    }
    return requested
  }

  // MARK: - Kept instances

  /// Returns the kept instance, creating it if needed.
  ///
  /// The caller that causes an object to be made prepares it before its route does, as always. A value is
  /// kept as its route made it, and each caller prepares a copy.
  private func share(
    _ box: Box<Destination>, _ configuration: Any?, _ resolver: Resolver, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    var made: Requested?
    let destination = try box.get(route) { () throws(RouteError) -> Destination in
      try route.making(in: resolver.registry) { () throws(RouteError) -> Destination in
        try route.checkStarted(in: resolver.registry)
        var destination = try self.made(configuration, resolver)
        if ObjectCast.isClass(type(of: destination as Any)) {
          let finished = try finish(destination, configuration, resolver, preparing)
          made = finished.requested
          return finished.destination
        }
        try prepare(&destination, nil, resolver)
        return destination
      }
    }
    if let made { return try keep(made, of: destination, resolver) }
    let requested = try route.making(in: resolver.registry) { () throws(RouteError) in
      try converted(destination)
    }
    return try prepared(try keep(requested, of: destination, resolver), preparing, resolver)
  }

  /// Keeps the converted singleton, if it's the singleton itself.
  ///
  /// A closure's wrapper around it may be unsafe to share, and is made for each caller.
  ///
  /// - Returns: The result that all callers get: this one, or the one that another thread converted first.
  private func keep(
    _ requested: Requested, of destination: Destination, _ resolver: Resolver
  ) throws(RouteError) -> Requested {
    guard slot != -1, conversion.isPlain || ObjectIdentity.isSame(requested, destination) else {
      return requested
    }
    // As in `make`: only productions of this slot publish there.
    let kept = try resolver.registry.keep(ValueBox(requested), in: slot)
    return knownDowncast(kept, to: ValueBox.self).value(as: Requested.self)
  }
}
