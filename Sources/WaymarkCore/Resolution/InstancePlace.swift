import WaymarkRuntime

/// The place of a kept instance, which exists as long as its registry or scope, or while something retains it.
enum InstancePlace {
  /// The slot of a route's instance.
  case slot(Registry, Int)
  /// The slot of a route's instance inside of decorators.
  case converted(Registry, Int)
  /// The slot of a weak reference.
  case weakSlot(Registry, Int)
  /// The entry for a key.
  case entry(KeyedInstances.Entry)
  /// The entry for the wrapper of an instance.
  case wrapper(SharedWrappers, of: ValueBox)

  /// Creates the place of the instance of a route without a key.
  init(_ slot: Int, of keeper: Registry, _ lifetime: Lifetime) {
    self = lifetime == .weaklyShared ? .weakSlot(keeper, slot) : .slot(keeper, slot)
  }

  /// Returns the instance, made by `make` if there's none.
  ///
  /// However many threads request it at the same time, one at a time runs `make`, and the others get its
  /// result. If it throws, nothing is kept, and the next request tries again.
  func get(
    _ route: CompiledRoute, make: () throws(RouteError) -> ValueBox
  ) throws(RouteError) -> ValueBox {
    if let current = current(route) { return current }
    return try CreationLock.with(creation, for: route) { () throws(RouteError) in
      if let current = current(route) { return current }
      return try keep(try make(), of: route)
    }
  }

  /// The place that the creation lock protects.
  private var creation: CreationLock.Place {
    switch self {
    case .slot(let keeper, let slot), .converted(let keeper, let slot), .weakSlot(let keeper, let slot):
      guard slot < 0, let scope = keeper.scope else { return CreationLock.Place(keeper.instances, slot) }
      return CreationLock.Place(scope, slot)
    case .entry(let entry): return CreationLock.Place(entry, 0)
    case .wrapper(let wrappers, _): return CreationLock.Place(wrappers, 0)
    }
  }

  /// Returns the instance; nil if none was made, or if it was released.
  private func current(_ route: CompiledRoute) -> ValueBox? {
    // `WeaklyShared()` and `Kept(by:)` are accepted for classes and actors only.
    func box(_ object: AnyObject?) -> ValueBox? { object.map { .of($0, as: route.declaration.destination) } }
    switch self {
    // Only `keep` publishes in these slots.
    case .slot(let keeper, let slot), .converted(let keeper, let slot):
      return keeper.kept(ValueBox.self, in: slot)
    case .weakSlot(let keeper, let slot): return box(keeper.kept(WeakBox.self, in: slot)?.object)
    case .entry(let entry): return box(entry.reference.object)
    case .wrapper(let wrappers, let instance): return wrappers.wrapper(of: instance)
    }
  }

  /// - Throws: `scopeClosed` if the scope has been closed.
  private func keep(_ instance: ValueBox, of route: CompiledRoute) throws(RouteError) -> ValueBox {
    switch self {
    case .slot(let keeper, _): try keeper.keep(instance, of: route)
    case .converted(let keeper, let slot): return try keeper.keep(instance, in: slot)
    case .weakSlot(let keeper, let slot):
      try keeper.table(in: slot, orNew: WeakBox()).set(instance.object)
    case .entry(let entry): entry.reference.set(instance.object)
    case .wrapper(let wrappers, let inside): wrappers.keep(instance, of: inside)
    }
    return instance
  }
}

/// A weak reference to an instance that's shared while something retains it.
final class WeakBox: Sendable {
  private struct Reference { weak var object: AnyObject? }

  private let reference = Lock(Reference())

  /// The object, retained; nil if it was or is being deallocated, because a weak reference never revives an
  /// object.
  var object: AnyObject? { reference.withLock { $0.object } }

  func set(_ object: AnyObject?) { reference.withLock { $0.object = object } }
}
