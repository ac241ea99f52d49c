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

  subscript(position: Position) -> Element? { nodes[position.index].element }

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
    let last = nodes[0].previous
    (nodes[position.index].previous, nodes[position.index].next) = (last, 0)
    nodes[last].next = position.index
    nodes[0].previous = position.index
  }

  mutating func remove(_ position: Position) -> Element? {
    unlink(position.index)
    free.append(position.index)
    return nodes[position.index].element.take()
  }

  private mutating func unlink(_ index: Int) {
    let node = nodes[index]
    nodes[node.previous].next = node.next
    nodes[node.next].previous = node.previous
  }
}
