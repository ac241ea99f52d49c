import Testing

@testable import WaymarkCore

@Suite("Lists that derived registries share")
struct LayeredListTests {
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
}
