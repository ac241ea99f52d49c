import WaymarkRuntime

/// The way to a destination through an adapter: what is provided, seen or wrapped as what is required.
struct Adaptation<Provided, Required>: Sendable {
  let provided: DestinationProvider<Provided>
  let conversion: Conversion<Provided, Required>
  /// Where the registry keeps a singleton as `Required`; nil for what a closure makes of one, which may not
  /// be fit for several callers, and is made for each.
  let slot: Int?

  private var route: RouteRecord { provided.route }

  /// Makes a destination, or hands out the one that is kept.
  func make(
    _ resolver: Resolver, _ configuration: Any?, _ preparing: Preparation<Required>?
  ) throws(RouteError) -> Required {
    if let slot, let kept = resolver.registry.instances[slot] {
      // Only `keep` publishes there, for the slot of this adaptation.
      var required = knownDowncast(kept, to: KeptInstance<Required>.self).value
      if let preparing {
        try route.making(in: resolver.registry) { () throws(RouteError) in
          try route.running(.preparing) { try preparing(&required) }
        }
      }
      return required
    }
    let required = try through(preparing, resolver) { inner throws(RouteError) in
      try provided.make(resolver, configuration, inner)
    }
    return keep(required, resolver)
  }

  /// Prepares an object made elsewhere: what is required must be what the route makes.
  func prepare(
    _ resolver: Resolver, _ required: Required, _ preparing: Preparation<Required>?
  ) throws(RouteError) -> Required {
    guard let given = required as? Provided else {
      throw RouteError.destinationMismatch(required, as: Provided.self)
    }
    return try through(preparing, resolver) { inner throws(RouteError) in
      try provided.prepare(resolver, given, inner)
    }
  }

  /// Gets something that is provided, prepared by a caller who knows it as what is required.
  ///
  /// The caller's preparation has to run between the factory and the route's own preparation, so it is
  /// handed inwards. Where the adapter shows the destination itself, the caller's changes are carried back
  /// into it; where a closure wraps it, the wrapper that the caller prepared is what the caller gets.
  private func through(
    _ preparing: Preparation<Required>?, _ resolver: Resolver,
    _ get: (Preparation<Provided>?) throws(RouteError) -> Provided
  ) throws(RouteError) -> Required {
    guard let preparing else { return try converted(try get(nil), resolver) }
    var wrapper: Required?
    let result = try get { provided in
      var required = try conversion.convert(provided)
      try preparing(&required)
      guard conversion.isPlain else {
        wrapper = required
        return
      }
      guard let back = required as? Provided else {
        throw RouteError.destinationMismatch(required, as: Provided.self)
      }
      provided = back
    }
    if let wrapper { return wrapper }
    return try converted(result, resolver)
  }

  private func converted(_ provided: Provided, _ resolver: Resolver) throws(RouteError) -> Required {
    try route.making(in: resolver.registry) { () throws(RouteError) in
      try route.running(.converting) { try conversion.convert(provided) }
    }
  }

  /// Remembers what a singleton was converted to; all callers get the same.
  private func keep(_ required: Required, _ resolver: Resolver) -> Required {
    guard let slot else { return required }
    // As in `make`.
    let kept = resolver.registry.instances.publish(KeptInstance(required), at: slot)
    return knownDowncast(kept, to: KeptInstance<Required>.self).value
  }
}
