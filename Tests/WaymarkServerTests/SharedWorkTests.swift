import SharedFixtures
import Testing

@testable import WaymarkServer

@Suite("Operations that several tasks wait for")
struct SharedWorkTests {
  @Test func `a task that waits for an operation after its end gets the result`() async throws {
    let work = SharedWork<Int>()
    #expect(work.join())
    work.begin { 1 }
    #expect(try await work.value() == 1)
    let result = try await inTime { await work.end() }
    #expect(try result.get() == 1)
  }
}
