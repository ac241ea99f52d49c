import WaymarkRuntime

/// The place of a kept instance, which lasts as long as its registry or scope, or while something retains it.
enum InstancePlace {
  case slot(Registry, Int)
  /// The slot of a route's instance inside of decorators.
  case converted(Registry, Int)
  /// The slot of a weak reference.
  case weakSlot(Registry, Int)
  /// The entry of a key.
  case entry(KeyedInstances.Entry, Registry)
  /// The entry for the wrapper of an instance.
  case wrapper(SharedWrappers, of: ValueBox, Registry)

  init(_ slot: Int, of owner: Registry, _ lifetime: Lifetime) {
    self = lifetime == .weaklyShared ? .weakSlot(owner, slot) : .slot(owner, slot)
  }

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
    case .slot(let owner, _), .converted(let owner, _), .weakSlot(let owner, _), .entry(_, let owner),
      .wrapper(_, _, let owner):
      owner
    }
  }

  /// The place that the creation lock protects.
  private var creation: CreationLock.Place {
    switch self {
    case .slot(let owner, let slot), .converted(let owner, let slot), .weakSlot(let owner, let slot):
      guard slot < 0, let scope = owner.scope else { return CreationLock.Place(owner.instances, slot) }
      return CreationLock.Place(scope, slot)
    case .entry(let entry, _): return CreationLock.Place(entry, 0)
    case .wrapper(let wrappers, let instance, _):
      // Each instance has a wrapper of its own, and a decorator can request another one.
      return CreationLock.Place(
        wrappers, instance.object.map { Int(bitPattern: ObjectIdentifier($0)) } ?? 0)
    }
  }

  /// Returns the instance, if created and not released.
  func current(_ route: CompiledRoute) -> ValueBox? {
    // `WeaklyShared()` and `Kept(by:)` accept only classes and actors.
    func box(_ object: AnyObject?) -> ValueBox? {
      object.map { ValueBox(InlineValue(object: $0), as: route.declaration.destination) }
    }
    switch self {
    // Only `keep` publishes in these slots, and `create(_:in:)` in a route's.
    case .slot(let owner, let slot):
      return owner.kept(ValueBox.self, in: slot, of: route)?.destination(of: route)
    case .converted(let owner, let slot): return owner.kept(ValueBox.self, in: slot, of: route)
    case .weakSlot(let owner, let slot): return box(owner.kept(WeakBox.self, in: slot, of: route)?.object)
    case .entry(let entry, _): return box(entry.reference.object)
    case .wrapper(let wrappers, let instance, _): return wrappers.wrapper(of: instance)
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
    case .weakSlot(let owner, let slot):
      try owner.table(in: slot, of: route, orNew: WeakBox()).set(instance.object)
    case .entry(let entry, _): entry.reference.set(instance.object)
    case .wrapper(let wrappers, let inside, _): wrappers.keep(instance, of: inside)
    }
    return instance
  }
}

/// A weak reference to a shared instance.
final class WeakBox: Sendable {
  private struct Reference { weak var object: AnyObject? }

  private let reference = Lock(Reference())

  /// The object, retained, or nil after or during deallocation, because a weak reference never revives an object.
  var object: AnyObject? { reference.withLock { $0.object } }

  func set(_ object: AnyObject?) { reference.withLock { $0.object = object } }
}

/// The instances of a configured route by their keys, each while something retains it.
final class KeyedInstances: Sendable {
  /// The place of one key's instance.
  final class Entry: Sendable {
    let key: InstanceKey
    let reference = WeakBox()

    init(_ key: InstanceKey) { self.key = key }
  }

  fileprivate struct State {
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
      if state.requestsLeft == 0 { state.removeSome(releasing: &released) }
      return state.enter(key)
    }
    released = []
    defer { leave(entry) }
    return try body(entry)
  }

  private func leave(_ entry: Entry) {
    state.withLock { state in
      if let position = state.positions[entry.key] { state.places[position].users -= 1 }
    }
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

  /// Removes entries of released instances, continuing from the last call, and retains objects for the caller.
  mutating func removeSome(releasing released: inout [AnyObject]) {
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
    guard positions.capacity > 8 * max(places.count, Self.period) else { return }
    positions = Dictionary(uniqueKeysWithValues: positions.map { ($0, $1) })
    places = places.map { $0 }
  }
}

/// The wrappers of shared instances, each while something retains it.
final class SharedWrappers: Sendable {
  private struct Entry {
    weak var instance: AnyObject?
    weak var wrapper: AnyObject?
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// The number of entries at which to remove the entries of released wrappers.
    var limit = State.smallestLimit

    static let smallestLimit = 16
  }

  private let state = Lock(State())

  /// Returns the wrapper of an instance, as the instance's type, or nil if there's none or one isn't an object.
  func wrapper(of instance: ValueBox) -> ValueBox? {
    guard let object = instance.object else { return nil }
    let wrapper = state.withLock { state -> AnyObject? in
      guard let entry = state.entries[ObjectIdentifier(object)], entry.instance === object else { return nil }
      return entry.wrapper
    }
    return wrapper.flatMap { ValueBox($0).cast(to: instance.type) }
  }

  /// The number of entries, of which about half can belong to released wrappers.
  var count: Int { state.withLock { $0.entries.count } }

  /// Keeps the wrapper of an instance while something else retains it, and returns the number of entries examined.
  ///
  /// When the number of entries has doubled, the function removes the entries of released wrappers, so that a call
  /// examines two on average.
  @discardableResult
  func keep(_ wrapper: ValueBox, of instance: ValueBox) -> Int {
    guard let object = instance.object, let wrapper = wrapper.object else { return 0 }
    // Retain objects here to release them without the lock.
    var alive: [AnyObject] = []
    defer { withExtendedLifetime(alive) {} }
    return state.withLock { state in
      state.entries[ObjectIdentifier(object)] = Entry(instance: object, wrapper: wrapper)
      let examined = state.entries.count
      guard examined >= state.limit else { return 0 }
      state.entries = state.entries.filter { _, entry in
        guard let wrapper = entry.wrapper else { return false }
        alive.append(wrapper)
        return true
      }
      state.limit = max(2 * state.entries.count, State.smallestLimit)
      return examined
    }
  }
}
