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
    func box(_ object: AnyObject?) -> ValueBox? {
      object.map { ValueBox($0, as: route.declaration.destination) }
    }
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

/// The instances of a configured route by their keys, each as long as something retains it.
final class KeyedInstances: Sendable {
  /// The place of the instance for one key.
  final class Entry: Sendable {
    let key: InstanceKey
    let reference = WeakBox()

    init(_ key: InstanceKey) { self.key = key }
  }

  fileprivate struct State {
    /// The entries, each with the number of requests that are using it.
    var places: [(entry: Entry, users: Int)] = []
    /// The positions of the entries.
    var positions: [InstanceKey: Int] = [:]
    /// The number of requests after which entries are examined again.
    var requestsLeft = State.period
    /// The position of the entry that's examined next.
    var next = 0
  }

  private let state = Lock(State())

  /// The number of keys that take memory.
  var count: Int { state.withLock(\.places.count) }

  /// Calls `body` with the entry of a key, which two requests for the same key share.
  ///
  /// Every few requests, some entries are examined, and those whose instance is gone are removed.
  func with<Result>(_ key: InstanceKey, _ body: (Entry) throws(RouteError) -> Result) throws(RouteError)
    -> Result
  {
    // An object or a key that would be released here is released when the lock isn't held.
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
  /// The number of entries that one examination finds to be needed, and of those that it removes, at most.
  ///
  /// Each removed entry was added by a request, so on average, a request examines three entries.
  private static let (mostNeeded, mostRemoved) = (2 * period, 128 * period)

  /// Returns the entry of a key, which has one more user.
  mutating func enter(_ key: InstanceKey) -> KeyedInstances.Entry {
    let position = positions[key] ?? places.count
    if position == places.count {
      places.append((KeyedInstances.Entry(key), 0))
      positions[key] = position
    }
    places[position].users += 1
    return places[position].entry
  }

  /// Removes entries whose instance is gone, continuing where the last call stopped.
  ///
  /// - Parameter released: Retains what the caller has to release.
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
    // A dictionary doesn't free memory when elements are removed.
    guard positions.capacity > 8 * max(places.count, Self.period) else { return }
    positions = Dictionary(uniqueKeysWithValues: positions.map { ($0, $1) })
    places = places.map { $0 }
  }
}

/// The wrappers of instances that are shared while something retains them, each as long as something retains it.
final class SharedWrappers: Sendable {
  private struct Entry {
    weak var instance: AnyObject?
    weak var wrapper: AnyObject?
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// The number of entries at which those of released wrappers are removed.
    var limit = State.smallestLimit

    static let smallestLimit = 16
  }

  private let state = Lock(State())

  /// Returns the wrapper of an instance, as the type of the instance; nil if there's none, or if one of the two isn't an
  /// object.
  func wrapper(of instance: ValueBox) -> ValueBox? {
    guard let object = instance.object else { return nil }
    let wrapper = state.withLock { state -> AnyObject? in
      guard let entry = state.entries[ObjectIdentifier(object)], entry.instance === object else { return nil }
      return entry.wrapper
    }
    return wrapper.flatMap { ValueBox($0).cast(to: instance.type) }
  }

  /// The number of entries, of which at most half and a few more are those of released wrappers.
  var count: Int { state.withLock(\.entries.count) }

  /// Keeps the wrapper of an instance, as long as something else retains it.
  ///
  /// Whenever the entries have doubled, those of released wrappers are removed, so that a call examines two on average.
  ///
  /// - Returns: The number of entries that were examined.
  @discardableResult
  func keep(_ wrapper: ValueBox, of instance: ValueBox) -> Int {
    guard let object = instance.object, let wrapper = wrapper.object else { return 0 }
    // An object that would be released here is released when the lock isn't held.
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
