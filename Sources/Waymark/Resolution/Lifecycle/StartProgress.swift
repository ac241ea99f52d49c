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
    state = Lock(State(missing: plan.nodes.map(\.dependencyCount), remaining: plan.nodes.count))
    makeReady { state in plan.nodes.indices.filter { state.missing[$0] == 0 } }
  }

  /// Makes the nodes ready that only waited for this one.
  func finish(_ node: Int) { makeReady { $0.finish(plan.nodes[node]) } }

  /// Ends the stream, because an instance failed.
  func stop() { continuation.finish() }

  /// Makes nodes ready that wait for nothing anymore.
  private func makeReady(_ free: (inout State) -> [Int]) {
    let (ready, isLast) = state.withLock { state in
      var (waiting, ready): ([Int], [Int]) = (free(&state), [])
      var next = 0
      while next < waiting.count {
        let node = waiting[next]
        next += 1
        // What starts nothing only passes on what others need.
        if plan.nodes[node].started.isEmpty {
          waiting += state.finish(plan.nodes[node])
        } else {
          ready.append(node)
        }
      }
      return (ready, state.remaining == 0)
    }
    if !ready.isEmpty { continuation.yield(ready) }
    if isLast { continuation.finish() }
  }
}

extension StartProgress.State {
  /// Returns the nodes that wait for nothing anymore now that this one is finished.
  fileprivate mutating func finish(_ node: StartPlan.Node) -> [Int] {
    remaining -= 1
    return node.dependents.filter { dependent in
      missing[dependent] -= 1
      return missing[dependent] == 0
    }
  }
}
