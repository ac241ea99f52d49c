import WaymarkRuntime

/// Makes the destination of an adapter's provided token as the required type.
struct Adaptation<Provided, Required> {
  let provided: Provider
  let conversion: Conversion<Provided, Required>
  /// The slot for a singleton as `Required`; -1 if none is kept.
  ///
  /// The result of a closure isn't kept: it may be unsafe to share, and is made for each caller.
  let slot: Int

  private var route: CompiledRoute { provided.route }

  /// Returns a destination, creating it if needed.
  func make(
    _ resolver: Resolver, _ configuration: Any?, _ preparing: Preparation<Required>?
  ) throws(RouteError) -> Required {
    guard slot != -1 else { return try made(resolver, configuration, preparing) }
    let keeper = try resolver.registry.keeper(of: route, slot: slot)
    defer { resolver.registry.adopt(slot) }
    if let kept = keeper.kept(in: slot) {
      // Only `keep` publishes there, for the slot of this adaptation.
      var required = knownDowncast(kept, to: ValueBox.self).value(as: Required.self)
      if let preparing {
        try route.making(in: keeper) { () throws(RouteError) in
          try route.running(.preparing) { try preparing(&required) }
        }
      }
      return required
    }
    let required = try made(resolver, configuration, preparing)
    // What a caller has prepared, or put in its place, is this caller's.
    return preparing == nil ? try keep(required, keeper) : required
  }

  private func made(
    _ resolver: Resolver, _ configuration: Any?, _ preparing: Preparation<Required>?
  ) throws(RouteError) -> Required {
    try through(preparing, resolver) { inner throws(RouteError) in
      try provided.make(as: Provided.self, resolver, configuration, inner)
    }
  }

  /// Prepares an object that was made elsewhere; the required type has to be that of the route's destination.
  func prepare(
    _ resolver: Resolver, _ required: Required, _ configuration: Any?, _ preparing: Preparation<Required>?
  ) throws(RouteError) -> Required {
    guard let given = required as? Provided else {
      throw RouteError.destinationMismatch(required, as: Provided.self)
    }
    return try through(preparing, resolver) { inner throws(RouteError) in
      try provided.prepare(as: Provided.self, resolver, given, configuration, inner)
    }
  }

  /// Returns the provided destination as the required type, prepared by the caller.
  ///
  /// The caller's preparation has to run between the factory and the route's own preparation, so it's passed
  /// inward. If the adapter returns the destination itself, the caller's changes are copied back into it. If
  /// a closure wraps it, the caller gets the wrapper that it prepared.
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

  /// Keeps the converted singleton, and returns the one that all callers get.
  private func keep(_ required: Required, _ keeper: Registry) throws(RouteError) -> Required {
    // As in `make`.
    let kept = try keeper.keep(ValueBox(required), in: slot)
    return knownDowncast(kept, to: ValueBox.self).value(as: Required.self)
  }
}
