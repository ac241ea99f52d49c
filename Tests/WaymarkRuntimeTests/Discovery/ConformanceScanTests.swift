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

  /// Also the first and the last record of each image.
  @Test func `the scan finds every record by its protocol`() throws {
    let sections = ConformanceSection.all.filter { $0.count > 0 }
    try #require(!sections.isEmpty)
    for section in sections {
      for entry in Set([0, section.count / 2, section.count - 1]) {
        let record = ProgramConformance(entry: section.start + 4 * entry)
        #expect(ConformanceScan.records(of: record.protocol).contains { $0.address == record.address })
      }
    }
  }
}
