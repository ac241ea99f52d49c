import WaymarkCore
import WaymarkRuntime

/// A scope of a cache, open or opening, to which the cache adds the key.
class CachedScope: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the lock of the cache guards all variables.

  /// The hash value of the key.
  let hash: Int
  let opening = SharedWork<Registry>()
  /// The number of operations in progress.
  fileprivate(set) var users = 1
  /// The time at the end of the last operation.
  fileprivate(set) var usedAt = Duration.zero
  fileprivate var isRemoved = false
  /// Another entry with the same hash value, if any.
  fileprivate var next: CachedScope?
  /// The entries that were used before and after this one, without the ones with operations in progress.
  fileprivate unowned var earlier: CachedScope?
  fileprivate unowned var later: CachedScope?

  /// Creates the entry of a first operation.
  init(hash: Int) {
    self.hash = hash
    _ = opening.join()
  }
}

/// The entries of a cache of scopes, and the scopes that it has removed.
///
/// The lock of the cache guards it. It isn't generic, because each use of a generic type in a generic function looks up
/// the type's metadata: an operation would spend ten times as long on that as on its entry.
struct ScopeCacheEntries: Sendable {
  let limit: Int
  /// The entries by the hash values of their keys, so that an operation looks for its key only once.
  private var known: [Int: CachedScope] = [:]
  /// The least recently used entry without operations in progress, and the most recently used one.
  private(set) var first: CachedScope?
  private var last: CachedScope?
  /// The removed entries with operations in progress.
  private(set) var leaving: [ObjectIdentifier: CachedScope] = [:]
  /// The number of entries.
  private(set) var count = 0
  /// The number of removed scopes that aren't closed.
  var unclosed = 0
  /// The end of the closing of all removed scopes, if a task waits for it.
  var closed: Promise<Void>?
  /// Whether the stop of the registry has closed all scopes, so that no other one opens.
  var hasEnded = false
  /// The task that removes entries after their time to live.
  var sweeper: Task<Void, Never>?

  init(limit: Int) { self.limit = max(1, limit) }

  private var all: [CachedScope] {
    known.values.flatMap { sequence(first: $0, next: \.next) }
  }

  /// Returns the entry of a key, if any.
  ///
  /// - Parameters:
  ///   - hash: The hash value of the key.
  ///   - hasKey: Returns whether an entry has the key.
  func entry(hash: Int, _ hasKey: (CachedScope) -> Bool) -> CachedScope? {
    var entry = known[hash]
    while let found = entry, !hasKey(found) { entry = found.next }
    return entry
  }

  /// Returns whether an operation is in progress in a scope that an entry has opened, also a removed one.
  func isInUse(_ scope: OpenScope) -> Bool { entries(of: scope).contains { $0.users > 0 } }

  /// Returns whether an entry has opened a scope.
  func hasEntry(of scope: OpenScope) -> Bool { !entries(of: scope).isEmpty }

  private func entries(of scope: OpenScope) -> [CachedScope] {
    (all + leaving.values).filter { (try? $0.opening.result?.get().scope) === scope }
  }

  /// Adds an entry, which removes no other one, because its opening can fail.
  mutating func add(_ entry: CachedScope) {
    count += 1
    entry.next = known.updateValue(entry, forKey: entry.hash)
  }

  /// Adds a user to an entry.
  mutating func beginUse(_ entry: CachedScope) {
    entry.users += 1
    takeOut(entry)
  }

  /// Removes a user from an entry, which the last one makes the most recently used entry.
  ///
  /// - Returns: An entry whose scope has to be closed, if any.
  mutating func endUse(_ entry: CachedScope, at now: Duration) -> CachedScope? {
    entry.users -= 1
    guard entry.users == 0 else { return nil }
    guard !entry.isRemoved else { return leaving.removeValue(forKey: ObjectIdentifier(entry)) }
    entry.usedAt = now
    entry.earlier = last
    last?.later = entry
    if first == nil { first = entry }
    last = entry
    return removeExcess()
  }

  /// Removes an entry, and returns it unless its last operation closes the scope.
  mutating func remove(_ entry: CachedScope) -> CachedScope? {
    guard !entry.isRemoved else { return nil }
    entry.isRemoved = true
    takeOut(entry)
    unlink(entry)
    count -= 1
    unclosed += 1
    guard entry.users > 0 else { return entry }
    leaving[ObjectIdentifier(entry)] = entry
    return nil
  }

  /// Removes all entries, and returns the ones without operations in progress.
  mutating func removeAll() -> [CachedScope] { all.compactMap { remove($0) } }

  /// Removes the least recently used entry if there are too many, and returns it.
  mutating func removeExcess() -> CachedScope? {
    guard count > limit, let first else { return nil }
    return remove(first)
  }

  /// Takes an entry out of the order, if it's there.
  private mutating func takeOut(_ entry: CachedScope) {
    if first === entry { first = entry.later }
    if last === entry { last = entry.earlier }
    entry.earlier?.later = entry.later
    entry.later?.earlier = entry.earlier
    (entry.earlier, entry.later) = (nil, nil)
  }

  /// Takes an entry from the ones with its hash value.
  private mutating func unlink(_ entry: CachedScope) {
    guard var other = known[entry.hash], other !== entry else {
      return known[entry.hash] = entry.next.take()
    }
    while let next = other.next, next !== entry { other = next }
    other.next = entry.next.take()
  }
}
