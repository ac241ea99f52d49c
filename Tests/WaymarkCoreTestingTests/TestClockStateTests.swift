import Dispatch
import SharedFixtures
import Testing
import WaymarkRuntime
import WaymarkSystem

@testable import WaymarkCoreTesting

@Suite("The state of a test's clock")
struct TestClockStateTests {
  /// Lets a task sleep, changes the state, and waits until the task wakes.
  private func sleep(
    _ id: Int, until seconds: Int, in task: TaskIdentity? = nil, _ state: inout TestClock.State,
    change: (inout TestClock.State, TestClock.Resumption) -> Void
  ) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let sleeper = TestClock.Sleeper(
        id: id, deadline: .init(offset: .seconds(seconds)), task: task, continuation: continuation)
      let resumption = state.sleep(sleeper)
      change(&state, resumption)
    }
  }

  /// An advance waits until nothing has changed for a while.
  @Test func `each step of a sleep is a change`() async throws {
    var state = TestClock.State(now: .init(offset: .zero))
    var changes = [state.changes]
    let id = state.newID()
    try await sleep(id, until: 1, &state) { state, _ in
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

  /// The main actor may be busy with other tests.
  @Test func `an advance waits for the work of a task on a busy main actor`() async throws {
    let (clock, steps) = (TestClock(), Lock<[String]>([]))
    let task = Task {
      try await clock.sleep(for: .seconds(1))
      await MainActor.run { steps.withLock { $0.append("worked") } }
    }
    await clock.waitForSleepers()
    let (isBusy, isOver) = (Gate(), DispatchSemaphore(value: 0))
    let other = Task { @MainActor in
      isBusy.open()
      block(until: isOver)
    }
    await isBusy.pass()
    // The main actor is busy for more turns of the tasks on other threads than an advance takes.
    let turns = Task {
      for _ in 0..<60 { try? await Task.sleep(for: .microseconds(500)) }
      isOver.signal()
    }
    await clock.advance(by: .seconds(1))
    steps.withLock { $0.append("advanced") }
    for task in [turns, other] { await task.value }
    try await task.value
    #expect(steps.withLock { $0 } == ["worked", "advanced"])
  }

  /// Blocks the main actor, for a limited time in case that other tests block all other threads.
  @MainActor private func block(until semaphore: DispatchSemaphore) {
    _ = semaphore.wait(timeout: .now() + .seconds(5))
  }

  /// An advance gives tasks that it leaves behind more time to continue.
  @Test func `a later deadline leaves a task behind that woke and does not sleep again`() async throws {
    var state = TestClock.State(now: .init(offset: .zero))
    let task = try #require(TaskIdentity.current)
    let end = state.begin(advancing: .seconds(5))
    var isBehind: [Bool] = []
    try await sleep(1, until: 1, in: task, &state) { state, _ in
      isBehind.append(state.leavesTasksBehind)
      state.wakeNext(before: end).run()
    }
    try await sleep(2, until: 2, &state) { state, _ in
      isBehind.append(state.leavesTasksBehind)
      state.wakeNext(before: end).run()
    }
    #expect(isBehind == [false, true])
  }

  @Test func `a task that woke late reads its own time until all advances have ended`() async throws {
    var state = TestClock.State(now: .init(offset: .zero))
    let task = try #require(TaskIdentity.current)
    let (first, second) = (state.begin(advancing: .seconds(5)), state.begin(advancing: .seconds(5)))
    #expect(first.offset == .seconds(5) && second.offset == .seconds(10))
    try await sleep(1, until: 3, in: task, &state) { state, _ in state.wakeNext(before: second).run() }
    state.end(at: first)
    #expect(state.now(in: nil).offset == .seconds(5) && state.now(in: task).offset == .seconds(3))
    // The task sleeps for another second, which has already passed.
    try await sleep(2, until: 4, in: task, &state) { _, resumption in resumption.run() }
    #expect(state.now(in: task).offset == .seconds(4))
    state.end(at: second)
    #expect(state.now(in: task).offset == .seconds(10))
  }
}
