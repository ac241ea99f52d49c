import Testing
import WaymarkCore
import WaymarkRuntime
public import WaymarkSystem

/// A clock that moves its time only when a test says so.
///
///     @Test func theReminderComesAfterAMinute() async throws {
///       let clock = TestClock()
///       try await withRegistry(overriding: { Overrides(.continuousClock, with: clock) }) {
///         let reminders = try Registry.current(.reminders)
///         async let reminder = reminders.next()
///         await clock.advance(by: .seconds(60))
///         #expect(try await reminder == "Tea")
///       }
///     }
///
/// Tasks that sleep on the clock wake in the order of their deadlines, and tasks with equal deadlines in the order of
/// their calls. Each task runs before the next one wakes, so a loop that sleeps a second each time runs five times in
/// five seconds. Until the time moves again, a task reads its own deadline as the current time. Canceling a task ends
/// its sleep. No task sleeps in real time.
public final class TestClock: Clock, Sendable {
  /// A point in time of a clock.
  public typealias Instant = ImmediateClock.Instant

  private let state: Lock<State>

  /// Creates a clock.
  ///
  /// - Parameter now: The current time.
  public init(now: Instant = Instant()) { state = Lock(State(now: now)) }

  /// The current time.
  ///
  /// For a task that just woke, it's the time at which the task woke.
  public var now: Instant {
    let task = TaskIdentity.current
    return state.withLock { $0.now(in: task) }
  }

  /// Zero: the clock distinguishes all durations.
  public var minimumResolution: Duration { .zero }

  /// The number of tasks that sleep on the clock.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  // MARK: - Sleeping

  /// Suspends the current task until the time of the clock reaches a deadline.
  ///
  /// - Parameters:
  ///   - deadline: The time at which the task wakes.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let task = TaskIdentity.current
    let id = state.withLock { $0.newID() }
    defer { state.withLock { $0.returned(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock {
          $0.sleep(Sleeper(id: id, deadline: deadline, task: task, continuation: continuation))
        }.run()
      }
    } onCancel: {
      state.withLock { $0.cancel(id) }.run()
    }
  }

  /// Waits until a number of tasks sleep on the clock.
  ///
  ///     async let reminder = reminders.next()
  ///     await clock.waitForSleepers()
  ///     await clock.advance(by: .seconds(60))
  ///     print(try await reminder)
  ///
  /// It returns immediately if so many tasks sleep already, and when the current task is canceled.
  ///
  /// - Parameters:
  ///   - count: The number of tasks.
  ///   - limit: The real time after which the function records an issue and returns, if fewer tasks sleep.
  ///   - fileID: The source file of the call, for the issue.
  ///   - filePath: The path of the source file.
  ///   - line: The source line of the call.
  ///   - column: The column of the call.
  public func waitForSleepers(
    _ count: Int = 1, limit: Duration = .seconds(60), fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) async {
    let id = state.withLock { $0.newID() }
    let hasExpired = Lock(false)
    let limitation = Task { [state] in
      try await Task.sleep(for: limit.sleepable)
      hasExpired.withLock { $0 = true }
      state.withLock { $0.cancel(id) }.run()
    }
    defer {
      limitation.cancel()
      state.withLock { $0.returned(id) }
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.wait(Waiter(id: id, count: count, continuation: continuation)) }.run()
      }
    } onCancel: {
      state.withLock { $0.cancel(id) }.run()
    }
    guard hasExpired.withLock({ $0 }), !Task.isCancelled else { return }
    Issue.record(
      """
      TestClock.waitForSleepers(\(count)) waited for \(limit), and \(sleeperCount) tasks sleep
          To fix: check that the tasks sleep on this clock
      """, severity: .error,
      sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  // MARK: - Moving the time

  /// Moves the time, and wakes the tasks with deadlines in that time, one after the other.
  ///
  ///     await clock.advance(by: .seconds(60))
  ///
  /// If no task sleeps yet, it first waits up to a tenth of a second for one, so that a task which has just been created
  /// can begin to sleep. It returns when the woken tasks have continued. Write `waitForSleepers(_:)` before it if
  /// several tasks must sleep first.
  ///
  /// - Parameter duration: The time by which the clock moves.
  public func advance(by duration: Duration = .zero) async {
    await settle(.beginning)
    let target = state.withLock { $0.begin(advancing: duration) }
    await wakeSleepers(before: target)
  }

  /// Moves the time from deadline to deadline until no task sleeps.
  ///
  ///     await clock.run()
  ///
  /// - Parameters:
  ///   - limit: The number of times that tasks may wake. If tasks still sleep afterward, because one of them sleeps
  ///     forever again, the test has an issue.
  ///   - fileID: The source file of the call, for the issue.
  ///   - filePath: The path of the source file.
  ///   - line: The source line of the call.
  ///   - column: The column of the call.
  public func run(
    limit: Int = 10_000, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await settle(.beginning)
    _ = state.withLock { $0.begin(advancing: .zero) }
    let count = await wakeSleepers(before: nil, limit: limit)
    guard count == limit, sleeperCount > 0 else { return }
    Issue.record(
      """
      TestClock.run() woke tasks \(limit) times, and \(sleeperCount) still sleep
          To fix: write advance(by:) if a task sleeps again and again
              or: pass a higher limit if the tasks end
      """, severity: .error,
      sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Wakes the tasks with deadlines until a time, or all tasks, one after the other, and ends the advance.
  ///
  /// - Returns: The number of times that tasks woke, at most the limit.
  @discardableResult
  private func wakeSleepers(before target: Instant?, limit: Int = .max) async -> Int {
    var count = 0
    // A woken task that was late may sleep again until a time that this advance reaches.
    while count < limit, state.withLock({ $0.wakeNext(before: target) }).run() {
      count += 1
      await settle(state.withLock { $0.hasSleeper(before: target) } ? .betweenSleepers : .end)
    }
    state.withLock { $0.end(at: target) }
    return count
  }

  /// A moment at which other tasks get time to run.
  private enum Pause {
    /// Before the time moves: a task that has just been created may be about to sleep.
    case beginning
    /// After a task woke, while others sleep. A task that's late reads the time at which it woke, until the time moves.
    case betweenSleepers
    /// After the last task woke: the task may still have work to finish before the test looks at the result.
    case end

    /// The real time for which nothing must happen on the clock.
    func patience(_ state: borrowing State) -> Duration {
      switch self {
      case .beginning: state.sleepers.isEmpty ? .milliseconds(100) : .milliseconds(2)
      case .betweenSleepers: state.leavesTasksBehind ? .milliseconds(4) : .zero
      case .end: .milliseconds(2)
      }
    }
  }

  /// Lets other tasks run until all woken ones have continued, and nothing has happened on the clock for a while.
  ///
  /// The turns are those of the threads that all tasks share, and those of the main actor: a task that hops between
  /// them has its turns before.
  @concurrent
  private func settle(_ pause: Pause) async {
    var seen = -1
    var turnsWithChanges = 0
    var quietTurns = 0
    var turnsOfMainActor = 0
    var since = ContinuousClock.now
    var mainActor = MainActorTurn()
    while true {
      await Task.yield()
      let (changes, isWaking, patience) = state.withLock { state in
        (state.changes, !state.waking.isEmpty, pause.patience(state))
      }
      quietTurns += 1
      if changes != seen {
        seen = changes
        turnsWithChanges += 1
        quietTurns = 0
        turnsOfMainActor = 0
        since = .now
        mainActor = MainActorTurn()
      } else if mainActor.hasPassed {
        turnsOfMainActor += 1
        mainActor = MainActorTurn()
      }
      // A loop that always sleeps until now never ends.
      if turnsWithChanges > 20_000 { return }
      guard quietTurns >= 20 else { continue }
      let quiet = since.duration(to: .now)
      // The main actor may be busy with other tests, for many seconds on a busy machine, so the turns count, not the
      // time. A test that blocks the main actor forever doesn't block the clock.
      if !isWaking, quiet >= patience,
        turnsOfMainActor >= 5 || quiet > .seconds(60)
      {
        return
      }
      // A thread that isn't running gets the processor sooner.
      try? await Task.sleep(for: .microseconds(100))
    }
  }
}

/// A turn of the main actor, which has passed when all work that was waiting for the actor before has run.
private struct MainActorTurn: Sendable {
  private let passed = Lock(false)

  init() {
    Task { @MainActor [passed] in passed.withLock { $0 = true } }
  }

  var hasPassed: Bool { passed.withLock { $0 } }
}
