import WaymarkRuntime

/// Makes what an adapter provides as what it requires.
struct Adaptation<Provided, Required> {
  let provided: Provider
  let conversion: Conversion<Provided, Required>
  /// Where the registry keeps a singleton as `Required`; below zero where it keeps none, as for what a closure returns,
  /// which may not be fit for several callers, and is made for each.
  let slot: Int

  private var route: CompiledRoute { provided.route }

  /// Returns a destination, creating it if needed.
  func make(
    _ resolver: Resolver, _ configuration: Any?, _ preparing: Preparation<Required>?
  ) throws(RouteError) -> Required {
    if slot >= 0, let kept = resolver.registry.instances[slot] {
      // Only `keep` publishes there, for the slot of this adaptation.
      var required = knownDowncast(kept, to: ValueBox.self).value(as: Required.self)
      if let preparing {
        try route.making(in: resolver.registry) { () throws(RouteError) in
          try route.running(.preparing) { try preparing(&required) }
        }
      }
      return required
    }
    let required = try through(preparing, resolver) { inner throws(RouteError) in
      try provided.make(as: Provided.self, resolver, configuration, inner)
    }
    // What a caller has prepared, or put in its place, is this caller's.
    return preparing == nil ? keep(required, resolver) : required
  }

  /// Prepares an object that was made elsewhere: what's required must be what the route makes.
  func prepare(
    _ resolver: Resolver, _ required: Required, _ preparing: Preparation<Required>?
  ) throws(RouteError) -> Required {
    guard let given = required as? Provided else {
      throw RouteError.destinationMismatch(required, as: Provided.self)
    }
    return try through(preparing, resolver) { inner throws(RouteError) in
      try provided.prepare(as: Provided.self, resolver, given, inner)
    }
  }

  /// Gets something that's provided, prepared by a caller who knows it as what's required.
  ///
  /// The caller's preparation has to run between the factory and the route's own preparation, so it's passed inward.
  /// Where the adapter returns the destination itself, the caller's changes are carried back into it; where a closure
  /// wraps it, the wrapper that the caller prepared is what the caller gets.
  private func through(
    _ preparing: Preparation<Required>?, _ resolver: Resolver,
    _ get: (Preparation<Provided>?) throws(RouteError) -> Provided
  ) throws(RouteError) -> Required {
    guard let preparing else { return try converted(try get(nil), resolver) }
    var wrapper: Required?
    let result = try get { provided in
      var required = try conversion(provided)
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
      try route.running(.converting) { try conversion(provided) }
    }
  }

  /// Keeps what a singleton was converted to; all callers get the same.
  private func keep(_ required: Required, _ resolver: Resolver) -> Required {
    guard slot >= 0 else { return required }
    // As in `make`.
    let kept = resolver.registry.instances.publish(ValueBox(required), at: slot)
    return knownDowncast(kept, to: ValueBox.self).value(as: Required.self)
  }
}
