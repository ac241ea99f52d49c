import WaymarkRuntime

/// The measured times of a start, and its operations in progress.
final class StartProgress: Sendable {
  private struct State {
    /// The times of the nodes, which are small because a start has many.
    var times: [(begun: ContinuousClock.Instant, ended: ContinuousClock.Instant)]
    /// The times at which instances with start operations were made.
    var made: [Int: ContinuousClock.Instant] = [:]
    /// The start operations that have begun, in order, and the nodes with one in progress.
    var begun: [(node: Int, at: ContinuousClock.Instant)] = []
    var unfinished: Set<Int> = []
  }

  let graph: LifecycleGraph
  private let origin = ContinuousClock.now
  private let state: Lock<State>

  init(_ graph: LifecycleGraph) {
    self.graph = graph
    state = Lock(State(times: Array(repeating: (origin, origin), count: graph.shape.count)))
  }

  /// The report of the start after its end.
  var report: StartReport {
    let (times, made) = state.withLock { ($0.times, $0.made) }
    var instances: [StartReport.Instance] = []
    for (node, route, waitsFor) in graph.instances {
      let declaration = route.declaration
      let (begun, ended) = (times[node].begun - origin, times[node].ended - origin)
      let ready = waitsFor.map { instances[$0].ended }.max() ?? .zero
      instances.append(
        StartReport.Instance(
          name: TypeName.of(declaration.destination), tokenName: declaration.firstName,
          location: declaration.location,
          isAsynchronous: declaration.needsStart, waitsFor: waitsFor, ready: min(ready, begun), begun: begun,
          made: made[node].map { $0 - origin }, ended: ended))
    }
    return StartReport(instances: instances)
  }

  /// Records the end of a node.
  func finish(_ node: Int, begunAt begun: ContinuousClock.Instant) {
    let ended = ContinuousClock.now
    state.withLock { $0.times[node] = (begun, ended) }
  }

  /// Records that a node's instance exists, before its start operations.
  func markAsMade(_ node: Int) {
    let made = ContinuousClock.now
    state.withLock { $0.made[node] = made }
  }

  // MARK: - Slow starts

  /// Records the beginning of a start operation.
  func begin(_ node: Int) {
    state.withLock { state in
      state.begun.append((node, .now))
      state.unfinished.insert(node)
    }
  }

  func end(_ node: Int) { state.withLock { _ = $0.unfinished.remove(node) } }

  /// Begins to report slow operations, and returns the calls of the reporting thread.
  ///
  /// It uses a thread, because blocking synchronous factories can occupy all threads of tasks.
  func reportSlowWorks(to observers: [ObservesLifecycle]) -> [DeadlineThread.Call] {
    observers.map { observer in
      // The number of operations that have exceeded the limit, in the order of their beginning.
      let count = Lock(0)
      return DeadlineThread.shared.add(at: .now + observer.limit) { self.reportAllDue(to: observer, count) }
    }
  }

  /// Reports unfinished operations that have exceeded the limit, on one thread at a time, and returns the next due
  /// time.
  func reportAllDue(to observer: ObservesLifecycle, _ count: Lock<Int>) -> ContinuousClock.Instant {
    while true {
      let next = count.withLock(\.self)
      let found = state.withLock { state in
        next < state.begun.count
          ? (work: state.begun[next], isUnfinished: state.unfinished.contains(state.begun[next].node)) : nil
      }
      // A later operation is due after the limit at the earliest.
      guard let (work, isUnfinished) = found else { return .now + max(observer.limit, .milliseconds(1)) }
      let due = work.at + observer.limit
      guard due <= .now else { return due }
      count.withLock { $0 += 1 }
      guard isUnfinished else { continue }
      let declaration = graph.routes[work.node].declaration
      observer.observe(
        LifecycleEvent(
          .startIsSlow, of: declaration.destination, name: declaration.firstName,
          location: declaration.location, duration: .now - work.at,
          neededBy: graph.dependents(of: work.node).map { RouteError.Step($0) }))
    }
  }
}
