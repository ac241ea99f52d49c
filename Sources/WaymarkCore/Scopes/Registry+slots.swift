import WaymarkRuntime

// The slots of the instances that a root or an open scope keeps.
extension Registry {
  /// Returns the registry that creates and keeps an instance in a slot, or throws if its scope isn't open.
  package func owner(of route: CompiledRoute, slot: Int) throws(RouteError) -> Registry {
    if isPlain, base == nil, slot >= 0 { return maker }
    try checkIsOpen(for: route)
    guard let type = route.declaration.scope else { return owner(of: slot).maker }
    guard var owner = registry(of: type) else {
      return try route.making(in: self) { () throws(RouteError) in
        throw RouteError.scopeNotOpen(type, keeping: route, in: self)
      }
    }
    // An extension of a scope keeps only instances of its own routes.
    while let base = owner.base, -2 - slot < base.image.slotCount(of: type) { owner = base }
    return owner.scope?.maker(for: owner) ?? owner.maker
  }

  /// Returns the registry of a root that creates and keeps an instance in a slot: this root or one that it extends.
  func owner(of slot: Int) -> Registry {
    var owner = root
    while let base = owner.base, slot < base.image.instanceSlotCount { owner = base }
    return owner
  }

  /// Returns the object in a slot, which any caller can see.
  func published(in slot: Int) -> AnyObject? { slot < 0 ? scope?[-2 - slot] : instances[slot] }

  /// Publishes an object in an empty slot, and returns the slot's object, or nil in a closed scope.
  func publishObject(_ object: AnyObject, in slot: Int) -> AnyObject? {
    slot < 0 ? scope?.publish(object, at: -2 - slot) : instances.publish(object, at: slot)
  }

  /// Empties a slot, and returns its object, if any.
  func takeObject(in slot: Int) -> AnyObject? { slot < 0 ? scope?.take(-2 - slot) : instances.take(slot) }
}
