/// The groups of nodes of a directed graph that can all reach each other.
///
/// It's Tarjan's algorithm ("Depth-first search and linear graph algorithms", SIAM Journal on Computing 1, 1972)
/// without recursion, so a long chain doesn't overflow the stack.
///
/// - Complexity: Linear in the number of nodes and edges.
package enum StronglyConnectedComponents {
  private struct Visit {
    let node: Int
    /// The place of the node among the open ones.
    let place: Int
    var edge = 0
  }

  /// Returns the components, each with ascending nodes, after the components that it leads to.
  package static func of(_ successors: IndexLists) -> IndexLists {
    var components = IndexLists()
    components.reserveCapacity(successors.count)
    /// The visited nodes of incomplete components, in the order of their visits.
    var open: [Int] = []
    /// The first open place that each node is known to reach, -1 before its visit, or `max` in a complete component.
    var lowest = Array(repeating: -1, count: successors.count)
    /// The nodes from a root to the current one.
    var path: [Visit] = []
    func enter(_ node: Int) {
      lowest[node] = open.count
      path.append(Visit(node: node, place: open.count))
      open.append(node)
    }
    for root in 0..<successors.count where lowest[root] < 0 {
      enter(root)
      while let visit = path.last {
        let node = visit.node
        if let target = successors.index(at: visit.edge, of: node) {
          path[path.count - 1].edge += 1
          if lowest[target] < 0 {
            enter(target)
          } else {
            lowest[node] = min(lowest[node], lowest[target])
          }
          continue
        }
        path.removeLast()
        if lowest[node] == visit.place {
          // The component is this node and the nodes entered after it, and most have only this one.
          if open.last != node { open[visit.place...].sort(by: >) }
          while open.count > visit.place {
            let member = open.removeLast()
            lowest[member] = .max
            components.append(member)
          }
          components.endList()
        }
        if let parent = path.last { lowest[parent.node] = min(lowest[parent.node], lowest[node]) }
      }
    }
    return components
  }
}

/// Lists of indices in one shared array, such as the edges of a graph's nodes, without an allocation for each.
package struct IndexLists: RandomAccessCollection, Sendable {
  private var ends: [Int] = []
  private var values: [Int] = []

  init() {}

  package init(_ lists: some Sequence<some Sequence<Int>>) { for list in lists { append(list) } }

  /// Creates the inverse, in ascending order: for each position, the lists that contain it, as often as they do.
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
