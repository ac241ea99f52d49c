import WaymarkRuntime

/// The effects of an event to perform without the lock, in order, because they run other code.
struct LaterEffects {
  let lifecycle: Lifecycle
  let registry: Registry
  /// The instance that failed to be created on demand, with its error, if any.
  var failed: (node: Int, error: any Error)?
  private(set) var works: [() -> Void] = []
  /// The answers, each with the error that the state knows for it.
  var answers: [(Promise<(any Error)?>, LifecycleMachine.Answer, (any Error)?)] = []

  mutating func add(_ work: @escaping () -> Void) { works.append(work) }

  func perform() {
    for work in works { work() }
    // An error is reported once, also if several callers get it.
    var errors: [LifecycleMachine.Answer: any Error] = [:]
    for (caller, answer, error) in answers {
      if errors[answer] == nil, let error = lifecycle.error(of: answer, error, in: registry) {
        errors[answer] = (error as? RouteError).map(registry.reporting) ?? error
      }
      caller.set(errors[answer])
    }
  }
}

extension Lifecycle.State {
  /// Performs the effects that need the lock, and collects the others.
  mutating func perform(_ effects: [LifecycleMachine.Effect], _ later: inout LaterEffects) {
    let (lifecycle, registry) = (later.lifecycle, later.registry)
    for effect in effects {
      switch effect {
      case .begin:
        endRun()
        (startError, stopErrors) = (nil, [])
        // Creating a task runs no other code, and the task waits for the lock.
        run = LifecycleWork.task(inside: registry.scope?.opener) { await lifecycle.run(in: registry) }
      case .make(let node, onDemand: false, _): ready.append(node)
      case .make(let node, onDemand: true, let isOfStart):
        subjects[node] = subjects[node] ?? OnDemandStart(of: node, in: lifecycle)
        onDemand[node] = LifecycleWork.task(inside: registry.scope?.opener) {
          await lifecycle.makeOnDemand(node, isOfStart: isOfStart, in: registry)
        }
      case .cancel(let node): if let task = onDemand[node] { later.add(task.cancel) }
      case .cancelStart:
        // A failed start has no report.
        progress = nil
        if let tasks { later.add { tasks.yield(0) } } else if let run { later.add(run.cancel) }
      case .publish(let node):
        for (slot, object) in entries[node].hidden { _ = publish(object, in: slot, of: node, registry) }
        entries[node].hidden = []
      case .commit:
        for used in held { later.add { used.lifecycle.send(in: used.registry) { $0.commit(used.caller) } } }
        held = []
      case .release:
        _ = LifecycleWork.task { [held] in
          await lifecycle.release(held, for: registry)
          lifecycle.send(in: registry) { $0.released() }
        }
        held = []
      case .hide:
        // Before a reader finds an empty slot.
        lifecycle.hasHidden.store(true, ordering: .releasing)
        hide(in: registry)
      case .stop(let node): later.add { lifecycle.stop(node, in: registry) }
      case .drop(let node):
        let dropped = entries[node]
        later.add { withExtendedLifetime(dropped) {} }
        entries[node] = Lifecycle.Entry(route: dropped.route)
      case .resume(let caller, let answer):
        guard let promise = removeCaller(caller) else { break }
        let isOfFailed = later.failed.map { answer == .failed($0.node) } ?? false
        later.answers.append((promise, answer, isOfFailed ? later.failed?.error : startError))
      }
    }
    if machine.phase == .ending, !ready.isEmpty {
      // The start begins nothing anymore.
      let left = ready
      ready = []
      for node in left { perform(machine.failed(node), &later) }
    }
    if machine.phase != .starting, machine.phase != .ending { endRun() }
  }

  /// Performs the failure of an instance, or with nil of the preparation of the start.
  mutating func fail(_ node: Int?, _ error: any Error, _ later: inout LaterEffects) {
    // The error of an instance that fails for a reason of its own counts even after the end of the start.
    if startError == nil, machine.phase == .starting || !Lifecycle.isDueToCancellation(error) {
      startError = error
    }
    perform(machine.failed(node), &later)
  }

  /// Lets the start add no more tasks.
  private mutating func endRun() {
    tasks?.finish()
    tasks = nil
  }

  /// Asks for more tasks if instances wait for one, a quarter of the number that there are.
  ///
  /// While a task that was asked for hasn't begun, the others take the instances.
  mutating func askForTasks(_ later: inout LaterEffects) {
    guard !ready.isEmpty, idleTaskCount == 0, let tasks else { return }
    idleTaskCount = min(ready.count, taskCount / 4 + 1)
    taskCount += idleTaskCount
    later.add { [idleTaskCount] in tasks.yield(idleTaskCount) }
  }

  /// Returns the next instance for a task of a start, or nil if the task ends.
  mutating func next(_ progress: StartProgress) -> Int? {
    // A task can begin after the end of its start.
    guard self.progress === progress else { return nil }
    let node = ready.popFirst()
    if node == nil { taskCount -= 1 }
    return node
  }

  /// Takes the instances with a life cycle, and the ones that need them, out of their slots.
  private mutating func hide(in registry: Registry) {
    let instances = entries.indices.compactMap { node in
      entries[node].route.instanceSlot.map { (slot: $0, node: node) }
    }
    for (slot, node) in instances + converted where machine[node] != .absent && machine.isTracked(node) {
      guard let object = registry.takeObject(in: slot) else { continue }
      entries[node].hidden.append((slot, object))
      if slot >= 0 { retired.append(object) }
    }
    // The base's instances that this extension has published for faster access.
    guard registry.base?.instances !== registry.instances else { return }
    for slot in InstanceOwner(registry).slotsOfBase {
      if let object = registry.takeObject(in: slot) { retired.append(object) }
    }
  }
}
