import WaymarkRuntime

/// The ready and waiting nodes of a start's plan.
final class StartProgress: Sendable {
  fileprivate struct State {
    /// The number of unfinished dependencies of each node.
    var missing: [Int]
    /// The number of unfinished nodes.
    var remaining: Int
    var times: StartTimes
  }

  /// The ready nodes, in groups that became ready together, until all nodes are finished or the start stops.
  let ready: AsyncStream<[Int]>
  private let continuation: AsyncStream<[Int]>.Continuation
  private let plan: StartPlan
  private let state: Lock<State>

  init(_ plan: StartPlan) {
    self.plan = plan
    (ready, continuation) = AsyncStream.makeStream()
    state = Lock(
      State(
        missing: plan.neededCounts, remaining: plan.nodes.count, times: StartTimes(count: plan.nodes.count)))
    publish { state in
      let free = plan.nodes.filter { state.missing[$0] == 0 }
      return free.filter(plan.starts)
        + free.filter { !plan.starts($0) }.flatMap { state.finish($0, of: plan) }
    }
  }

  /// The measured times of the nodes.
  var times: StartTimes { state.withLock(\.times) }

  /// Finishes a node, and publishes the nodes that become ready.
  func finish(_ node: Int, begunAt begun: ContinuousClock.Instant) {
    let ended = ContinuousClock.now
    publish { state in
      state.times.nodes[node] = (begun, ended)
      return state.finish(node, of: plan)
    }
  }

  /// Records that a node's instance exists, before its start operations.
  func markAsMade(_ node: Int) {
    let made = ContinuousClock.now
    state.withLock { $0.times.made[node] = made }
  }

  /// Ends the stream, because an instance failed.
  func stop() { continuation.finish() }

  private func publish(_ change: (inout State) -> [Int]) {
    let (ready, isLast) = state.withLock { (change(&$0), $0.remaining == 0) }
    if !ready.isEmpty { continuation.yield(ready) }
    if isLast { continuation.finish() }
  }
}

extension StartProgress.State {
  /// Returns the nodes with instances that become ready when one is finished.
  fileprivate mutating func finish(_ node: Int, of plan: StartPlan) -> [Int] {
    var ready: [Int] = []
    // Forwarding nodes that this one finishes.
    var passing: [Int] = []
    var (next, finished) = (0, node)
    while true {
      remaining -= 1
      var position = 0
      // A slice would count a reference that all threads share.
      while let dependent = plan.dependents.index(at: position, of: finished) {
        position += 1
        missing[dependent] -= 1
        guard missing[dependent] == 0 else { continue }
        if plan.starts(dependent) { ready.append(dependent) } else { passing.append(dependent) }
      }
      guard next < passing.count else { return ready }
      finished = passing[next]
      next += 1
    }
  }
}

/// Reports each start operation that takes longer than an observer's limit.
final class SlowWorkReport: Sendable {
  private let lifecycle: Lifecycle
  private let plan: StartPlan
  private let observer: ObservesLifecycle
  /// The number of operations that have exceeded the limit, in the order of their beginning.
  private let count = Lock(0)

  init(lifecycle: Lifecycle, plan: StartPlan, observer: ObservesLifecycle) {
    self.lifecycle = lifecycle
    self.plan = plan
    self.observer = observer
  }

  /// Reports unfinished operations that have exceeded the limit, on one thread at a time, and returns the next due
  /// time.
  func reportAllDue() -> ContinuousClock.Instant {
    while true {
      let next = count.withLock(\.self)
      let found = lifecycle.state.withLock { state in
        next < state.begun.count ? (work: state.begun[next], hasEnded: state.ended.contains(next)) : nil
      }
      // A later operation is due after the limit at the earliest.
      guard let found else { return .now + max(observer.limit, .milliseconds(1)) }
      let due = found.work.at + observer.limit
      guard due <= .now else { return due }
      count.withLock { $0 += 1 }
      if !found.hasEnded { report(found.work.node, found.work.route, since: found.work.at) }
    }
  }

  private func report(_ node: Int, _ route: CompiledRoute, since begun: ContinuousClock.Instant) {
    observer.observe(
      LifecycleEvent(
        .startIsSlow, of: route.declaration.destination, name: route.declaration.firstName,
        location: route.declaration.location, duration: .now - begun,
        neededBy: plan.dependents(of: node).map { RouteError.Step($0) }))
  }
}
