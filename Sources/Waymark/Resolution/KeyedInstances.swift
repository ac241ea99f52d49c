import WaymarkRuntime

/// The instances of a configured route by their keys, each as long as something retains it.
final class KeyedInstances: Sendable {
  /// The place of the instance for one key.
  final class Entry: Sendable {
    let key: InstanceKey
    let reference = WeakBox()

    init(_ key: InstanceKey) { self.key = key }
  }

  private struct State {
    /// The entries, each with the number of requests that are using it.
    var entries: [InstanceKey: (entry: Entry, users: Int)] = [:]
    /// The number of requests after which entries without an instance are removed.
    var requestsLeft = 16
  }

  private let state = Lock(State())

  /// The number of keys that take memory.
  var count: Int { state.withLock(\.entries.count) }

  /// Calls `body` with the entry of a key, which two requests for the same key share.
  ///
  /// Keys whose instance is gone are removed when there were as many requests as there were keys the last time.
  func with<Result>(_ key: InstanceKey, _ body: (Entry) throws(RouteError) -> Result) throws(RouteError)
    -> Result
  {
    // An object that would be released here is released when the lock isn't held.
    var alive: [AnyObject] = []
    let entry = state.withLock { state in
      state.requestsLeft -= 1
      if state.requestsLeft == 0 {
        state.entries = state.entries.filter { _, place in
          guard place.users == 0 else { return true }
          guard let object = place.entry.reference.object else { return false }
          alive.append(object)
          return true
        }
        state.requestsLeft = max(16, state.entries.count)
      }
      let entry = state.entries[key]?.entry ?? Entry(key)
      state.entries[key, default: (entry, 0)].users += 1
      return entry
    }
    alive = []
    defer { leave(entry) }
    return try body(entry)
  }

  private func leave(_ entry: Entry) { state.withLock { $0.entries[entry.key]?.users -= 1 } }
}
