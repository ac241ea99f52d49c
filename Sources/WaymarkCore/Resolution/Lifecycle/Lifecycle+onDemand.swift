import WaymarkRuntime

extension Lifecycle {
  /// The next step of a task that waits for an instance's start on demand.
  enum JoiningOnDemand {
    /// The scope is closing, or the registry is stopped.
    case refused
    /// All tasks that waited were canceled, so the caller waits for the end and tries again.
    case wait(SharedWork<Void>)
    case begin(SharedWork<Void>)
    case join(SharedWork<Void>)
  }

  /// Joins the start of the instance in a slot, or adds one for the caller to begin.
  func joinOnDemand(_ slot: Int) -> JoiningOnDemand {
    state.withLock { state in
      guard !state.isClosed else { return .refused }
      switch state.phase {
      case .ending, .stopped: return .refused
      case .idle, .starting, .started, .canceled: break
      }
      if let work = state.onDemand.first(where: { $0.slot == slot })?.work {
        return work.join() ? .join(work) : .wait(work)
      }
      let work = SharedWork<Void>()
      _ = work.join()
      state.onDemand.append((slot, work))
      return .begin(work)
    }
  }

  func endOnDemand(_ work: SharedWork<Void>) {
    state.withLock { $0.onDemand.removeAll { $0.work === work } }
  }

  /// Cancels starts on demand, and waits for their end.
  ///
  /// They are part of the stop, so one that calls `stop()` doesn't wait for its own end.
  func end(_ operations: [SharedWork<Void>]) async {
    for work in operations { work.cancel() }
    await LifecycleWork.runSteps(of: self) {
      for work in operations {
        _ = await LifecycleWork.wait(for: work, isAlwaysPerformed: true) { await work.end() }
      }
    }
  }
}
