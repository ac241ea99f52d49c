import SharedFixtures
import Testing
import WaymarkRuntime

@MainActor
@Suite("Time limit of waits in tests")
struct TimeLimitTests {
  @Test func `a function that ends returns its result`() async throws {
    #expect(try await inTime { 7 } == 7)
    await #expect(throws: Failure.self) { try await inTime { throw Failure(description: "failed") } }
  }

  /// The function doesn't end even after its cancellation.
  @Test func `a function that never ends is abandoned`() async throws {
    let kept = Lock<CheckedContinuation<Void, Never>?>(nil)
    let error = await #expect(throws: NotEnded.self) {
      try await inTime(.milliseconds(10)) {
        await withCheckedContinuation { continuation in kept.withLock { $0 = continuation } }
      }
    }
    #expect(error?.description == "this did not end within 0.01 seconds")
    try #require(kept.withLock { $0 }).resume()
  }

  @Test func `a condition is tried until it holds`() async throws {
    var count = 0
    let holds = try await becomesTrue {
      count += 1
      return count == 3
    }
    #expect(holds && count == 3)
  }
}
