import SeededTesting
import Testing

@testable import WaymarkRuntime

@Suite("Tables of literals")
struct LiteralTableTests {
  private func child(_ table: borrowing LiteralTable, _ node: Int32, _ text: String) -> Int32 {
    let bytes = Array(text.utf8)
    let key = bytes.span.key(of: 0..<bytes.count)
    return table.child(of: node, for: 0..<bytes.count, key, in: bytes.span)
  }

  @Test(arguments: try Seeds.first(4))
  func `a table finds the same children as a dictionary`(seed: UInt64) {
    struct Key: Hashable { let node: Int32, text: String }
    var numbers = SeededGenerator(seed: seed)
    func text() -> String {
      // Two letters, so that many literals begin with the same eight bytes.
      String(
        (0..<Int.random(in: 0...11, using: &numbers)).map { _ in Bool.random(using: &numbers) ? "a" : "b" })
    }
    var children: [Key: Int32] = [:]
    for child in 0..<Int32(400) { children[Key(node: child % 5, text: text())] = child }
    let table = LiteralTable(children.map { .init(node: $0.key.node, text: $0.key.text, child: $0.value) })
    for (key, value) in children {
      let found = child(table, key.node, key.text)
      #expect(found == value, "\(key)")
      let ofAnother = child(table, key.node + 5, key.text)
      #expect(ofAnother == -1, "\(key)")
    }
    for _ in 0..<400 {
      let key = Key(node: 2, text: text())
      let found = child(table, key.node, key.text)
      #expect(found == children[key] ?? -1, "\(key)")
    }
  }
}
