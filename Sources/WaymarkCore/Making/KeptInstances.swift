import WaymarkRuntime

/// The place of a kept instance, which lasts as long as its registry or scope, or while something retains it.
enum InstancePlace {
  case slot(Registry, Int)
  /// The slot of a route's instance inside of decorators.
  case converted(Registry, Int)
  /// A weak reference to an object as a type, which is the wrapper of another object if `of` isn't nil.
  case weak(WeakBox, as: Any.Type, of: AnyObject?, Registry)

  /// Returns the instance, calling `make` if there's none.
  ///
  /// Only one thread at a time runs `make`, and the others get its result. If it throws, the next request tries again.
  func get(
    _ route: CompiledRoute, make: () throws(RouteError) -> ValueBox
  ) throws(RouteError) -> ValueBox {
    if let current = current(route) { return current }
    let creation = creation
    try CreationLock.begin(creation, for: route)
    defer { CreationLock.end(creation) }
    if let current = current(route) { return current }
    let lifecycle = owner.lifecycle
    var (node, isKept) = (try lifecycle?.begin(route, in: owner) ?? nil, false)
    defer { if let node { lifecycle?.end(node, isKept: isKept, in: owner) } }
    let kept = try keep(try make(), of: route, ending: &node)
    isKept = true
    // The closing of the scope ends the instance.
    try owner.checkIsOpen()
    return kept
  }

  /// The registry that keeps the instance.
  private var owner: Registry {
    switch self {
    case .slot(let owner, _), .converted(let owner, _), .weak(_, _, _, let owner): owner
    }
  }

  /// The place that the creation lock protects.
  private var creation: CreationLock.Place {
    switch self {
    case .slot(let owner, let slot), .converted(let owner, let slot):
      guard slot < 0, let scope = owner.scope else { return CreationLock.Place(owner.instances, slot) }
      return CreationLock.Place(scope, slot)
    case .weak(let reference, _, _, _): return CreationLock.Place(reference)
    }
  }

  /// Returns the instance, if created and not released.
  func current(_ route: CompiledRoute) -> ValueBox? {
    switch self {
    // Only `keep` publishes in these slots, and `create(_:in:)` in a route's.
    case .slot(let owner, let slot):
      return owner.kept(ValueBox.self, in: slot, of: route)?.destination(of: route)
    case .converted(let owner, let slot): return owner.kept(ValueBox.self, in: slot, of: route)
    case .weak(let reference, let type, let inside, _):
      guard let object = reference.object(of: inside) else { return nil }
      // `WeaklyShared()` and `Kept(by:)` accept only classes and actors.
      return inside == nil ? ValueBox(InlineValue(object: object), as: type) : ValueBox(object).cast(to: type)
    }
  }

  /// - Parameter node: The node of the creation in the life cycle, or nil if it ends with the call.
  /// - Throws: `scopeClosed` if the scope is closed, or `notStarted` if the stop has begun.
  private func keep(
    _ instance: ValueBox, of route: CompiledRoute, ending node: inout Int?
  ) throws(RouteError) -> ValueBox {
    switch self {
    case .slot(let owner, _): try owner.keep(instance, of: route, ending: node.take())
    case .converted(let owner, let slot): return try owner.keep(instance, in: slot, of: route)
    case .weak(let reference, _, let inside, _): reference.set(instance.object, of: inside)
    }
    return instance
  }
}

/// A weak reference to a shared instance, or to the wrapper of an object.
final class WeakBox: Sendable {
  private struct Reference {
    weak var object: AnyObject?
    weak var inside: AnyObject?
  }

  private let reference = Lock(Reference())

  /// The object, retained, or nil after or during deallocation, because a weak reference never revives an object.
  var object: AnyObject? { reference.withLock { $0.object } }

  /// Returns the object if it's the wrapper of another one, or if it's no wrapper, for nil.
  ///
  /// A new object can have the address of a released one, whose wrapper still exists.
  func object(of inside: AnyObject?) -> AnyObject? {
    reference.withLock { $0.inside === inside ? $0.object : nil }
  }

  func set(_ object: AnyObject?, of inside: AnyObject? = nil) {
    reference.withLock { $0 = Reference(object: object, inside: inside) }
  }
}

/// Weak references to instances by their keys, or to the wrappers of objects.
final class KeyedInstances: Sendable {
  fileprivate struct State {
    /// The references, each with the number of requests in progress.
    var places: [(key: InstanceKey, reference: WeakBox, users: Int)] = []
    var positions: [InstanceKey: Int] = [:]
    /// The number of requests until the next examination.
    var requestsLeft = State.period
    var next = 0
  }

  private let state = Lock(State())

  var count: Int { state.withLock { $0.places.count } }

  /// Calls `body` with the reference of a key, and sometimes removes references to released instances.
  func with<Result>(_ key: InstanceKey, _ body: (WeakBox) throws(RouteError) -> Result) throws(RouteError)
    -> Result
  {
    // Retain objects and keys here to release them without the lock.
    var released: [Any] = []
    let reference = state.withLock { state in
      state.requestsLeft -= 1
      if state.requestsLeft == 0 { state.removeSome(releasing: &released) }
      return state.enter(key)
    }
    released = []
    defer { leave(key) }
    return try body(reference)
  }

  private func leave(_ key: InstanceKey) {
    state.withLock { state in
      if let position = state.positions[key] { state.places[position].users -= 1 }
    }
  }
}

extension KeyedInstances.State {
  /// The number of requests between two examinations.
  static let period = 16
  /// The maximum numbers of needed and of removed references in one examination.
  ///
  /// Each removed reference was added by a request, so on average, a request examines three.
  private static let (mostNeeded, mostRemoved) = (2 * period, 128 * period)

  /// Returns the reference of a key, and adds a user to it.
  mutating func enter(_ key: InstanceKey) -> WeakBox {
    let position = positions[key] ?? places.count
    if position == places.count {
      places.append((key, WeakBox(), 0))
      positions[key] = position
    }
    places[position].users += 1
    return places[position].reference
  }

  /// Removes references to released instances, continuing from the last call, and retains objects and keys for the
  /// caller.
  mutating func removeSome(releasing released: inout [Any]) {
    requestsLeft = Self.period
    var (needed, removed) = (0, 0)
    while needed < min(Self.mostNeeded, places.count), removed < Self.mostRemoved {
      if next >= places.count { next = 0 }
      let (key, reference, users) = places[next]
      let object = users > 0 ? nil : reference.object
      if let object { released.append(object) }
      guard users == 0, object == nil else {
        needed += 1
        next += 1
        continue
      }
      released.append(key)
      removed += 1
      positions[key] = nil
      let last = places.removeLast()
      guard next < places.count else { continue }
      places[next] = last
      positions[last.key] = next
    }
    // A dictionary doesn't free memory when its elements are removed.
    guard positions.capacity > 8 * max(places.count, Self.period) else { return }
    positions = Dictionary(uniqueKeysWithValues: positions.map { ($0, $1) })
    places = places.map { $0 }
  }
}
