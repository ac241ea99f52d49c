import WaymarkRuntime

/// The way from a route to a destination of type `Requested`: make, the caller's preparation, the route's.
struct Production<Destination, Requested>: Sendable {
  let recipe: Recipe<Destination>
  let lifetime: Lifetime
  let route: RouteRecord
  /// Where the registry keeps a singleton as `Requested`; nil where there is none.
  let slot: Int?
  let conversion: Conversion<Destination, Requested>

  /// Makes a destination, or hands out the one that is kept.
  func make(
    _ resolver: Resolver, _ configuration: Any?, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    guard lifetime != .transient, let instanceSlot = route.instanceSlot,
      let sharedInstance = recipe.sharedInstance
    else {
      return try route.making(in: resolver.registry) { () throws(RouteError) -> Requested in
        let configuration = try filled(configuration)
        let destination = try route.running(.making) { try recipe.make(configuration, resolver) }
        resolver.registry.recorder?.made(destination, by: route)
        // Most routes need no more; the way through `finish` takes several times as long.
        guard preparing != nil || recipe.isPrepared else { return try converted(destination) }
        return try finish(destination, configuration, resolver, preparing).requested
      }
    }
    let instances = resolver.registry.instances
    if let slot, let kept = instances[slot] {
      // Only the code below publishes there, for this slot of this production.
      let requested = knownDowncast(kept, to: KeptInstance<Requested>.self).value
      return try prepared(requested, preparing, resolver)
    }
    // Only this line publishes there, for the slot of this route.
    let instance = knownDowncast(
      instances[instanceSlot] ?? instances.publish(sharedInstance(), at: instanceSlot),
      to: SharedInstance<Destination>.self)
    return try share(instance, resolver, preparing)
  }

  /// Prepares an object made elsewhere as if the route had made it.
  func prepare(
    _ resolver: Resolver, _ requested: Requested, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    try route.making(in: resolver.registry) { () throws(RouteError) -> Requested in
      guard let destination = requested as? Destination else {
        throw RouteError.destinationMismatch(requested, as: Destination.self)
      }
      let configuration = try filled(nil)
      // What came in is the destination itself, so that it is not converted again.
      let identity = Conversion<Destination, Requested>(isPlain: true) { destination in
        guard let requested = destination as? Requested else {
          return try conversion.convert(destination)
        }
        return requested
      }
      let production = Production(
        recipe: recipe, lifetime: lifetime, route: route, slot: nil, conversion: identity)
      return try production.finish(destination, configuration, resolver, preparing).requested
    }
  }

  /// The configuration of a caller, or the default one where the route has one and the caller none.
  private func filled(_ configuration: Any?) throws(RouteError) -> Any? {
    guard configuration == nil, let recipe = recipe.configuration else { return configuration }
    return try route.running(.configuring, recipe.make)
  }

  /// Everything after a new destination was made.
  private func finish(
    _ made: Destination, _ configuration: Any?, _ resolver: Resolver, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> (destination: Destination, requested: Requested) {
    var destination = made
    guard let preparing else {
      if recipe.isPrepared {
        try route.running(.preparing) { try recipe.prepare(&destination, configuration, resolver) }
      }
      return (destination, try converted(destination))
    }
    var requested = try converted(destination)
    try route.running(.preparing) { try preparing(&requested) }
    guard recipe.isPrepared else { return (destination, requested) }
    let behind = try conversion.destination(behind: requested, madeOf: destination)
    destination = behind.destination
    try route.running(.preparing) { try recipe.prepare(&destination, configuration, resolver) }
    return (destination, behind.isRequested ? try converted(destination) : requested)
  }

  private func converted(_ destination: Destination) throws(RouteError) -> Requested {
    try route.running(.converting) { try conversion.convert(destination) }
  }

  /// Runs a caller's preparation on something that exists.
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

  /// Hands out the instance that is kept, made now if there is none.
  ///
  /// The caller who makes an object prepares it before its route does, as always. A value is kept as its
  /// route made it, and each caller prepares a copy.
  private func share(
    _ instance: SharedInstance<Destination>, _ resolver: Resolver, _ preparing: Preparation<Requested>?
  ) throws(RouteError) -> Requested {
    var made: Requested?
    let destination = try instance.get(route) { () throws(RouteError) -> Destination in
      try route.making(in: resolver.registry) { () throws(RouteError) -> Destination in
        var destination = try route.running(.making) { try recipe.make(nil, resolver) }
        resolver.registry.recorder?.made(destination, by: route)
        if type(of: destination as Any) is AnyObject.Type {
          let finished = try finish(destination, nil, resolver, preparing)
          made = finished.requested
          return finished.destination
        }
        try route.running(.preparing) { try recipe.prepare(&destination, nil, resolver) }
        return destination
      }
    }
    if let made { return keep(made, of: destination, resolver) }
    let requested = try route.making(in: resolver.registry) { () throws(RouteError) in
      try converted(destination)
    }
    return try prepared(keep(requested, of: destination, resolver), preparing, resolver)
  }

  /// Remembers what a singleton was converted to, if that is the singleton itself.
  ///
  /// What a closure has wrapped around it may not be fit for several callers, and is made for each.
  ///
  /// - Returns: What all callers get: this, or what another thread converted it to first.
  private func keep(_ requested: Requested, of destination: Destination, _ resolver: Resolver) -> Requested {
    guard let slot, conversion.isPlain || Self.isSameObject(requested, destination) else { return requested }
    // As in `make`: only productions of this slot publish there.
    let kept = resolver.registry.instances.publish(KeptInstance(requested), at: slot)
    return knownDowncast(kept, to: KeptInstance<Requested>.self).value
  }
}

extension Production {
  private static func isSameObject(_ requested: Requested, _ destination: Destination) -> Bool {
    guard type(of: destination as Any) is AnyObject.Type, type(of: requested as Any) is AnyObject.Type else {
      return false
    }
    return (requested as AnyObject) === (destination as AnyObject)
  }
}

extension Production where Requested == Destination {
  /// The way to the destination itself, whatever it is provided as.
  static func whole(_ recipe: Recipe<Destination>, _ lifetime: Lifetime, route: RouteRecord) -> AnyProduction
  {
    let production = Production(
      recipe: recipe, lifetime: lifetime, route: route, slot: nil,
      conversion: Conversion(isPlain: true) { $0 })
    return AnyProduction { resolver, configuration, preparing throws(RouteError) in
      guard let preparing else { return try production.make(resolver, configuration, nil) }
      return try production.make(resolver, configuration) { destination in
        var prepared: Any = destination
        try preparing(&prepared)
        guard let result = prepared as? Destination else {
          throw RouteError.destinationMismatch(prepared, as: Destination.self)
        }
        destination = result
      }
    }
  }
}
