import WaymarkRuntime

/// The place of a kept instance, which lasts as long as its registry or scope, or while something retains it.
enum InstancePlace {
  /// The slot of a route's instance, or of the instance inside of decorators.
  case slot(Registry, Int)
  /// A weak reference to the instance, which has a type that isn't part of the reference.
  case weak(WeakBox, Any.Type, Registry)

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
    case .slot(let owner, _), .weak(_, _, let owner): owner
    }
  }

  /// The place that the creation lock protects.
  private var creation: CreationLock.Place {
    switch self {
    case .slot(let owner, let slot):
      guard slot < 0, let scope = owner.scope else { return CreationLock.Place(owner.instances, slot) }
      return CreationLock.Place(scope, slot)
    case .weak(let box, _, _): return CreationLock.Place(box, 0)
    }
  }

  /// Returns the instance, if created and not released.
  private func current(_ route: CompiledRoute) -> ValueBox? {
    switch self {
    case .slot(let owner, let slot):
      // Only `keep` publishes in these slots, and `create(_:in:)` in a route's.
      let kept = owner.kept(ValueBox.self, in: slot, of: route)
      return slot == route.instanceSlot ? kept?.destination(of: route) : kept
    case .weak(let box, let type, _): return box.object.flatMap { ValueBox($0).cast(to: type) }
    }
  }

  /// - Parameter node: The node of the creation in the life cycle, or nil if it ends with the call.
  /// - Throws: `scopeClosed` if the scope is closed, or `notStarted` if the stop has begun.
  private func keep(
    _ instance: ValueBox, of route: CompiledRoute, ending node: inout Int?
  ) throws(RouteError) -> ValueBox {
    switch self {
    case .slot(let owner, let slot):
      guard slot == route.instanceSlot else { return try owner.keep(instance, in: slot, of: route) }
      try owner.keep(instance, of: route, ending: node.take())
    case .weak(let box, _, _): box.set(instance.object)
    }
    return instance
  }
}

/// A weak reference to a shared instance.
final class WeakBox: Sendable {
  private struct Reference {
    weak var object: AnyObject?
    /// The instance inside of a wrapper.
    weak var inside: AnyObject?
  }

  private let reference = Lock(Reference())

  /// The object, retained, or nil after or during deallocation, because a weak reference never revives an object.
  var object: AnyObject? { reference.withLock { $0.object } }

  func set(_ object: AnyObject?) { reference.withLock { $0.object = object } }

  /// Forgets the wrapper of another instance, which was at the same address before its release.
  func enter(_ instance: AnyObject) {
    reference.withLock { if $0.inside !== instance { $0 = Reference(object: nil, inside: instance) } }
  }
}

/// The instances of a configured route by their keys, or the wrappers of shared instances by the instances, each while
/// something retains it.
final class KeyedInstances: Sendable {
  /// The place of one key's instance.
  final class Entry: Sendable {
    let key: InstanceKey
    let reference = WeakBox()

    init(_ key: InstanceKey) { self.key = key }
  }

  struct State {
    /// The entries, each with the number of requests in progress.
    var places: [(entry: Entry, users: Int)] = []
    var positions: [InstanceKey: Int] = [:]
    /// The number of requests until the next examination.
    var requestsLeft = State.period
    var next = 0
  }

  private let state = Lock(State())

  var count: Int { state.withLock { $0.places.count } }

  /// Calls `body` with the entry of a key, and sometimes removes entries of released instances.
  func with<Result>(_ key: InstanceKey, _ body: (Entry) throws(RouteError) -> Result) throws(RouteError)
    -> Result
  {
    // Retain objects and keys here to release them without the lock.
    var released: [AnyObject] = []
    let entry = state.withLock { state in
      state.requestsLeft -= 1
      if state.requestsLeft == 0 { _ = state.removeSome(releasing: &released) }
      return state.enter(key)
    }
    released = []
    defer { state.withLock { $0.leave(entry) } }
    return try body(entry)
  }
}

extension KeyedInstances.State {
  /// The number of requests between two examinations.
  static let period = 16
  /// The maximum numbers of needed and of removed entries in one examination.
  ///
  /// Each removed entry was added by a request, so on average, a request examines three entries.
  private static let (mostNeeded, mostRemoved) = (2 * period, 128 * period)

  /// Returns the entry of a key, and adds a user to it.
  mutating func enter(_ key: InstanceKey) -> KeyedInstances.Entry {
    let position = positions[key] ?? places.count
    if position == places.count {
      places.append((KeyedInstances.Entry(key), 0))
      positions[key] = position
    }
    places[position].users += 1
    return places[position].entry
  }

  /// Removes a user of an entry.
  mutating func leave(_ entry: KeyedInstances.Entry) {
    if let position = positions[entry.key] { places[position].users -= 1 }
  }

  /// Removes entries of released instances, continuing from the last call, and retains objects for the caller.
  ///
  /// - Returns: The number of entries examined.
  mutating func removeSome(releasing released: inout [AnyObject]) -> Int {
    requestsLeft = Self.period
    var (needed, removed) = (0, 0)
    while needed < min(Self.mostNeeded, places.count), removed < Self.mostRemoved {
      if next >= places.count { next = 0 }
      let (entry, users) = places[next]
      let object = users > 0 ? nil : entry.reference.object
      if let object { released.append(object) }
      guard users == 0, object == nil else {
        needed += 1
        next += 1
        continue
      }
      released.append(entry)
      removed += 1
      positions[entry.key] = nil
      let last = places.removeLast()
      guard next < places.count else { continue }
      places[next] = last
      positions[last.entry.key] = next
    }
    // A dictionary doesn't free memory when its elements are removed.
    if positions.capacity > 8 * max(places.count, Self.period) {
      positions = Dictionary(uniqueKeysWithValues: positions.map { ($0, $1) })
      places = places.map { $0 }
    }
    return needed + removed
  }
}
