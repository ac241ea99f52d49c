import SharedFixtures
import Testing

@testable import WaymarkCore

@Suite("A value for one waiting task")
struct PromiseTests {
  @Test func `only the first value before the wait counts`() async {
    let result = Promise<Int>()
    let isFirst = (1...3).map { result.set($0) }
    #expect(isFirst == [true, false, false])
    // Otherwise nothing ends the wait.
    guard isFirst[1] == false else { return }
    #expect(await result.value == 1)
  }

  @Test func `only the first value during the wait counts`() async throws {
    let result = Promise<Int>()
    let waiting = Task { await result.value }
    for _ in 0..<100 { await Task.yield() }
    #expect((1...3).map { result.set($0) } == [true, false, false])
    #expect(try await inTime { await waiting.value } == 1)
  }
}
