import SeededTesting
import Testing

@testable import WaymarkCore

@Suite("Lists, tables, and graphs of the linker")
struct LinkingStructuresTests {
  // MARK: - Lists that derived registries share

  @Test func `adding nothing returns the same list`() {
    let list = LayeredList<Int>.adding([1], to: nil)
    #expect(LayeredList.adding([], to: list) === list)
    #expect(LayeredList<Int>.adding([], to: nil) == nil)
  }

  /// A long chain of parts would be slow to read, and its release would overflow the stack.
  @Test func `thousands of parts keep their order, and merge into a few`() {
    var list: LayeredList<Int>?
    var count = 0
    for size in [3, 1, 1, 2, 9, 1, 1, 1, 4] + Array(repeating: 1, count: 5_000) {
      list = .adding(Array(count..<(count + size)), to: list)
      count += size
      // Each part is at least twice as large as the one above it.
      let limit = Int.bitWidth - count.leadingZeroBitCount
      let depth = sequence(first: list) { $0?.below }.prefix { $0 != nil }.prefix(limit + 1).count { _ in true
      }
      guard depth <= limit, count > 100 || list?.elements == Array(0..<count) else {
        Issue.record("\(depth) parts or more of \(count) elements")
        break
      }
    }
    #expect(list?.elements == Array(0..<count))
  }

  // MARK: - Positions by machine words

  @Test(arguments: try Seeds.first(4))
  func `a table finds the same positions as a dictionary`(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    var table = PositionTable()
    var words: [UInt] = []
    var known: [UInt: Int] = [:]
    for _ in 0..<600 {
      // Multiples of a power of two, as addresses are.
      let word = UInt.random(in: 1...2_000, using: &numbers) * 64
      #expect(table.position(of: word) { words[$0] == word } == known[word], "\(word)")
      guard known[word] == nil else { continue }
      known[word] = words.count
      words.append(word)
      table.append { words[$0] }
      #expect(table.position(of: word) { words[$0] == word } == words.count - 1, "\(word)")
    }
    #expect(table.position(of: 1) { words[$0] == 1 } == nil)
  }

  @Test func `a table finds elements with one word`() {
    var table = PositionTable()
    for _ in 0..<20 { table.append { _ in 64 } }
    #expect((0..<20).map { number in table.position(of: 64) { $0 == number } } == Array(0..<20))
    #expect(table.position(of: 64) { _ in false } == nil)
  }

  // MARK: - Strongly connected components

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
