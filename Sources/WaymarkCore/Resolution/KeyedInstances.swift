import WaymarkRuntime

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
