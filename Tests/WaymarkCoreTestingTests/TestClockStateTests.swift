import Testing
import WaymarkSystem

@testable import WaymarkCoreTesting

@Suite("The state of a test's clock")
struct TestClockStateTests {
  private typealias Sleeper = TestClock.Sleeper

  /// With equal identities, all tests of the clock would wait forever.
  @Test func `each sleep has its own identity`() {
    var state = TestClock.State(now: .init(offset: .zero))
    let (first, second) = (state.newID(), state.newID())
    #expect(first != second)
  }

  /// An advance waits until nothing has changed for a while.
  @Test func `each step of a sleep is a change`() async throws {
    var state = TestClock.State(now: .init(offset: .zero))
    var changes = [state.changes]
    let id = state.newID()
    try await withCheckedThrowingContinuation { continuation in
      let sleeper = Sleeper(id: id, deadline: .init(offset: .seconds(1)), task: nil, continuation)
      _ = state.sleep(sleeper)
      changes.append(state.changes)
      state.wakeNext(before: nil).run()
      changes.append(state.changes)
    }
    state.returned(id)
    changes.append(state.changes)
    _ = state.cancel(state.newID())
    changes.append(state.changes)
    #expect(Set(changes).count == 5, "\(changes)")
  }

  @Test func `canceling a task doesn't end the sleep of another one`() async throws {
    let clock = TestClock()
    let tasks = (0..<2).map { _ in Task { try await clock.sleep(for: .seconds(5)) } }
    await clock.waitForSleepers(2)
    tasks[1].cancel()
    await clock.advance(by: .seconds(5))
    try await tasks[0].value
    await #expect(throws: CancellationError.self) { try await tasks[1].value }
  }

  @Test func `a task that woke late reads its own time until all advances have ended`() async throws {
    var state = TestClock.State(now: .init(offset: .zero))
    let task = try #require(TestClock.TaskIdentity.current)
    let (first, second) = (state.begin(advancing: .seconds(5)), state.begin(advancing: .seconds(5)))
    #expect(first.offset == .seconds(5) && second.offset == .seconds(10))
    try await withCheckedThrowingContinuation { continuation in
      _ = state.sleep(Sleeper(id: 1, deadline: .init(offset: .seconds(3)), task: task, continuation))
      state.wakeNext(before: second).run()
    }
    state.end(at: first)
    #expect(state.now(in: nil).offset == .seconds(5) && state.now(in: task).offset == .seconds(3))
    // The task sleeps for another second, which has already passed.
    try await withCheckedThrowingContinuation { continuation in
      state.sleep(Sleeper(id: 2, deadline: .init(offset: .seconds(4)), task: task, continuation)).run()
    }
    #expect(state.now(in: task).offset == .seconds(4))
    state.end(at: second)
    #expect(state.now(in: task).offset == .seconds(10))
  }
}
