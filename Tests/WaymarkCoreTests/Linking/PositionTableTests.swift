import SeededTesting
import Testing

@testable import WaymarkCore

@Suite("Positions by machine words")
struct PositionTableTests {
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
}
