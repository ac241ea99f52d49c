import Testing

@testable import Waymark

@Suite("Lists that derived registries share")
struct LayeredListTests {
  @Test func elementsKeepTheirOrder() {
    var list: LayeredList<Int>?
    var expected: [Int] = []
    for size in [3, 1, 1, 0, 2, 9, 1, 1, 1, 4] {
      let added = Array(expected.count..<(expected.count + size))
      list = .adding(added, to: list)
      expected += added
      #expect(list?.elements ?? [] == expected)
    }
  }

  @Test func addingNothingReturnsTheSameList() {
    let list = LayeredList<Int>.adding([1], to: nil)
    #expect(LayeredList.adding([], to: list) === list)
    #expect(LayeredList<Int>.adding([], to: nil) == nil)
  }

  @Test func releasingThousandsOfPartsDoesNotOverflowTheStack() {
    var list: LayeredList<Int>?
    for number in 0..<50_000 { list = .adding([number], to: list) }
    #expect(list?.elements.count == 50_000)
    list = nil
  }
}
