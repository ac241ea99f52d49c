import WaymarkRuntime

extension Provider {
  /// Whether the provider keeps a singleton that only has to be made and converted.
  var isSimplyKept: Bool {
    let factory = route.declaration.factory
    return slot >= 0 && adapted == nil && decoration == nil && !factory.hasPreparation
      && factory.configuration == nil
  }

  /// Returns the box of a singleton as the requested type, making the singleton if needed.
  ///
  /// Nothing here is generic, so that the first request costs little more than the later ones; see `Keeping`.
  ///
  /// - Parameter registry: The registry that keeps the singleton.
  /// - Returns: The box; nil if the provider needs more steps (see `isSimplyKept`).
  func keep(in registry: Registry) throws(RouteError) -> ValueBox? {
    guard isSimplyKept, let instanceSlot = route.instanceSlot, let binding, let keeping = binding.keeping
    else { return nil }
    func convert(_ instance: ValueBox) throws(RouteError) -> (box: ValueBox, isShared: Bool) {
      try route.making(in: registry) { () throws(RouteError) in
        try route.running(.converting) { try keeping.convert(instance, binding.conversion, existential) }
      }
    }
    let result = try CreationLock.with(CreationLock.Place(registry.instances, instanceSlot), for: route) {
      () throws(RouteError) -> (box: ValueBox, isShared: Bool) in
      if let kept = registry.kept(in: instanceSlot) {
        return try convert(knownDowncast(kept, to: ValueBox.self))
      }
      return try route.making(in: registry) { () throws(RouteError) in
        try route.checkStarted(in: registry)
        let made = try route.running(.making) { try keeping.make(route.declaration.factory.make, registry) }
        // If the conversion fails, nothing is kept, and the next request tries again.
        let result = try route.running(.converting) {
          try keeping.convert(made, binding.conversion, existential)
        }
        try registry.keep(made, of: route)
        return result
      }
    }
    guard result.isShared else { return result.box }
    // Only boxes of this provider's type are published there.
    return knownDowncast(try registry.keep(result.box, in: slot), to: ValueBox.self)
  }
}
