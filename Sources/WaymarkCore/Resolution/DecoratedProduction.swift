import WaymarkRuntime

/// Makes the destination of a decorated token: what's inside, wrapped by the decorator.
struct DecoratedProduction<Requested> {
  let decoration: Decoration

  private var inner: Provider { decoration.inner }
  private var route: CompiledRoute { decoration.inner.route }

  /// Returns a destination, creating it if needed.
  func make(
    _ resolver: Resolver, _ configuration: Any?, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    guard let slot = decoration.slot else { return try wrapped(resolver, configuration, preparing).requested }
    // The registry that keeps the instance wraps it, so that the wrapper can't depend on an inner scope.
    let keeper = try resolver.registry.keeper(of: route, slot: slot)
    defer { resolver.registry.adopt(slot) }
    let own = keeper === resolver.registry ? resolver : Resolver(registry: keeper, context: resolver.context)
    let lifetime = route.declaration.lifetime
    guard lifetime == .singleton || lifetime == .scoped else {
      return try shared(SharedWrappers.of(keeper, slot), own, configuration, preparing)
    }
    if let kept = kept(keeper, slot) { return try prepared(kept, preparing, own) }
    var isPrepared = false
    let requested = try CreationLock.with(place(keeper, slot), for: route) {
      () throws(RouteError) -> Requested in
      if let kept = kept(keeper, slot) { return kept }
      // A value is kept as it was made, and each caller prepares a copy.
      let made = try wrapped(own, configuration, preparing, objectsOnly: true)
      isPrepared = made.isPrepared
      // Only this function publishes there, boxes of this token's type.
      let box = try keeper.keep(ValueBox(made.requested), in: slot)
      return knownDowncast(box, to: ValueBox.self).value(as: Requested.self)
    }
    return isPrepared ? requested : try prepared(requested, preparing, own)
  }

  /// Returns the wrapper that's kept; nil if there's none.
  private func kept(_ keeper: Registry, _ slot: Int) -> Requested? {
    // As in `make`.
    keeper.kept(in: slot).map { knownDowncast($0, to: ValueBox.self).value(as: Requested.self) }
  }

  private func place(_ keeper: Registry, _ slot: Int) -> CreationLock.Place {
    guard slot < 0, let scope = keeper.scope else { return CreationLock.Place(keeper.instances, slot) }
    return CreationLock.Place(scope, slot)
  }

  /// Returns the wrapper of an instance that's shared while something retains it.
  ///
  /// If the instance and its wrapper are objects, there's one wrapper for each instance.
  private func shared(
    _ wrappers: SharedWrappers, _ resolver: Resolver, _ configuration: Any?,
    _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    let instance = try inner.make(as: Requested.self, resolver, configuration, nil)
    let place = CreationLock.Place(wrappers, 0)
    let requested = try CreationLock.with(place, for: route) { () throws(RouteError) -> Requested in
      if let kept = wrappers.wrapper(of: instance, as: Requested.self) { return kept }
      let requested = try decorated(instance, resolver)
      wrappers.keep(requested, of: instance)
      return requested
    }
    return try prepared(requested, preparing, resolver)
  }

  /// Prepares an object that was made elsewhere, which isn't wrapped.
  func prepare(
    _ resolver: Resolver, _ requested: Requested, _ configuration: Any?, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    try inner.prepare(as: Requested.self, resolver, requested, configuration, preparing)
  }

  /// Returns a new wrapper around what's inside.
  ///
  /// The caller's preparation has to run between the factory and the route's own preparation, so it's passed inward,
  /// where it gets the wrapper.
  ///
  /// - Parameter objectsOnly: Whether a wrapper that's a value isn't prepared.
  private func wrapped(
    _ resolver: Resolver, _ configuration: Any?, _ preparing: Preparation<Requested>?,
    objectsOnly: Bool = false
  ) throws(RouteError) -> (requested: Requested, isPrepared: Bool) {
    guard let preparing else {
      return (
        try decorated(try inner.make(as: Requested.self, resolver, configuration, nil), resolver), false
      )
    }
    var wrapper: (Requested, Bool)?
    let instance = try inner.make(as: Requested.self, resolver, configuration) { instance in
      var requested = try decorated(instance, resolver)
      let isPrepared = !objectsOnly || ObjectCast.isClass(type(of: requested as Any))
      if isPrepared { try preparing(&requested) }
      wrapper = (requested, isPrepared)
    }
    if let wrapper { return wrapper }
    return (try decorated(instance, resolver), false)
  }

  private func decorated(_ instance: Requested, _ resolver: Resolver) throws(RouteError) -> Requested {
    let registry = resolver.registry
    let requested = try route.making(in: registry) { () throws(RouteError) in
      try route.running(.decorating) {
        // The decorator was stored in its declaration as one of this token's type.
        let decorate = decoration.decorator.declaration.decorate.function(
          as: DecorateFunction<Requested>.self)
        return try decorate.call(instance, registry)
      }
    }
    registry.recorder?.made(requested, by: route)
    registry.recorder?.decorated(by: decoration.decorator)
    return requested
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
}
