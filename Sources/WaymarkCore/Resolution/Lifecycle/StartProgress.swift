import WaymarkRuntime

/// The progress of a start: which nodes of its plan are ready, and which still wait for others.
final class StartProgress: Sendable {
  fileprivate struct State {
    /// The number of nodes that each node still waits for.
    var missing: [Int]
    /// The number of nodes that aren't finished.
    var remaining: Int
  }

  /// The nodes that wait for nothing anymore, those together that became ready together.
  ///
  /// The stream ends when all nodes are finished, or when none is to be started anymore.
  let ready: AsyncStream<[Int]>
  private let continuation: AsyncStream<[Int]>.Continuation
  private let plan: StartPlan
  private let state: Lock<State>

  init(_ plan: StartPlan) {
    self.plan = plan
    (ready, continuation) = AsyncStream.makeStream()
    state = Lock(State(missing: plan.neededCounts, remaining: plan.nodes.count))
    publish { state in
      let free = plan.nodes.filter { state.missing[$0] == 0 }
      return free.filter(plan.starts)
        + free.filter { !plan.starts($0) }.flatMap { state.finish($0, of: plan) }
    }
  }

  /// Makes the nodes ready that only waited for this one.
  func finish(_ node: Int) { publish { $0.finish(node, of: plan) } }

  /// Ends the stream, because an instance failed.
  func stop() { continuation.finish() }

  /// Adds nodes that wait for nothing anymore to the stream.
  private func publish(_ change: (inout State) -> [Int]) {
    let (ready, isLast) = state.withLock { (change(&$0), $0.remaining == 0) }
    if !ready.isEmpty { continuation.yield(ready) }
    if isLast { continuation.finish() }
  }
}

extension StartProgress.State {
  /// Returns the nodes that wait for nothing anymore now that one is finished, and that start an instance.
  fileprivate mutating func finish(_ node: Int, of plan: StartPlan) -> [Int] {
    var ready: [Int] = []
    // The nodes that are finished with this one, because they only pass on what others need.
    var passing: [Int] = []
    var (next, finished) = (0, node)
    while true {
      remaining -= 1
      var position = 0
      // A slice would count a reference to what all threads use.
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

/// Reports each work of a start that takes longer than an observer's limit.
final class SlowWorkReport: Sendable {
  private let lifecycle: Lifecycle
  private let plan: StartPlan
  private let observer: ObservesLifecycle
  /// The number of works, in the order in which they began, whose time was over.
  private let count = Lock(0)

  init(lifecycle: Lifecycle, plan: StartPlan, observer: ObservesLifecycle) {
    self.lifecycle = lifecycle
    self.plan = plan
    self.observer = observer
  }

  /// Reports the works that began long enough ago and haven't ended.
  ///
  /// It's called by one thread at a time.
  ///
  /// - Returns: The time at which the next one may be due.
  func reportAllDue() -> ContinuousClock.Instant {
    while true {
      let next = count.withLock(\.self)
      let found = lifecycle.state.withLock { state in
        next < state.begun.count ? (work: state.begun[next], hasEnded: state.ended.contains(next)) : nil
      }
      // What begins later is due after the limit at the earliest.
      guard let found else { return .now + observer.limit }
      let due = found.work.at + observer.limit
      guard due <= .now else { return due }
      count.withLock { $0 += 1 }
      if !found.hasEnded { report(found.work.node, found.work.route, since: found.work.at) }
    }
  }

  private func report(_ node: Int, _ route: CompiledRoute, since begun: ContinuousClock.Instant) {
    observer.observe(
      LifecycleEvent(
        .startIsSlow, of: route.declaration.destination, location: route.declaration.location,
        duration: .now - begun, neededBy: plan.dependents(of: node).map { RouteError.Step($0) }))
  }
}
