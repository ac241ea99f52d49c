/// The entries of a cache of scopes, and the scopes that it has removed.
///
/// The lock of the cache guards it.
struct ScopeCacheEntries<Key: Hashable & Sendable>: Sendable {
  struct Entry: Sendable {
    let id: Int
    let opening: SharedWork<Registry>
    /// The number of operations in progress.
    var users = 1
    var usedAt: Duration
    let position: RecencyList<Key>.Position
  }

  private(set) var entries: [Key: Entry] = [:]
  /// The keys of the entries, least recently used first.
  private(set) var order = RecencyList<Key>()
  /// The removed entries with operations in progress.
  var leaving: [Int: Entry] = [:]
  private var count = 0
  /// The number of removed scopes that aren't closed.
  var unclosed = 0
  /// The tasks that wait until all removed scopes are closed.
  var waiting: [CheckedContinuation<Void, Never>] = []
  /// The task that removes entries after their time to live.
  var sweeper: Task<Void, Never>?

  mutating func add(_ key: Key, at now: Duration) -> Entry {
    let opening = SharedWork<Registry>()
    _ = opening.join()
    count += 1
    let entry = Entry(id: count, opening: opening, usedAt: now, position: order.append(key))
    entries[key] = entry
    return entry
  }

  /// Makes an entry the most recently used one, and changes the number of its users.
  mutating func use(_ key: Key, at now: Duration, users: Int = 0) {
    guard let position = entries[key]?.position else { return }
    entries[key]?.usedAt = now
    entries[key]?.users += users
    order.moveToEnd(position)
  }

  /// Removes an entry and returns it, or nil if its last operation has to close it.
  mutating func remove(_ key: Key) -> Entry? {
    guard let entry = entries.removeValue(forKey: key) else { return nil }
    order.remove(entry.position)
    unclosed += 1
    guard entry.users > 0 else { return entry }
    leaving[entry.id] = entry
    return nil
  }

  /// Removes and returns the least recently used entry without operations in progress, if any.
  mutating func removeLeastRecent(at now: Duration, besides key: Key? = nil) -> Entry? {
    for _ in 0..<entries.count {
      guard let first = order.first, let entry = entries[first] else { return nil }
      if first != key, entry.users == 0 { return remove(first) }
      use(first, at: now)
    }
    return nil
  }
}

/// Elements in the order of their last use, with changes in constant time.
struct RecencyList<Element: Sendable>: Sendable {
  struct Position: Sendable { fileprivate let index: Int }

  private struct Node: Sendable {
    var element: Element?
    var previous: Int
    var next: Int
  }

  /// The nodes, of which the first is both ends of the list.
  private var nodes = [Node(element: nil, previous: 0, next: 0)]
  private var free: [Int] = []

  var first: Element? { nodes[nodes[0].next].element }

  mutating func append(_ element: Element) -> Position {
    let index = free.popLast() ?? nodes.count
    if index == nodes.count { nodes.append(Node(element: nil, previous: 0, next: 0)) }
    nodes[index].element = element
    link(index)
    return Position(index: index)
  }

  mutating func moveToEnd(_ position: Position) {
    unlink(position.index)
    link(position.index)
  }

  mutating func remove(_ position: Position) {
    unlink(position.index)
    nodes[position.index].element = nil
    free.append(position.index)
  }

  private mutating func link(_ index: Int) {
    let last = nodes[0].previous
    (nodes[index].previous, nodes[index].next) = (last, 0)
    nodes[last].next = index
    nodes[0].previous = index
  }

  private mutating func unlink(_ index: Int) {
    let node = nodes[index]
    nodes[node.previous].next = node.next
    nodes[node.next].previous = node.previous
  }
}
