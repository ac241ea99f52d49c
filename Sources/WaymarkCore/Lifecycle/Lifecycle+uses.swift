import WaymarkRuntime

// The uses of other registries by extensions, which start their bases and stop before them.
extension Lifecycle {
  /// Leaves the start of the base to others.
  func leaveBase() { relations.withLock { $0.leavesBase = true } }

  /// Adds an extension, which stops before this registry.
  func add(_ registry: Registry) {
    // Releasing registries runs users' code.
    withExtendedLifetime(relations.withLock { WeakRegistry.add(registry, to: &$0.extensions) }) {}
  }

  func beginUse(of other: Lifecycle) {
    relations.withLock { $0.used.append(other) }
    other.relations.withLock { $0.users += 1 }
  }

  /// Ends the use of another registry, and returns whether this was the last one.
  @discardableResult
  func endUse(of other: Lifecycle) -> Bool {
    let used = relations.withLock { relations in
      relations.used.firstIndex { $0 === other }.map { relations.used.remove(at: $0) }
    }
    guard used != nil else { return false }
    return other.relations.withLock { relations in
      relations.users -= 1
      return relations.users == 0
    }
  }

  /// Ends the use of other registries, and waits until their starts have ended if nothing else uses them.
  func release(_ held: [Held], for registry: Registry) async {
    let error = withStateIfUsed(\.startError) ?? nil
    await LifecycleWork.runSteps(of: self) {
      for used in held.reversed() {
        _ = try? await used.lifecycle.wait(in: used.registry, isCancelable: false) { state, caller in
          let effects = state.machine.release(used.caller, waiting: caller)
          if state.machine.phase == .ending, state.startError == nil { state.startError = error }
          return effects
        }
        // The other registry has reported the errors of stopping to its own declarations.
        let errors = used.lifecycle.withState(of: used.registry) {
          $0.machine.phase == .idle ? $0.stopErrors : []
        }
        for error in errors { _ = registry.reporting(error) }
      }
    }
    for used in held { endUse(of: used.lifecycle) }
  }
}
