import WaymarkRuntime

/// The kept instance of a route in a registry, which exists as long as the registry or while it's retained.
///
/// It's stored in a box, and a weak reference in another kind of box.
struct Box<Destination> {
  private let instances: InstanceSlots
  private let slot: Int
  private let lifetime: Lifetime

  init(_ instances: InstanceSlots, _ slot: Int, _ lifetime: Lifetime) {
    self.instances = instances
    self.slot = slot
    self.lifetime = lifetime
  }

  /// Returns the instance, made by `make` if there's none.
  ///
  /// However many threads request it at the same time, one at a time runs `make`, and the others get its
  /// result. If it throws, nothing is kept, and the next request tries again.
  func get(
    _ route: CompiledRoute, make: () throws(RouteError) -> Destination
  ) throws(RouteError) -> Destination {
    if let current { return current }
    return try CreationLock.with(instances, slot, for: route) { () throws(RouteError) -> Destination in
      if let current { return current }
      return keep(try make())
    }
  }

  /// The instance; nil if none was made, or if it was released.
  private var current: Destination? {
    guard let kept = instances[slot] else { return nil }
    if lifetime == .weaklyShared {
      // Only `keep` publishes here, a `WeakBox` for this lifetime.
      return knownDowncast(kept, to: WeakBox.self).object.map { ObjectCast.value($0, as: Destination.self) }
    }
    // Only `keep` here and that of providers publish in this slot: boxes of the route's destination.
    return knownDowncast(kept, to: ValueBox.self).value(as: Destination.self)
  }

  private func keep(_ destination: Destination) -> Destination {
    if lifetime == .weaklyShared {
      let box = instances[slot] ?? instances.publish(WeakBox(), at: slot)
      // `WeaklyShared()` is accepted for classes and actors only.
      knownDowncast(box, to: WeakBox.self).set(ObjectCast.object(destination))
      return destination
    }
    _ = instances.publish(ValueBox(destination), at: slot)
    return destination
  }
}

/// A weak reference to an instance that's shared while something retains it.
private final class WeakBox: Sendable {
  private struct Reference { weak var object: AnyObject? }

  private let reference = Lock(Reference())

  /// The object, retained; nil if it was or is being deallocated, because a weak reference never revives an
  /// object.
  var object: AnyObject? { reference.withLock { $0.object } }

  func set(_ object: AnyObject) { reference.withLock { $0.object = object } }
}
