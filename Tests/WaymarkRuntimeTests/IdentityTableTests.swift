import Testing

@testable import WaymarkRuntime

@Suite("Identity table")
struct IdentityTableTests {
  final class Value: Sendable {
    let key: UInt
    init(_ key: UInt) { self.key = key }
  }

  @Test(arguments: [0, 1, 2, 3, 7, 8, 1_000])
  func `the table finds each value only under its key`(count: Int) {
    // Keys as far apart as metadata records, and in one probe sequence as often as chance has it.
    let values = (0..<count).map { Value(UInt($0 + 1) &* 64) }
    let table = IdentityTable(count: values.count) { (values[$0].key, values[$0]) }
    for value in values { #expect(table[value.key] === value) }
    for other in 0...count { #expect(table[UInt(other) &* 64 + 8] == nil) }
    #expect(table[UInt(count + 1) &* 64] == nil)
  }

  @Test
  func `the table finds values with colliding keys`() {
    // Keys that differ only above the bits that choose the first place collide in a table of four.
    let values = (0..<4).map { Value(UInt($0) << 60 | 1) }
    let table = IdentityTable(count: values.count) { (values[$0].key, values[$0]) }
    for value in values { #expect(table[value.key] === value) }
    #expect(table[5 << 60 | 1] == nil)
  }
}
