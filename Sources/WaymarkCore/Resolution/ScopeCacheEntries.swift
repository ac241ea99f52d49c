/// The entries of a cache of scopes, and the scopes that it has removed.
///
/// The lock of the cache guards it.
struct ScopeCacheEntries<Key: Hashable & Sendable>: Sendable {
  typealias Position = RecencyList<Entry>.Position

  struct Entry: Sendable {
    let id: Int
    let key: Key
    let opening: SharedWork<Registry>
    /// The number of operations in progress.
    var users = 1
    var usedAt: Duration
  }

  /// The positions of the entries by key, so that an operation looks for its key only once.
  private var positions: [Key: Position] = [:]
  /// The entries, least recently used first.
  private var order = RecencyList<Entry>()
  /// The removed entries with operations in progress.
  var leaving: [Int: Entry] = [:]
  private var lastID = 0
  /// The number of removed scopes that aren't closed.
  var unclosed = 0
  /// The tasks that wait until all removed scopes are closed.
  var waiting: [CheckedContinuation<Void, Never>] = []
  /// The task that removes entries after their time to live.
  var sweeper: Task<Void, Never>?

  var count: Int { positions.count }

  var keys: some Collection<Key> { positions.keys }

  /// The position of the least recently used entry.
  var first: Position? { order.first }

  subscript(position: Position) -> Entry? { order[position] }

  func position(of key: Key) -> Position? { positions[key] }

  /// Returns whether an operation is in progress in a scope that an entry has opened, also a removed one.
  func isInUse(_ scope: OpenScope) -> Bool {
    (positions.values.compactMap { order[$0] } + leaving.values).contains { entry in
      entry.users > 0 && (try? entry.opening.result?.get().scope) === scope
    }
  }

  mutating func add(_ key: Key, at now: Duration) -> (Position, Entry) {
    let opening = SharedWork<Registry>()
    _ = opening.join()
    lastID += 1
    let entry = Entry(id: lastID, key: key, opening: opening, usedAt: now)
    let position = order.append(entry)
    positions[key] = position
    return (position, entry)
  }

  /// Makes an entry the most recently used one, and changes the number of its users.
  mutating func use(_ position: Position, at now: Duration, users: Int = 0) {
    order[position]?.usedAt = now
    order[position]?.users += users
    order.moveToEnd(position)
  }

  /// Removes the entry of a key and returns it, or nil if there's none or its last operation has to close it.
  mutating func remove(_ key: Key) -> Entry? {
    guard let position = positions.removeValue(forKey: key), let entry = order.remove(position) else {
      return nil
    }
    unclosed += 1
    guard entry.users > 0 else { return entry }
    leaving[entry.id] = entry
    return nil
  }

  /// Removes and returns the least recently used entry without operations in progress, if any.
  mutating func removeLeastRecent(at now: Duration, besides other: Position? = nil) -> Entry? {
    for _ in 0..<count {
      guard let first, let entry = order[first] else { return nil }
      if first != other, entry.users == 0 { return remove(entry.key) }
      use(first, at: now)
    }
    return nil
  }
}

/// Elements in the order of their last use, with changes in constant time.
struct RecencyList<Element: Sendable>: Sendable {
  struct Position: Sendable, Equatable { fileprivate let index: Int }

  private struct Node: Sendable {
    var element: Element?
    var previous: Int
    var next: Int
  }

  /// The nodes, of which the first is both ends of the list.
  private var nodes = [Node(element: nil, previous: 0, next: 0)]
  private var free: [Int] = []

  var first: Position? { nodes[0].next == 0 ? nil : Position(index: nodes[0].next) }

  subscript(position: Position) -> Element? {
    get { nodes[position.index].element }
    _modify { yield &nodes[position.index].element }
  }

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

  mutating func remove(_ position: Position) -> Element? {
    unlink(position.index)
    free.append(position.index)
    return nodes[position.index].element.take()
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
