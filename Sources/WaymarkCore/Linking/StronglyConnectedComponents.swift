/// The groups of nodes of a directed graph that can all reach each other.
///
/// It's Tarjan's algorithm ("Depth-first search and linear graph algorithms", SIAM Journal on Computing 1, 1972)
/// without recursion, so a long chain doesn't overflow the stack.
///
/// - Complexity: Linear in the number of nodes and edges.
package struct StronglyConnectedComponents {
  private var order: [Int]
  private var lowest: [Int]
  private var isOpen: [Bool]
  private var open: [Int] = []
  /// The nodes from a root to the current one.
  private var path: [Visit] = []
  private var next = 0
  private var components = IndexLists()

  private struct Visit {
    let node: Int
    var edge = 0
  }

  private init(_ count: Int) {
    order = Array(repeating: -1, count: count)
    lowest = Array(repeating: 0, count: count)
    isOpen = Array(repeating: false, count: count)
    components.reserveCapacity(count)
  }

  /// Returns the components, each with ascending nodes, after the components that it leads to.
  package static func of(_ successors: IndexLists) -> IndexLists {
    var search = Self(successors.count)
    for root in 0..<successors.count where search.order[root] < 0 {
      // A node without successors is a component of its own. Most nodes are.
      if successors.index(at: 0, of: root) == nil {
        search.addLeaf(root)
      } else {
        search.visit(root, successors)
      }
    }
    return search.components
  }

  private mutating func addLeaf(_ node: Int) {
    order[node] = next
    next += 1
    components.append(node)
    components.endList()
  }

  private mutating func enter(_ node: Int) -> Visit {
    order[node] = next
    lowest[node] = next
    next += 1
    open.append(node)
    isOpen[node] = true
    return Visit(node: node)
  }

  private mutating func visit(_ root: Int, _ successors: IndexLists) {
    path.append(enter(root))
    while let visit = path.last {
      let node = visit.node
      if let target = successors.index(at: visit.edge, of: node) {
        path[path.count - 1].edge += 1
        if order[target] < 0 {
          path.append(enter(target))
        } else if isOpen[target] {
          lowest[node] = min(lowest[node], order[target])
        }
        continue
      }
      path.removeLast()
      if let parent = path.last { lowest[parent.node] = min(lowest[parent.node], lowest[node]) }
      if lowest[node] == order[node] { close(node) }
    }
  }

  private mutating func close(_ node: Int) {
    guard open.last != node else {
      isOpen[node] = false
      open.removeLast()
      components.append(node)
      components.endList()
      return
    }
    // The component is this node and the nodes entered after it.
    let start = open.lastIndex(of: node) ?? open.startIndex
    for other in open[start...] { isOpen[other] = false }
    components.append(open[start...].sorted())
    open.removeSubrange(start...)
  }
}

/// Lists of indices in one shared array, such as the edges of a graph's nodes, without an allocation for each.
package struct IndexLists: RandomAccessCollection, Sendable {
  private var ends: [Int] = []
  private var values: [Int] = []

  init() {}

  package init(_ lists: some Sequence<some Sequence<Int>>) { for list in lists { append(list) } }

  /// Creates the inverse, in ascending order, of lists of each other's positions without repetitions.
  init(inverting lists: IndexLists) {
    ends = Array(repeating: 0, count: lists.count)
    for value in lists.values { ends[value] += 1 }
    var sum = 0
    for list in ends.indices {
      // Store the position at which to write the list's next index.
      (ends[list], sum) = (sum, sum + ends[list])
    }
    values = Array(repeating: 0, count: sum)
    for position in 0..<lists.count {
      for value in lists[position] {
        values[ends[value]] = position
        ends[value] += 1
      }
    }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { ends.count }

  package subscript(list: Int) -> ArraySlice<Int> { values[start(of: list)..<ends[list]] }

  /// Returns the index at a position of a list, or nil if the list is shorter.
  func index(at position: Int, of list: Int) -> Int? {
    let place = start(of: list) + position
    return place < ends[list] ? values[place] : nil
  }

  /// Calls a closure with each index of a list.
  func forEach(of list: Int, _ body: (Int) -> Void) {
    // A slice would count a reference that all threads share.
    for place in start(of: list)..<ends[list] { body(values[place]) }
  }

  func count(of list: Int) -> Int { ends[list] - start(of: list) }

  private func start(of list: Int) -> Int { list == 0 ? 0 : ends[list - 1] }

  var counts: [Int] { ends.indices.map { ends[$0] - start(of: $0) } }

  mutating func append(_ list: some Sequence<Int>) {
    values.append(contentsOf: list)
    endList()
  }

  mutating func append(_ index: Int) { values.append(index) }

  /// Ends the current list.
  mutating func endList() { ends.append(values.count) }

  /// Makes room for a number of lists with one index each on average.
  mutating func reserveCapacity(_ count: Int) {
    ends.reserveCapacity(count)
    values.reserveCapacity(count)
  }
}
