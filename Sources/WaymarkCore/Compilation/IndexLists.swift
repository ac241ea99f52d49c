/// Lists of indices, such as the edges of each node of a graph, that share one array.
///
/// An array for each list would be an allocation for each node.
struct IndexLists: RandomAccessCollection, Sendable {
  private var ends: [Int] = []
  private var values: [Int] = []

  init() {}

  init(_ lists: some Sequence<some Sequence<Int>>) { for list in lists { append(list) } }

  /// Creates the lists that contain, for each index, the positions of the lists that contain it, in ascending order.
  ///
  /// - Parameter lists: Lists of positions of each other, none of them twice in a list.
  init(inverting lists: IndexLists) {
    ends = Array(repeating: 0, count: lists.count)
    for value in lists.values { ends[value] += 1 }
    var sum = 0
    for list in ends.indices {
      // For now, the place at which the list's next index is written.
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

  var startIndex: Int { 0 }
  var endIndex: Int { ends.count }

  subscript(list: Int) -> ArraySlice<Int> { values[start(of: list)..<ends[list]] }

  /// Returns the index at a position of a list; nil if the list has fewer.
  func index(at position: Int, of list: Int) -> Int? {
    let place = start(of: list) + position
    return place < ends[list] ? values[place] : nil
  }

  private func start(of list: Int) -> Int { list == 0 ? 0 : ends[list - 1] }

  /// The number of indices in each list.
  var counts: [Int] { ends.indices.map { ends[$0] - start(of: $0) } }

  /// Adds a list at the end.
  mutating func append(_ list: some Sequence<Int>) {
    values.append(contentsOf: list)
    endList()
  }

  /// Adds an index to the list that's being built.
  mutating func append(_ index: Int) { values.append(index) }

  /// Ends the list that's being built.
  mutating func endList() { ends.append(values.count) }

  /// Makes room for a number of lists that have one index each on average.
  mutating func reserveCapacity(_ count: Int) {
    ends.reserveCapacity(count)
    values.reserveCapacity(count)
  }
}
