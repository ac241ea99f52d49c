import Testing

@testable import WaymarkRuntime

private final class Subject {}

@Suite("Creations in progress")
struct CreationsTests {
  private let subject = Subject()

  @Test func `each slot has one creation at a time, with one gate for all threads that wait`() throws {
    var creations = Creations()
    #expect(creations.isEmpty)
    for slot in 0..<3 {
      let begun = [UInt(slot), 9].map { creations.begin(slot, $0, subject) }
      #expect(begun == [true, false])
      #expect(creations.current(slot)?.thread == UInt(slot))
      #expect(creations.current(slot)?.subject === subject)
    }
    let gates = (0..<3).compactMap { creations.gate($0) }
    try #require(Set(gates.map(ObjectIdentifier.init)).count == 3)
    for slot in [1, 0, 2] {
      let shared = creations.gate(slot)
      let (ended, again, missing) = (creations.end(slot), creations.end(slot), creations.gate(slot))
      #expect(shared === gates[slot] && ended?.gate === gates[slot] && ended?.thread == UInt(slot))
      #expect(again == nil && missing == nil && creations.current(slot) == nil)
    }
    #expect(creations.isEmpty)
  }
}
