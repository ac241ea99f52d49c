import SeededTesting
import Testing

@testable import WaymarkServer

@Suite("Elements in the order of their last use")
struct RecencyListTests {
  @Test(arguments: try Seeds.first(20))
  func `a list and an array have the same order`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    var list = RecencyList<Int>()
    var positions: [Int: RecencyList<Int>.Position] = [:]
    var order: [Int] = []
    for number in 0..<200 {
      let action = Int.random(in: 0..<4, using: &numbers)
      let known = positions.keys.sorted().randomElement(using: &numbers)
      if action > 0, let known, let position = positions[known] {
        order.removeAll { $0 == known }
        switch action {
        case 1: list.takeOut(position)
        case 2:
          list.moveToEnd(position)
          order.append(known)
        default:
          #expect(list.remove(position) == known)
          positions[known] = nil
        }
      } else {
        positions[number] = list.insert(number)
      }
      #expect(list.first.flatMap { list[$0] } == order.first)
      #expect(list.elements.sorted() == positions.keys.sorted())
    }
    for number in order {
      let first = try #require(list.first)
      #expect(list.remove(first) == number)
    }
    #expect(list.first == nil)
  }
}
