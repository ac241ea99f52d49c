import SeededTesting
import Testing

@testable import WaymarkRuntime

private protocol Marked { static var name: String { get } }
// `package`, because an optimized build leaves out unmentioned declarations with less access.
// Not in the order of the names, because the scan sorts the types by name.
package enum ThirdMarked: Marked { static var name: String { "third" } }
package struct FirstMarked: Marked { static var name: String { "first" } }
package final class SecondMarked: Marked { static var name: String { "second" } }
package struct GenericMarked<Element>: Marked { static var name: String { "generic" } }
@MainActor private final class Isolated: @MainActor Marked { static let name = "isolated" }
private protocol Unmarked {}

@Suite("Scanning the conformance records of the program")
struct ConformanceScanTests {
  @Test func `the scan finds conforming types and their witness tables`() {
    let scan = ConformanceScan(conformingTo: (any Marked).self)
    let found = scan.metatypes(as: (any Marked.Type).self)
    #expect(found.map { $0.name } == ["first", "second", "third"])  // FirstMarked, SecondMarked, ThirdMarked
    #expect(found.count == 3 && scan.genericNames == ["GenericMarked"])
  }

  @Test func `a protocol without conformances has no types`() {
    let scan = ConformanceScan(conformingTo: (any Unmarked).self)
    #expect(scan.types.isEmpty && scan.genericNames.isEmpty)
    #expect(ConformanceScan(conformingTo: Any.self).types.isEmpty)
    #expect(ConformanceScan(conformingTo: Int.self).types.isEmpty)
  }

  /// Also the first and the last record of each image, and as they're read with checks.
  @Test func `the scan finds every record by its protocol`() throws {
    var memory = ReadableMemory.images
    let sections = ConformanceSection.all.filter { $0.count > 0 }
    try #require(!sections.isEmpty)
    for section in sections {
      for entry in Set([0, section.count / 2, section.count - 1]) {
        let record = ProgramConformance(entry: section.start + 4 * entry)
        let address = UInt(bitPattern: record.address)
        #expect(ConformanceScan.records(of: record.protocol).contains(address))
        guard let checked = ConformanceRecord(at: address, in: &memory) else { continue }
        #expect(checked.protocol == record.protocol && checked.type == record.type)
      }
    }
  }

  /// Records and descriptors in memory that a test made: cut short, mangled, or leading anywhere.
  ///
  /// The memory ends where it ends, so that a read beyond it is found by the address sanitizer.
  @Test(arguments: try Seeds.first(500))
  func `the scan skips damaged records`(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<4 {
      let size = Int.random(in: 0...40, using: &numbers) * 4
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
      defer { memory.deallocate() }
      let base = UInt(bitPattern: memory.baseAddress)
      for offset in stride(from: 0, to: size, by: 4) {
        // Mostly small offsets, which lead to somewhere in the memory or just beside it.
        let value =
          Bool.random(using: &numbers)
          ? Int32.random(in: -200...200, using: &numbers) : Int32(truncatingIfNeeded: numbers.next())
        memory.storeBytes(of: value, toByteOffset: offset, as: Int32.self)
      }
      var readable = ReadableMemory([base..<base + UInt(size)])
      // Also where no record can be, because it isn't aligned or isn't in the memory.
      let records = (base &- 8)..<(base + UInt(size) + 8)
      for wanted in stride(from: base, to: base + UInt(size), by: 4) {
        let scan = ConformanceScan(wanted, records: records, in: &readable)
        #expect(scan.types.isEmpty)
      }
    }
  }

  @Test func `the scan doesn't read addresses outside of the images`() {
    var memory = ReadableMemory([100..<200, 300..<400])
    #expect(
      memory.contains(100, count: 100) && memory.contains(300, count: 1) && memory.contains(399, count: 1))
    #expect(
      !memory.contains(99, count: 2) && !memory.contains(199, count: 2) && !memory.contains(250, count: 1))
    #expect(
      !memory.contains(.max, count: 8) && !memory.contains(400, count: 1) && memory.contains(150, count: 0))
    var none = ReadableMemory([])
    #expect(!none.contains(0, count: 1) && none.number(at: 0) == nil)
  }
}
