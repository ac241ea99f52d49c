#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Dispatch
import SeededTesting
import SharedFixtures
import Testing
import WaymarkRuntime
import WaymarkSystem

@testable import WaymarkCoreTesting

@Suite("Clocks of tests")
struct TestClockTests {
  // MARK: - Sleeping

  @Test func `a task sleeps until the clock reaches its deadline`() async throws {
    let (clock, log) = (TestClock(now: .init(offset: .seconds(10))), Log())
    let task = Task {
      try await clock.sleep(for: .seconds(5))
      log.append("\(clock.now.offset)")
    }
    await clock.advance(by: .milliseconds(4500))
    #expect(log.all == [] && clock.sleeperCount == 1 && clock.now.offset == .milliseconds(14_500))
    await clock.advance(by: .milliseconds(500))
    try await task.value
    #expect(log.all == ["15.0 seconds"] && clock.sleeperCount == 0 && clock.minimumResolution == .zero)
  }

  @Test func `tasks wake in the order of their deadlines and sleeps`() async throws {
    let (clock, log) = (TestClock(), Log())
    try await withThrowingTaskGroup { group in
      for (index, seconds) in [3, 1, 2, 1, 3].enumerated() {
        group.addTask {
          try await clock.sleep(for: .seconds(seconds))
          log.append("\(seconds) \(index)")
        }
        await clock.waitForSleepers(index + 1)
      }
      await clock.advance(by: .seconds(2))
      #expect(log.all == ["1 1", "1 3", "2 2"])
      await clock.run()
      try await group.waitForAll()
    }
    #expect(log.all == ["1 1", "1 3", "2 2", "3 0", "3 4"])
  }

  @Test func `an advance waits for a woken task that continues late`() async throws {
    let (clock, log) = (TestClock(), Log())
    let task = Task(executorPreference: LateExecutor()) {
      try await clock.sleep(for: .seconds(1))
      log.append("woken")
    }
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    #expect(log.all == ["woken"])
    try await task.value
  }

  @Test @MainActor func `tasks on the main actor run before an advance returns`() async throws {
    let clock = TestClock()
    var count = 0
    let task = Task { @MainActor in
      for _ in 0..<100 {
        try await clock.sleep(for: .milliseconds(10))
        count += 1
      }
    }
    await clock.advance(by: .seconds(1))
    #expect(count == 100)
    task.cancel()
    _ = await task.result
  }

  #if os(macOS) || os(Linux)
    @Test func `an advance ends soon in a process with an idle main actor`() async {
      await #expect(processExitsWith: .success) {
        _ = Task {
          try await Task.sleep(for: .seconds(30))
          fatalError("the advance hasn't ended")
        }
        await TestClock().advance(by: .seconds(1))
      }
    }
  #endif

  @Test func `an advance ends beside a loop that sleeps until now`() async {
    let clock = TestClock()
    let task = Task { while !Task.isCancelled { try? await clock.sleep(until: clock.now) } }
    await clock.advance(by: .seconds(1))
    #expect(clock.now.offset == .seconds(1))
    task.cancel()
    await task.value
  }

  @Test func `a past deadline ends the sleep at once`() async throws {
    let clock = TestClock()
    try await clock.sleep(for: .zero)
    try await clock.sleep(until: .init(offset: .seconds(-1)))
    #expect(clock.now.offset == .zero)
  }

  @Test func `a clock works as an existential and with tolerances`() async throws {
    let clock = TestClock()
    let any: any Clock<Duration> = clock
    async let slept: Void = any.sleep(for: .seconds(1), tolerance: .seconds(1))
    await clock.advance(by: .seconds(1))
    try await slept
    #expect(clock.measure {} == .zero)
  }

  @Test func `a task that waited for another sleeper reads its time`() async throws {
    let clock = TestClock()
    let finished = Lock(false)
    let task = Task {
      try await clock.sleep(for: .seconds(1))
      try await Task { try await clock.sleep(for: .seconds(2)) }.value
      #expect(clock.now.offset == .seconds(3))
      try await clock.sleep(for: .seconds(1))
      finished.withLock { $0 = true }
    }
    await clock.advance(by: .seconds(3))
    #expect(!finished.withLock { $0 }, "four seconds of sleep ended in three")
    await clock.advance(by: .seconds(1))
    #expect(finished.withLock { $0 })
    try await task.value
  }

  @Test func `a task that waits for something else reads the time after the advance`() async throws {
    let (clock, gate) = (TestClock(), Gate())
    let task = Task {
      try await clock.sleep(for: .seconds(1))
      await gate.pass()
      return clock.now.offset
    }
    await clock.advance(by: .seconds(5))
    gate.open()
    #expect(try await task.value == .seconds(5))
  }

  /// Each turn of a loop creates the child of its `async let` at the same address.
  @Test func `a new task doesn't read the time of an ended one`() async throws {
    let clock = TestClock()
    let starts = Lock<[Duration]>([])
    let task = Task {
      for end in [6, 20] {
        async let child: Void = {
          starts.withLock { $0.append(clock.now.offset) }
          try await clock.sleep(for: .seconds(1))
        }()
        try await child
        try await clock.sleep(until: .init(offset: .seconds(end)))
      }
    }
    await clock.advance(by: .seconds(30))
    try await task.value
    #expect(starts.withLock { $0 } == [.zero, .seconds(6)])
  }

  @Test func `a date follows a clock`() async {
    let clock = TestClock()
    let now = Now.following(clock, from: Date(timeIntervalSince1970: 100))
    await clock.advance(by: .milliseconds(2500))
    #expect(now() == Date(timeIntervalSince1970: 102.5))
  }

  // MARK: - Canceling

  @Test func `a canceled task doesn't begin to sleep`() async throws {
    let clock = TestClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await clock.waitForSleepers(limit: .seconds(3_600))
      try await clock.sleep(for: .seconds(5))
    }
    await #expect(throws: CancellationError.self) { try await inTime { try await task.value } }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a wait for tasks that never sleep records an issue`() async throws {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    let wait = Task { await issues { await clock.waitForSleepers(2, limit: .milliseconds(1)) } }
    let found = try await inTime { await wait.value }
    #expect(
      found.map { $0.prefix(65) } == ["error: TestClock.waitForSleepers(2) waited for 0.001 seconds, and"])
    task.cancel()
  }

  #if os(macOS) || os(Linux)
    @Test func `a wait for tasks can have the longest limit`() async {
      await #expect(processExitsWith: .success) {
        let clock = TestClock()
        let wait = Task { await clock.waitForSleepers(limit: .seconds(Int64.max)) }
        // The task that sleeps until the limit runs in the meantime.
        for _ in 0..<1_000 { await Task.yield() }
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        await wait.value
        sleeper.cancel()
      }
    }
  #endif

  // MARK: - Running

  @Test func `an endless run records an issue`() async throws {
    let clock = TestClock()
    let task = Task { while true { try await clock.sleep(for: .seconds(1)) } }
    let found = await issues { await clock.run(limit: 10) }
    #expect(
      found == [
        """
        error: TestClock.run() woke tasks 10 times, and 1 still sleep
            To fix: write advance(by:) if a task sleeps again and again
                or: pass a higher limit if the tasks end
        """
      ])
    task.cancel()
  }

  /// The tasks are created in a random order, some of them sleep again, and some are canceled.
  @Test(arguments: try Seeds.first(1))
  func `two thousand random sleeps end in order without real time`(seed: UInt64) async throws {
    print("TestClockTests: WAYMARK_SEED=\(seed)")
    var generator = SeededGenerator(seed: seed)
    let clock = TestClock()
    let (wakes, canceled) = (Log(), Log())
    let sleeps = (0..<2_000).map { _ in Int64.random(in: 1...400, using: &generator) }
    let start = ContinuousClock.now
    let tasks = sleeps.enumerated().map { index, hours in
      Task {
        do {
          try await clock.sleep(until: .init(offset: .seconds(hours * 3_600)))
          let now = clock.now.offset.components.seconds
          #expect(now == hours * 3_600)
          wakes.append("\(now / 3_600)")
        } catch {
          canceled.append("\(index)")
        }
      }
    }
    await clock.waitForSleepers(sleeps.count)
    let doomed = Set((0..<100).map { _ in Int.random(in: sleeps.indices, using: &generator) })
    for index in doomed { tasks[index].cancel() }
    for index in doomed { await tasks[index].value }
    #expect(canceled.all.count == doomed.count && clock.sleeperCount == sleeps.count - doomed.count)
    for _ in 0..<4 { await clock.advance(by: .seconds(3_600 * Int.random(in: 1...80, using: &generator))) }
    await clock.run(limit: 100_000)
    for task in tasks { await task.value }
    let expected = sleeps.enumerated().filter { !doomed.contains($0.offset) }.map(\.element).sorted()
    // Each task has checked its own wake time. Threads may append in another order.
    #expect(wakes.all.compactMap { Int64($0) }.sorted() == expected)
    // In real time, the sleeps would take 400 hours.
    #expect(start.duration(to: .now) < .seconds(3_600))
  }
}

/// Runs each part of a task a moment later, as on a machine with busy processors.
private final class LateExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(200)) {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}

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
