import WaymarkCore
import WaymarkRuntime

/// The entries of a cache of scopes, and the scopes that it has removed.
///
/// The lock of the cache guards it. It isn't generic, because each use of a generic type in a generic function looks up
/// the type's metadata: an operation would spend ten times as long on that as on its entry.
struct ScopeCacheEntries: Sendable {
  typealias Position = RecencyList<Entry>.Position

  struct Entry: Sendable {
    let id: Int
    /// The key, in a box that only the cache can open.
    let key: any AnyObject & Sendable
    /// The hash value of the key.
    let hash: Int
    let opening: SharedWork<Registry>
    /// The number of operations in progress.
    var users = 1
    var usedAt: Duration
    /// The position of an entry with the same hash value, if any.
    fileprivate var next: Position?
  }

  /// The positions of entries by the hash values of their keys, so that an operation looks for its key only once.
  private var positions: [Int: Position] = [:]
  /// The entries, of which the ones without operations in progress are in order, least recently used first.
  private var order = RecencyList<Entry>()
  /// The removed entries with operations in progress.
  var leaving: [Int: Entry] = [:]
  private var lastID = 0
  /// The number of entries.
  private(set) var count = 0
  /// The number of removed scopes that aren't closed.
  var unclosed = 0
  /// The end of the closing of all removed scopes, if a task waits for it.
  var closed: Promise<Void>?
  /// The task that removes entries after their time to live.
  var sweeper: Task<Void, Never>?

  /// The position of the least recently used entry without operations in progress.
  var first: Position? { order.first }

  subscript(position: Position) -> Entry? { order[position] }

  /// Returns the position of the entry with a key, if any.
  ///
  /// - Parameters:
  ///   - hash: The hash value of the key.
  ///   - isKey: Returns whether a box has the key.
  func position(hash: Int, _ isKey: (any AnyObject & Sendable) -> Bool) -> Position? {
    var position = positions[hash]
    while let found = position, let entry = order[found], !isKey(entry.key) { position = entry.next }
    return position
  }

  /// Returns whether an operation is in progress in a scope that an entry has opened, also a removed one.
  func isInUse(_ scope: OpenScope) -> Bool {
    (order.elements + leaving.values).contains { entry in
      entry.users > 0 && (try? entry.opening.result?.get().scope) === scope
    }
  }

  mutating func add(_ key: any AnyObject & Sendable, hash: Int, at now: Duration) -> (Position, Entry) {
    let opening = SharedWork<Registry>()
    _ = opening.join()
    lastID += 1
    count += 1
    let entry = Entry(
      id: lastID, key: key, hash: hash, opening: opening, usedAt: now, next: positions[hash])
    let position = order.insert(entry)
    positions[hash] = position
    return (position, entry)
  }

  /// Adds a user to an entry.
  mutating func beginUse(_ position: Position) {
    order[position]?.users += 1
    order.takeOut(position)
  }

  /// Removes a user from an entry, which the last one makes the most recently used entry.
  mutating func endUse(_ position: Position, at now: Duration) {
    order[position]?.users -= 1
    guard order[position]?.users == 0 else { return }
    order[position]?.usedAt = now
    order.moveToEnd(position)
  }

  /// Removes an entry and returns it, or nil if its last operation has to close it.
  mutating func remove(_ position: Position) -> Entry? {
    guard let entry = order.remove(position) else { return nil }
    unlink(position, entry)
    count -= 1
    unclosed += 1
    guard entry.users > 0 else { return entry }
    leaving[entry.id] = entry
    return nil
  }

  /// Removes all entries, and returns the ones without operations in progress.
  mutating func removeAll() -> [Entry] {
    order.positions.compactMap { remove($0) }
  }

  /// Takes an entry from the ones with its hash value.
  private mutating func unlink(_ position: Position, _ entry: Entry) {
    guard var other = positions[entry.hash], other != position else {
      return positions[entry.hash] = entry.next
    }
    while let next = order[other]?.next, next != position { other = next }
    order[other]?.next = entry.next
  }

  /// Removes and returns the least recently used entry without operations in progress, if any.
  mutating func removeLeastRecent() -> Entry? { first.flatMap { remove($0) } }
}

/// Elements, some of them in the order of their last use, with changes in constant time.
struct RecencyList<Element: Sendable>: Sendable {
  struct Position: Sendable, Equatable { fileprivate let index: Int }

  private struct Node: Sendable {
    var element: Element?
    var previous: Int
    var next: Int
  }

  /// The nodes, of which the first is both ends of the list, and elements that aren't in order lead to themselves.
  private var nodes = [Node(element: nil, previous: 0, next: 0)]
  private var free: [Int] = []

  var first: Position? { nodes[0].next == 0 ? nil : Position(index: nodes[0].next) }

  /// The elements, in any order.
  var elements: [Element] { nodes.compactMap(\.element) }

  /// The positions of the elements, in any order.
  var positions: [Position] {
    nodes.indices.filter { nodes[$0].element != nil }.map { Position(index: $0) }
  }

  subscript(position: Position) -> Element? {
    get { nodes[position.index].element }
    _modify { yield &nodes[position.index].element }
  }

  /// Adds an element that isn't in order yet.
  mutating func insert(_ element: Element) -> Position {
    let index = free.popLast() ?? nodes.count
    let node = Node(element: element, previous: index, next: index)
    if index == nodes.count { nodes.append(node) } else { nodes[index] = node }
    return Position(index: index)
  }

  /// Takes an element out of the order.
  mutating func takeOut(_ position: Position) {
    unlink(position.index)
    (nodes[position.index].previous, nodes[position.index].next) = (position.index, position.index)
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
