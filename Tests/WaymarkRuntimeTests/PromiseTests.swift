import Testing
import WaymarkRuntime

@Suite("A value for waiting tasks", .timeLimit(.minutes(5)))
struct PromiseTests {
  @Test func `only the first value before the wait counts`() async {
    let result = Promise<Int>()
    let isFirst = (1...3).map { result.set($0) }
    #expect(isFirst == [true, false, false])
    // Otherwise nothing ends the wait.
    guard isFirst[1] == false else { return }
    #expect(await result.value == 1)
  }

  @Test func `all waiting tasks get the first value`() async {
    let result = Promise<Int>()
    let waiting = (0..<3).map { _ in Task { await result.value } }
    while result.waitingCount < 3 { await Task.yield() }
    #expect((1...3).map { result.set($0) } == [true, false, false])
    for task in waiting { #expect(await task.value == 1) }
  }
}
