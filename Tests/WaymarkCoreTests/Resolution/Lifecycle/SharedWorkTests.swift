import SharedFixtures
import Testing

@testable import WaymarkCore

@Suite("Operations that several tasks wait for")
struct SharedWorkTests: RouteVocabulary {
  @Test func `a task that waits for an operation after its end gets the result`() async throws {
    let work = SharedWork<Int>()
    #expect(work.join())
    work.begin { 1 }
    #expect(try await work.value() == 1)
    let result = try await inTime { await work.end() }
    #expect(try result.get() == 1)
    try await inTime { try await work.waitForEnd() }
  }

  @Test @MainActor func `a stop waits for the starts on demand that it cancels`() async throws {
    let registry = try Registry {
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        Starting { _ in }
      }
    }
    let lifecycle = try #require(registry.lifecycle)
    let (work, gate, hasEnded) = (SharedWork<Void>(), Gate(), Flag())
    #expect(work.join())
    work.begin {
      await gate.pass()
      hasEnded.set()
    }
    try await inTime {
      // The main actor runs this task only during the wait.
      Task { gate.open() }
      await lifecycle.end([work])
      #expect(work.isEnded && hasEnded.isSet)
    }
  }
}
