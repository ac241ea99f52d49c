import Synchronization
import Waymark

/// The registries of the sessions that were used lately, so that what a session keeps is kept between requests.
///
/// Whether a session is open, the storage says, at each request: a session that ended in another process is closed here
/// when its next request comes.
final class SessionRegistries: Sendable {
  private struct Entry {
    let user: User
    let registry: Registry
    var use: Int
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var uses = 0
  }

  private let application: Registry
  private let capacity: Int
  private let state = Mutex(State())

  init(application: Registry, capacity: Int = 10_000) {
    self.application = application
    self.capacity = capacity
  }

  /// The number of sessions whose registries are kept.
  var count: Int { state.withLock { $0.entries.count } }

  /// Returns the registry of an open session.
  func registry(of user: User, _ secret: SessionSecret) throws -> Registry {
    let key = secret.key
    return try state.withLock { state in
      state.uses += 1
      if let entry = state.entries[key], entry.user == user {
        state.entries[key]?.use = state.uses
        return entry.registry
      }
      let registry = try application.opening(Session(user: user, secret: secret))
      state.entries[key] = Entry(user: user, registry: registry, use: state.uses)
      if state.entries.count > capacity { Self.forget(&state, keeping: capacity / 2) }
      return registry
    }
  }

  /// Closes the registry of a session that has ended.
  func close(key: String) async {
    await state.withLock { $0.entries.removeValue(forKey: key) }?.registry.close()
  }

  /// Returns the registry of a visit without a log-in.
  func visitor(_ secret: SessionSecret) throws -> Registry {
    try application.opening(Session(user: nil, secret: secret))
  }

  /// Forgets the sessions that weren't used for the longest time.
  ///
  /// A request in progress keeps its own.
  private static func forget(_ state: inout State, keeping count: Int) {
    let oldest = state.entries.sorted { $0.value.use < $1.value.use }.dropLast(count)
    for (key, _) in oldest { state.entries[key] = nil }
  }
}
