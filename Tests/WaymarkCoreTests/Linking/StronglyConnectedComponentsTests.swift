import Testing

@testable import WaymarkCore

@Suite("Strongly connected components")
struct StronglyConnectedComponentsTests {
  @Test(
    arguments: [
      ([], []),
      ([[]], [[0]]),
      ([[0]], [[0]]),
      ([[1], [0]], [[0, 1]]),
      ([[1], [2], []], [[2], [1], [0]]),
      ([[1], [2], [0], [2]], [[0, 1, 2], [3]]),
      ([[1], [0, 2], [3], [2]], [[2, 3], [0, 1]]),
    ] as [([[Int]], [[Int]])])
  func `the algorithm finds the components of small graphs`(successors: [[Int]], components: [[Int]]) {
    #expect(StronglyConnectedComponents.of(IndexLists(successors)).map(Array.init) == components)
  }

  /// A recursive search would need a stack frame for each node of the chain.
  @Test func `the algorithm finds a long chain's and a long cycle's components`() {
    let count = 60_000
    let chain = (0..<count).map { $0 + 1 < count ? [$0 + 1] : [] }
    #expect(StronglyConnectedComponents.of(IndexLists(chain)).count == count)
    let cycle = (0..<count).map { [($0 + 1) % count] }
    #expect(StronglyConnectedComponents.of(IndexLists(cycle)).map(Array.init) == [Array(0..<count)])
  }
}
