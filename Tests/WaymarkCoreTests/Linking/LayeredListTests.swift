import Testing

@testable import WaymarkCore

@Suite("Lists that derived registries share")
struct LayeredListTests {
  @Test func `elements keep their order`() {
    var list: LayeredList<Int>?
    var expected: [Int] = []
    for size in [3, 1, 1, 0, 2, 9, 1, 1, 1, 4] {
      let added = Array(expected.count..<(expected.count + size))
      list = .adding(added, to: list)
      expected += added
      #expect(list?.elements ?? [] == expected)
    }
  }

  @Test func `adding nothing returns the same list`() {
    let list = LayeredList<Int>.adding([1], to: nil)
    #expect(LayeredList.adding([], to: list) === list)
    #expect(LayeredList<Int>.adding([], to: nil) == nil)
  }

  /// A long chain of parts would be slow to read, and its release would overflow the stack.
  @Test func `thousands of parts merge into a few`() {
    var list: LayeredList<Int>?
    for number in 0..<5_000 {
      list = .adding([number], to: list)
      // Each part is at least twice as large as the one above it.
      let limit = Int.bitWidth - (number + 1).leadingZeroBitCount
      let depth = sequence(first: list) { $0?.below }.prefix { $0 != nil }.prefix(limit + 1).count { _ in true
      }
      guard depth <= limit else {
        Issue.record("\(depth) parts or more of \(number + 1) elements")
        break
      }
    }
    #expect(list?.elements == Array(0..<5_000))
  }
}
