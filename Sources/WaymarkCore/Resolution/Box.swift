import WaymarkRuntime

/// The kept instance of a route, which exists as long as its registry or scope, or while it's retained.
///
/// It's stored in a box, and a weak reference in another kind of box.
struct Box<Destination> {
  private enum Place {
    /// A slot of the registry that keeps the instance.
    case slot(Registry, Int)
    /// A slot that has a weak reference.
    case weakSlot(Registry, Int)
    /// The entry for a key.
    case entry(KeyedInstances.Entry)
  }

  private let place: Place

  /// Creates the box of a route without a key.
  ///
  /// - Parameters:
  ///   - keeper: The registry that keeps the instance.
  ///   - slot: The slot of the instance.
  ///   - lifetime: The lifetime of the route.
  init(_ keeper: Registry, _ slot: Int, _ lifetime: Lifetime) {
    place = lifetime == .weaklyShared ? .weakSlot(keeper, slot) : .slot(keeper, slot)
  }

  /// Creates the box of a key.
  init(_ entry: KeyedInstances.Entry) { place = .entry(entry) }

  /// Returns the instance, made by `make` if there's none.
  ///
  /// However many threads request it at the same time, one at a time runs `make`, and the others get its
  /// result. If it throws, nothing is kept, and the next request tries again.
  func get(
    _ route: CompiledRoute, make: () throws(RouteError) -> Destination
  ) throws(RouteError) -> Destination {
    if let current { return current }
    return try CreationLock.with(creation, for: route) { () throws(RouteError) -> Destination in
      if let current { return current }
      return try keep(try make(), of: route)
    }
  }

  /// The place that the creation lock protects.
  private var creation: CreationLock.Place {
    switch place {
    case .slot(let keeper, let slot), .weakSlot(let keeper, let slot):
      guard slot < 0, let scope = keeper.scope else { return CreationLock.Place(keeper.instances, slot) }
      return CreationLock.Place(scope, slot)
    case .entry(let entry): return CreationLock.Place(entry, 0)
    }
  }

  /// The instance; nil if none was made, or if it was released.
  private var current: Destination? {
    let object: AnyObject?
    switch place {
    case .slot(let keeper, let slot):
      // Only `keep` here and that of providers publish in this slot: boxes of the route's destination.
      return keeper.kept(in: slot).map { knownDowncast($0, to: ValueBox.self).value(as: Destination.self) }
    case .weakSlot(let keeper, let slot):
      // Only `keep` publishes here, a `WeakBox` for this lifetime.
      object = keeper.kept(in: slot).flatMap { knownDowncast($0, to: WeakBox.self).object }
    case .entry(let entry): object = entry.reference.object
    }
    return object.map { ObjectCast.value($0, as: Destination.self) }
  }

  /// - Throws: `scopeClosed` if the scope has been closed.
  private func keep(_ destination: Destination, of route: CompiledRoute) throws(RouteError) -> Destination {
    // `WeaklyShared()` and `Kept(by:)` are accepted for classes and actors only.
    switch place {
    case .slot(let keeper, _):
      try keeper.keep(ValueBox(destination), of: route)
    case .weakSlot(let keeper, let slot):
      let box: AnyObject
      if let kept = keeper.kept(in: slot) { box = kept } else { box = try keeper.keep(WeakBox(), in: slot) }
      knownDowncast(box, to: WeakBox.self).set(ObjectCast.object(destination))
    case .entry(let entry): entry.reference.set(ObjectCast.object(destination))
    }
    return destination
  }
}

/// A weak reference to an instance that's shared while something retains it.
final class WeakBox: Sendable {
  private struct Reference { weak var object: AnyObject? }

  private let reference = Lock(Reference())

  /// The object, retained; nil if it was or is being deallocated, because a weak reference never revives an
  /// object.
  var object: AnyObject? { reference.withLock { $0.object } }

  func set(_ object: AnyObject) { reference.withLock { $0.object = object } }
}
