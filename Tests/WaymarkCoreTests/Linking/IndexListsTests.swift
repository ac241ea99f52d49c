import Testing

@testable import WaymarkCore

@Suite("Lists of indices in one array")
struct IndexListsTests {
  static let cases: [(lists: [[Int]], inverted: [[Int]])] = [
    ([], []),
    ([[]], [[]]),
    ([[0]], [[0]]),
    ([[1], [2], []], [[], [0], [1]]),
    ([[1, 2], [], [1], [2, 0]], [[3], [0, 2], [0, 3], []]),
  ]

  @Test(arguments: cases)
  func `the lists have their elements in order`(lists: [[Int]], _: [[Int]]) {
    let compact = IndexLists(lists)
    #expect(compact.map(Array.init) == lists)
    #expect(compact.indices.map { compact.count(of: $0) } == lists.map(\.count))
    for (list, indices) in lists.enumerated() {
      #expect(indices.indices.map { compact.index(at: $0, of: list) } == indices)
      #expect(compact.index(at: indices.count, of: list) == nil)
    }
  }

  @Test(arguments: cases)
  func `inverting gives the lists that contain each index`(lists: [[Int]], inverted: [[Int]]) {
    #expect(IndexLists(inverting: IndexLists(lists)).map(Array.init) == inverted)
  }
}
