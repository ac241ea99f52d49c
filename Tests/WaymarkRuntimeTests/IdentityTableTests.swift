import Testing

@testable import WaymarkRuntime

private final class Number: Sendable {
  let value: UInt
  init(_ value: UInt) { self.value = value }
}

@Suite("The identity table")
struct IdentityTableTests {
  @Test(arguments: [0, 1, 2, 3, 7, 64, 1_000, 5_000])
  func everyKeyIsFoundAndNoOther(count: UInt) {
    // Keys as addresses of metadata are: far apart or close together, with small numbers in the low bits.
    let keys = (0..<count).map { 0x7F00_0000_1000 + ($0 / 4) * 0x40 + $0 % 4 }
    let table = IdentityTable(keys.map { ($0, Number($0)) })
    for key in keys { #expect(table[key]?.value == key) }
    for key in keys { #expect(table[key + 0x20] == nil) }
    #expect(table[0x10] == nil)
    #expect(table.entries.map(\.key) == keys)
  }

  @Test func keysThatCollideAreToldApart() {
    // All keys that share the high bits of their product would start at one place; a thousand keys of any
    // pattern stay reachable because the search goes on.
    let keys = (1...1_000).map { UInt($0) << 40 }
    let table = IdentityTable(keys.map { ($0, Number($0)) })
    #expect(keys.allSatisfy { table[$0]?.value == $0 })
  }
}
