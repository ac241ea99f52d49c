import WaymarkRuntime
import WaymarkSystem

// The tasks that sleep on a clock. Each change returns the continuations to resume, outside of the lock.
extension TestClock {
  /// A task that sleeps.
  struct Sleeper: Sendable {
    let id: Int
    let deadline: Instant
    let task: TaskIdentity?
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// A task that waits until others sleep.
  struct Waiter: Sendable {
    let id: Int
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  /// Continuations to resume after the lock is released.
  struct Resumption {
    var woken: Sleeper?
    var canceled: Sleeper?
    var waiters: [Waiter] = []

    /// Resumes the tasks.
    ///
    /// - Returns: Whether a task wakes because the time has come.
    @discardableResult
    func run() -> Bool {
      woken?.continuation.resume()
      canceled?.continuation.resume(throwing: CancellationError())
      for waiter in waiters { waiter.continuation.resume() }
      return woken != nil
    }
  }

  struct State: Sendable {
    private var time: Instant
    /// The time to which all advances so far lead.
    private var goal: Instant
    /// The number of advances that haven't ended.
    private var advances = 0
    /// The tasks that sleep, in the order in which they wake.
    private(set) var sleepers: [Sleeper] = []
    private var waiters: [Waiter] = []
    /// The sleeps whose tasks were woken and haven't continued.
    private(set) var waking: Set<Int> = []
    /// The times at which the current advances have woken tasks that haven't slept again.
    private var wakeTimes: [TaskIdentity: Instant] = [:]
    /// The tasks that were canceled before they slept or waited.
    private var canceled: Set<Int> = []
    private var lastID = 0
    /// The number of changes so far, which shows whether anything has happened.
    private(set) var changes = 0

    init(now: Instant) {
      time = now
      goal = now
    }

    func now(in task: TaskIdentity?) -> Instant { task.flatMap { wakeTimes[$0] } ?? time }

    mutating func newID() -> Int {
      lastID += 1
      return lastID
    }

    /// Adds a task that sleeps, or wakes it at once if its deadline has passed.
    mutating func sleep(_ sleeper: Sleeper) -> Resumption {
      changes += 1
      if canceled.remove(sleeper.id) != nil { return Resumption(canceled: sleeper) }
      guard sleeper.deadline > time else {
        wake(sleeper)
        return Resumption(woken: sleeper)
      }
      if let task = sleeper.task { wakeTimes[task] = nil }
      // Behind all with the same deadline or an earlier one.
      var (low, high) = (0, sleepers.count)
      while low < high {
        let middle = (low + high) / 2
        if sleepers[middle].deadline > sleeper.deadline { high = middle } else { low = middle + 1 }
      }
      sleepers.insert(sleeper, at: low)
      let ready = waiters.filter { $0.count <= sleepers.count }
      waiters.removeAll { $0.count <= sleepers.count }
      return Resumption(waiters: ready)
    }

    /// Adds a task that waits until others sleep, unless they do.
    mutating func wait(_ waiter: Waiter) -> Resumption {
      guard canceled.remove(waiter.id) == nil, sleepers.count < waiter.count else {
        return Resumption(waiters: [waiter])
      }
      waiters.append(waiter)
      return Resumption()
    }

    mutating func cancel(_ id: Int) -> Resumption {
      changes += 1
      if let index = sleepers.firstIndex(where: { $0.id == id }) {
        return Resumption(canceled: sleepers.remove(at: index))
      }
      if let index = waiters.firstIndex(where: { $0.id == id }) {
        return Resumption(waiters: [waiters.remove(at: index)])
      }
      // The task is about to sleep, unless it's about to continue.
      if !waking.contains(id) { canceled.insert(id) }
      return Resumption()
    }

    /// Ends a sleep, whose task continues.
    mutating func returned(_ id: Int) {
      changes += 1
      waking.remove(id)
      canceled.remove(id)
    }

    /// Begins an advance.
    ///
    /// - Returns: The time to which it leads.
    mutating func begin(advancing duration: Duration) -> Instant {
      advances += 1
      goal = max(goal, time).advanced(by: duration)
      return goal
    }

    /// Moves the time to the next deadline.
    ///
    /// Tasks that haven't slept again wait for other tasks or have ended, so they read the new time. A task created
    /// later can have the identity of an ended one.
    ///
    /// - Parameter target: The last deadline; nil for any.
    mutating func wakeNext(before target: Instant?) -> Resumption {
      guard hasSleeper(before: target), let next = sleepers.first else { return Resumption() }
      sleepers.removeFirst()
      if next.deadline > time {
        time = next.deadline
        wakeTimes = [:]
      }
      changes += 1
      wake(next)
      return Resumption(woken: next)
    }

    /// Returns whether a task sleeps until a time or before; nil stands for any time.
    func hasSleeper(before target: Instant?) -> Bool {
      guard let next = sleepers.first else { return false }
      return target.map { next.deadline <= $0 } ?? true
    }

    /// Whether the next deadline is later than the time at which a task woke that may still be running.
    var leavesTasksBehind: Bool { !wakeTimes.isEmpty && sleepers.first.map { $0.deadline > time } ?? false }

    /// Ends an advance.
    mutating func end(at target: Instant?) {
      advances -= 1
      if let target { time = max(time, target) }
      goal = max(goal, time)
      if advances == 0 { wakeTimes = [:] }
    }

    private mutating func wake(_ sleeper: Sleeper) {
      waking.insert(sleeper.id)
      guard advances > 0, let task = sleeper.task else { return }
      wakeTimes[task] = max(sleeper.deadline, now(in: task))
    }
  }
}
