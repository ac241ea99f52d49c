import WaymarkRuntime

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
