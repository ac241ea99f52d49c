import Testing

@testable import WaymarkRuntime

private final class Subject {}

@Suite("Creations in progress")
struct CreationsTests {
  private let subject = Subject()

  @Test func `each slot has one creation at a time`() {
    var creations = Creations()
    #expect(creations.isEmpty)
    for slot in 0..<3 {
      let begun = [UInt(slot), 9].map { creations.begin(slot, $0, subject) }
      #expect(begun == [true, false])
      #expect(creations.current(slot)?.thread == UInt(slot))
      #expect(creations.current(slot)?.subject === subject)
    }
    for slot in [1, 0, 2] {
      let ended = [creations.end(slot), creations.end(slot)].map { $0?.thread }
      #expect(ended == [UInt(slot), nil] && creations.current(slot)?.thread == nil)
    }
    #expect(creations.isEmpty)
  }

  @Test func `all threads that wait for a creation share its gate`() throws {
    var creations = Creations()
    for slot in 0..<3 { _ = creations.begin(slot, 1, subject) }
    let gates = (0..<3).compactMap { creations.gate($0) }
    try #require(Set(gates.map(ObjectIdentifier.init)).count == 3)
    for slot in 0..<3 {
      let (shared, ended, missing) = (creations.gate(slot), creations.end(slot)?.gate, creations.gate(slot))
      #expect(shared === gates[slot] && ended === gates[slot] && missing == nil)
    }
  }
}
